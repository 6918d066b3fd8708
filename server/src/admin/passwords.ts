// Sign-in with a password, and managing the password and its second factor.
import { renderSVG } from 'uqr';
import type { App } from '../app.ts';
import type { passwordOperations } from '../contract/people/passwords.ts';
import { notFound } from '../core/errors.ts';
import {
  addTotp,
  hasTotp,
  makeRecoveryCodes,
  offerTotp,
  removeRecoveryCodes,
  removeTotp,
  type Subject,
} from '../people/attempts.ts';
import { endAllOf } from '../people/end-all.ts';
import { personOfBrowser } from '../people/links.ts';
import { insistOnGoodPassword, removePassword, setPassword } from '../people/passwords.ts';
import { signInMethodsOf, takeAway } from '../people/sign-in-methods.ts';
import { stepUpByPassword } from '../people/step-up.ts';
import { findUsersByLogin } from '../people/users.ts';
import { clientOf } from '../web/page-answers.ts';
import { type PeopleHandlersOf, signedIn, signIn, type Visitor, verifyNow } from './sessions.ts';

export const passwordHandlers: PeopleHandlersOf<typeof passwordOperations> = {
  async 'session.password'(app, { email: login, password, code = null }, visitor) {
    const { userIds, subjects } = await attemptedBy(app, visitor, login);
    const proven = await stepUpByPassword(app, { userIds, password, code, subjects });
    await signIn(app, visitor, proven);
    return { done: true };
  },
  async 'me.set-password'(app, { password }, visitor) {
    const { user, session } = signedIn(visitor);
    await insistOnGoodPassword(app, user, password);
    await setPassword(app.db, user.id, password);
    await endAllOf(app, user.id, session.id);
    await stepUpBySettingUp(app, visitor);
    return { id: user.id };
  },
  async 'me.remove-password'(app, _input, visitor) {
    const { user, session } = signedIn(visitor);
    await takeAway(app, user.id, async (tx) => {
      if (!(await removePassword(tx, user.id))) throw notFound();
    });
    await endAllOf(app, user.id, session.id);
    return { id: user.id };
  },
  async 'me.totp-options'(app, _input, visitor) {
    const { challengeId, secret, uri } = await offerTotp(app, signedIn(visitor).user);
    return { challenge_id: challengeId, secret, uri, qr_svg: renderSVG(uri) };
  },
  async 'me.add-totp'(app, { challenge_id: challengeId, code }, visitor) {
    const { user } = signedIn(visitor);
    await addTotp(app, user.id, { challengeId, code });
    const codes = await makeRecoveryCodes(app, user.id);
    await stepUpBySettingUp(app, visitor);
    return { id: user.id, recovery_codes: codes };
  },
  async 'me.remove-totp'(app, _input, visitor) {
    const { user, session } = signedIn(visitor);
    await takeAway(app, user.id, async (tx) => {
      await removeTotp(tx, user.id);
      await removeRecoveryCodes(tx, user.id);
    });
    await endAllOf(app, user.id, session.id);
    return { id: user.id };
  },
  async 'me.recovery-codes'(app, _input, visitor) {
    const { user } = signedIn(visitor);
    if (!(await hasTotp(app.db, user.id))) throw notFound();
    return { id: user.id, recovery_codes: await makeRecoveryCodes(app, user.id) };
  },
};

/**
 * The people who may be meant (several may share a name), and the attempt counters to use. If one of them has signed in
 * with this browser before, only that person is considered, with a separate counter that others at the same IP address
 * cannot exhaust.
 */
async function attemptedBy(
  app: App,
  { client, browser }: Visitor,
  login: string,
): Promise<{ userIds: readonly string[]; subjects: readonly Subject[] }> {
  const userIds = (await findUsersByLogin(app.db, login)).map(({ id }) => id);
  const known = await personOfBrowser(app.db, browser);
  if (browser !== null && known !== null && userIds.includes(known))
    return { userIds: [known], subjects: [{ kind: 'browser', of: browser }] };
  const accounts = userIds.length === 0 ? [login] : userIds;
  const subjects = accounts.map((of): Subject => ({ kind: 'account', of }));
  return { userIds, subjects: [...subjects, { kind: 'address', of: clientOf(client.address) }] };
}

/** A person who signed in with a link has now confirmed a password and a code. */
async function stepUpBySettingUp(app: App, visitor: Visitor): Promise<void> {
  const { user, session } = signedIn(visitor);
  const methods = await signInMethodsOf(app.db, user.id);
  if (session.authMethod === 'link' && methods.hasPassword && methods.hasTotp)
    await verifyNow(app, visitor, 'password_and_code');
}
