// Sign-in with a passkey, and managing one's own passkeys.
import type { passkeyOperations } from '../contract/people/passkeys.ts';
import { timeOf, timeOrNull } from '../operator/present.ts';
import { endAllOf } from '../people/end-all.ts';
import {
  type Question,
  readNewPasskey,
  requestNewPasskey,
  requestPasskey,
  stepUpByPasskey,
} from '../people/passkey-ceremonies.ts';
import { addPasskey, passkeysOf, removePasskey, renamePasskey } from '../people/passkeys.ts';
import { takeAway } from '../people/sign-in-methods.ts';
import { signedIn, signIn, verifyNow } from './sign-in.ts';
import type { PeopleHandlersOf } from './visitor.ts';

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
    return (await passkeysOf(app.db, signedIn(visitor).user.id)).map((row) => ({
      id: row.id,
      name: row.name,
      is_backed_up: row.is_backed_up,
      transports: [...row.transports],
      made_at: timeOf(row.made_at),
      used_at: timeOrNull(row.used_at),
    }));
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
