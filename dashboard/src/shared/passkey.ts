// Proving who one is with a passkey. The library is loaded when somebody wants to.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { session } from './api.ts';

interface Challenge {
  readonly challenge_id: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** `path` of the options; the answer is posted to `to`. Throws NotAllowedError when the person gave up. */
export async function provePasskey(path: string, to: string): Promise<unknown> {
  const { challenge_id, options } = await session<Challenge>('POST', path);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON: options });
  return session('POST', to, { challenge_id, response });
}
