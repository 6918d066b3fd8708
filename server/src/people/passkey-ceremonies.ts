// The two passkey ceremonies (WebAuthn 3). The library verifies bytes and signatures. Origin and host come from the
// configuration, never from the request.
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { App } from '../app.ts';
import { type AppError, apiError } from '../core/errors.ts';
import { browserUrl, personOfBrowser } from './links.ts';
import {
  CHALLENGE_LASTS,
  findPasskey,
  type NewPasskey,
  type PasskeyRow,
  passkeysOf,
  type Request,
  storeChallenge,
  takeChallenge,
  usePasskey,
} from './passkeys.ts';
import { findUsersByLogin, type UserRow } from './users.ts';

/** EdDSA, ES256 and RS256 (IANA COSE algorithms): together, all browsers and security keys support them. */
const ALGORITHMS = [-8, -7, -257];
const NAME = 'Chaintill';
const USER_VERIFICATION = 'required';

export interface Question {
  readonly challengeId: string;
  /** For the browser (`@simplewebauthn/browser`). */
  readonly options: object;
}

export interface Answer {
  readonly challengeId: string;
  readonly response: object;
}

/** Errors: 422 `passkeys_need_a_name`. */
export async function requestNewPasskey(app: App, user: UserRow): Promise<Question> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const own = await passkeysOf(app.db, user.id);
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: siteOf(app).host,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    userName: user.email ?? user.name,
    userDisplayName: user.name,
    timeout: CHALLENGE_LASTS,
    excludeCredentials: own.map(named),
    // `required` would fill the few slots of a security key.
    authenticatorSelection: { residentKey: 'preferred', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const requested: Request = { purpose: 'add_passkey', userId: user.id };
  return { challengeId: await storeChallenge(app, requested, options.challenge), options };
}

/** Errors: 401 `wrong_passkey`. */
export async function readNewPasskey(
  app: App,
  userId: string,
  { challengeId, response }: Answer,
): Promise<NewPasskey> {
  const challenge = await takeChallenge(app.db, { purpose: 'add_passkey', userId }, challengeId);
  if (challenge === null) throw wrongPasskey(app, 'no such challenge');
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    requireUserVerification: true,
    expectedChallenge: challenge,
    supportedAlgorithmIDs: ALGORITHMS,
    ...expected(app),
  }).catch((error: unknown) => {
    throw wrongPasskey(app, error);
  });
  if (!verified) throw wrongPasskey(app, 'not verified');
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: credential.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Browsers offer discoverable passkeys without a list. The others are listed only where that reveals nothing new: for
 * a step-up, and in a browser that the person has used before.
 */
export async function requestPasskey(
  app: App,
  requested: Request,
  visit: { login: string | null; browser: string | null },
): Promise<Question> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const id = requested.userId ?? (await knownPerson(app, visit));
  const allowed = id === null ? [] : (await passkeysOf(app.db, id)).map(named);
  const options = await generateAuthenticationOptions({
    rpID: siteOf(app).host,
    userVerification: USER_VERIFICATION,
    timeout: CHALLENGE_LASTS,
    ...(allowed.length > 0 && { allowCredentials: allowed }),
  });
  return { challengeId: await storeChallenge(app, requested, options.challenge), options };
}

/** Finds a person by name or email, only if they have signed in with this browser before. */
async function knownPerson(
  app: App,
  { login, browser }: { login: string | null; browser: string | null },
): Promise<string | null> {
  if (login === null || browser === null) return null;
  const users = await findUsersByLogin(app.db, login);
  const known = await personOfBrowser(app.db, browser);
  return users.some(({ id }) => id === known) ? known : null;
}

/** Returns the owner. Errors: 401 `wrong_passkey`, `passkey_counter_mismatch`. */
export async function stepUpByPasskey(
  app: App,
  requested: Request,
  { challengeId, response }: Answer,
): Promise<string> {
  const challenge = await takeChallenge(app.db, requested, challengeId);
  if (challenge === null) throw wrongPasskey(app, 'no such challenge');
  const { id } = response as { id?: unknown };
  const passkey = typeof id === 'string' ? await findPasskey(app.db, id) : null;
  if (passkey === null || (requested.userId !== null && passkey.user_id !== requested.userId))
    throw wrongPasskey(app, 'no such passkey');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    requireUserVerification: true,
    expectedChallenge: challenge,
    ...expected(app),
    // The database compares the counter when storing it, so that two concurrent responses cannot both pass.
    credential: { id: passkey.credential_id, publicKey: bytesOf(passkey), counter: 0 },
  }).catch((error: unknown) => {
    throw wrongPasskey(app, error);
  });
  if (!verified) throw wrongPasskey(app, 'not verified');
  if (!(await usePasskey(app.db, passkey.id, authenticationInfo.newCounter)))
    throw copiedPasskey(app, passkey);
  return passkey.user_id;
}

function expected(app: App) {
  const { origin, host } = siteOf(app);
  return { expectedOrigin: origin, expectedRPID: host };
}

/** A passkey is bound to a host name, never to an IP address (WebAuthn 3, 5.1.3). */
function siteOf({ publicUrl }: App): { origin: string; host: string } {
  const { origin, hostname } = new URL(browserUrl(publicUrl.value));
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { origin, host: hostname };
  throw apiError('passkeys_need_a_name');
}

function named({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, transports: [...transports] };
}

function bytesOf({ public_key }: PasskeyRow): Uint8Array<ArrayBuffer> {
  return new Uint8Array(public_key);
}

function wrongPasskey(app: App, reason: unknown): AppError {
  app.log.warn({ reason: reason instanceof Error ? reason.message : reason }, 'passkey rejected');
  return apiError('wrong_passkey');
}

function copiedPasskey(app: App, { id, user_id }: PasskeyRow): AppError {
  const facts = { alert: 'passkey_counter_mismatch', passkey_id: id, user_id };
  app.log.error(facts, 'passkey counter mismatch: someone may have a copy of it; remove it');
  return apiError('passkey_counter_mismatch');
}
