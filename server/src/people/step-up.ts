// Step-up with a password and a one-time code.
import type { App } from '../app.ts';
import { apiError } from '../core/errors.ts';
import { purgeAttempts, type Subject, takeAttempt, useRecoveryCode, useTotp } from './attempts.ts';
import { isPasswordOf } from './passwords.ts';
import type { AuthMethod } from './sessions.ts';
import { signInMethodsOf } from './sign-in-methods.ts';

export interface Claim {
  /** The people with the entered name. For none, the check takes as long and fails with the same message. */
  readonly userIds: readonly string[];
  readonly password: string;
  readonly code: string | null;
  readonly subjects: readonly Subject[];
}

/**
 * On a live instance, requires a one-time code. Errors: 401 `wrong_credentials`; 401 `otp_required` when the password
 * is right; 429 `too_many_tries`.
 */
export async function stepUpByPassword(
  app: App,
  claim: Claim,
): Promise<{ userId: string; authMethod: AuthMethod }> {
  await takeAttempt(app, claim.subjects);
  const userId = await usersWithPassword(app, claim);
  if (userId === null) throw apiError('wrong_credentials');
  const authMethod = await stepUpByCode(app, userId, claim.code);
  await purgeAttempts(app.db, claim.subjects);
  return { userId, authMethod };
}

async function usersWithPassword(
  app: App,
  { userIds, password }: Pick<Claim, 'userIds' | 'password'>,
): Promise<string | null> {
  for (const id of userIds.length === 0 ? [null] : userIds)
    if (await isPasswordOf(app.db, id, password)) return id;
  return null;
}

async function stepUpByCode(app: App, userId: string, code: string | null): Promise<AuthMethod> {
  const { hasTotp } = await signInMethodsOf(app.db, userId);
  if (!hasTotp && app.config.rules.linksSuffice) return 'password';
  if (!hasTotp) throw apiError('wrong_credentials');
  if (code === null || code.trim() === '') throw apiError('otp_required');
  if (await useTotp(app, userId, code)) return 'password_and_code';
  if (await useRecoveryCode(app.db, userId, code)) return 'recovery_code';
  throw apiError('wrong_credentials');
}
