// Sign-in with a passkey, and managing one's own passkeys.
import type { passkeyOperations, stepUpOperations } from '../contract/people/passkeys.ts';
import { apiError, invalid, rule } from '../core/errors.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { endAllOf } from '../people/end-all.ts';
import {
  type Question,
  readNewPasskey,
  requestNewPasskey,
  requestPasskey,
  stepUpByPasskey,
} from '../people/passkey-ceremonies.ts';
import { addPasskey, passkeysOf, removePasskey, renamePasskey } from '../people/passkeys.ts';
import type { AuthMethod } from '../people/sessions.ts';
import { canStepUp, signInMethodsOf, takeAway } from '../people/sign-in-methods.ts';
import { stepUpByPassword } from '../people/step-up.ts';
import type { Present } from './person.ts';
import { type PeopleHandlersOf, signedIn, signIn, verifyNow } from './sessions.ts';

const NOT_NAMED = { login: null, browser: null } as const;

interface StepUpInput {
  readonly challenge_id: string | undefined;
  readonly response: object | undefined;
  readonly password: string | undefined;
  readonly code: string | undefined;
}

export const stepUpHandlers: PeopleHandlersOf<typeof stepUpOperations> = {
  async 'session.step-up-options'(app, _input, visitor) {
    const { user } = signedIn(visitor);
    const methods = await signInMethodsOf(app.db, user.id);
    const own = { purpose: 'step_up', userId: user.id } as const;
    return {
      passkey: methods.passkeys > 0 ? requested(await requestPasskey(app, own, NOT_NAMED)) : null,
      password: methods.hasPassword,
      code: methods.hasTotp,
      nothing: app.config.rules.linksSuffice && !canStepUp(app, methods),
    };
  },
  async 'session.step-up'(app, input, visitor) {
    await verifyNow(app, visitor, await confirmStepUp(app, signedIn(visitor), input));
    return { done: true };
  },
};

/** Errors: 401 and 429 of each method; 403 `no_step_up_method`; 422 when no method is given. */
async function confirmStepUp(
  app: OperatorApp,
  { user, session }: Present,
  { challenge_id: challengeId, response, password, code }: StepUpInput,
): Promise<AuthMethod> {
  const userId = user.id;
  if (challengeId !== undefined && response !== undefined) {
    await stepUpByPasskey(app, { purpose: 'step_up', userId }, { challengeId, response });
    return 'passkey';
  }
  if (password !== undefined) {
    // Counted per session, so that an attacker with a stolen session can only exhaust that session's attempts.
    const subjects = [{ kind: 'session', of: session.id }] as const;
    const claim = { userIds: [userId], password, code: code ?? null, subjects };
    return (await stepUpByPassword(app, claim)).authMethod;
  }
  const methods = await signInMethodsOf(app.db, userId);
  if (canStepUp(app, methods))
    throw invalid(rule.exactlyOneOf('response', ['response', 'password']));
  if (app.config.rules.linksSuffice) return 'link';
  throw apiError('no_step_up_method');
}

const SIGN_IN = { purpose: 'come_in', userId: null } as const;

export const passkeyHandlers: PeopleHandlersOf<typeof passkeyOperations> = {
  async 'session.passkey-options'(app, { email: login = null }, { browser }) {
    return requested(await requestPasskey(app, SIGN_IN, { login, browser }));
  },
  async 'session.passkey'(app, { challenge_id: challengeId, response }, visitor) {
    const userId = await stepUpByPasskey(app, SIGN_IN, { challengeId, response });
    await signIn(app, visitor, { userId, authMethod: 'passkey' });
    return { done: true };
  },
  async 'me.passkeys'(app, _input, visitor) {
    return passkeysOf(app.db, signedIn(visitor).user.id);
  },
  async 'me.passkey-options'(app, _input, visitor) {
    return requested(await requestNewPasskey(app, signedIn(visitor).user));
  },
  async 'me.add-passkey'(app, { challenge_id: challengeId, response, name }, visitor) {
    const { user, session } = signedIn(visitor);
    const passkey = await readNewPasskey(app, user.id, { challengeId, response });
    const id = await addPasskey(app, { userId: user.id, name }, passkey);
    // Registering it required user verification, so it counts as a step-up.
    if (session.authMethod === 'link') await verifyNow(app, visitor, 'passkey');
    return { id };
  },
  async 'me.rename-passkey'(app, { passkey_id: id, name }, visitor) {
    await renamePasskey(app.db, signedIn(visitor).user.id, { id, name });
    return { id };
  },
  async 'me.remove-passkey'(app, { passkey_id: id }, visitor) {
    const { user, session } = signedIn(visitor);
    await takeAway(app, user.id, (tx) => removePasskey(tx, user.id, id));
    await endAllOf(app, user.id, session.id);
    return { id };
  },
};

export function requested({ challengeId, options }: Question) {
  return { challenge_id: challengeId, options: { ...options } };
}
