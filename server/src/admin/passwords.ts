// Coming in by a password, and looking after it and what is beside it.
import { renderSVG } from 'uqr';
import type { App } from '../app.ts';
import type { passwordOperations } from '../contract/people/passwords.ts';
import { notFound } from '../core/errors.ts';
import { endAllOf } from '../people/end-all.ts';
import { isKnownBrowser } from '../people/known-browsers.ts';
import { insistOnGoodPassword } from '../people/password-rules.ts';
import { removePassword, setPassword } from '../people/passwords.ts';
import { proveByPassword } from '../people/prove.ts';
import { makeRecoveryCodes, removeRecoveryCodes } from '../people/recovery-codes.ts';
import { addTotp, hasTotp, offerTotp, removeTotp } from '../people/totp.ts';
import type { Subject } from '../people/tries.ts';
import { findUserByLogin } from '../people/users.ts';
import { takeAway, waysOf } from '../people/ways.ts';
import { clientOf } from '../web/page-answers.ts';
import { comeIn, proveNow, signedIn } from './coming-in.ts';
import type { PeopleHandlersOf, Visitor } from './visitor.ts';

export const passwordHandlers: PeopleHandlersOf<typeof passwordOperations> = {
  async 'session.password'(app, { email: login, password, code = null }, visitor) {
    const user = await findUserByLogin(app.db, login);
    const userId = user?.id ?? null;
    const subjects = await whoseTries(app, visitor, { login, userId });
    const provedBy = await proveByPassword(app, { userId, password, code, subjects });
    await comeIn(app, visitor, { userId: userId ?? '', provedBy });
    return { done: true };
  },
  async 'me.set-password'(app, { password }, visitor) {
    const { user, session } = signedIn(visitor);
    await insistOnGoodPassword(app, user, password);
    await setPassword(app.db, user.id, password);
    await endAllOf(app, user.id, session.id);
    await proveBySettingUp(app, visitor);
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
    await proveBySettingUp(app, visitor);
    return { id: user.id, recovery_codes: [...codes] };
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
    return { id: user.id, recovery_codes: [...(await makeRecoveryCodes(app, user.id))] };
  },
};

/**
 * Who comes with a browser that he has come in by before has tries of his own, whatever others do at his address: such
 * a browser is known for one person alone.
 */
async function whoseTries(
  app: App,
  { client, browser }: Visitor,
  { login, userId }: { login: string; userId: string | null },
): Promise<readonly Subject[]> {
  const isKnown = await isKnownBrowser(app.db, userId, browser);
  if (isKnown && browser !== null) return [{ kind: 'browser', of: browser }];
  return [
    { kind: 'account', of: userId ?? login },
    { kind: 'address', of: clientOf(client.address) },
  ];
}

/** Who came by a link has now shown a password and a code. */
async function proveBySettingUp(app: App, visitor: Visitor): Promise<void> {
  const { user, session } = signedIn(visitor);
  const ways = await waysOf(app.db, user.id);
  if (session.provedBy === 'link' && ways.hasPassword && ways.hasTotp)
    await proveNow(app, visitor, 'password_and_code');
}
