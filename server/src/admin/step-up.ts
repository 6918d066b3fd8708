// Step-up: with a passkey, or a password and a one-time code. In the sandbox, a person who has neither needs no
// step-up.
import type { stepUpOperations } from '../contract/people/step-up.ts';
import { AppError, invalid, rule } from '../core/errors.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { requestPasskey, stepUpByPasskey } from '../people/passkey-ceremonies.ts';
import type { AuthMethod } from '../people/sessions.ts';
import { canStepUp, signInMethodsOf } from '../people/sign-in-methods.ts';
import { stepUpByPassword } from '../people/step-up.ts';
import { requested } from './passkeys.ts';
import type { Present } from './person.ts';
import { signedIn, verifyNow } from './sign-in.ts';
import type { PeopleHandlersOf } from './visitor.ts';

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
  const message = 'set up a passkey, or a password with codes, first';
  throw new AppError({ code: 'no_step_up_method', status: 403, message });
}
