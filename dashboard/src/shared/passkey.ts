// Passkeys: authentication and registration. The library is loaded on demand.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { people } from './api.ts';
import type { PeopleApi } from './api-types.ts';

type Question = PeopleApi['session.passkey-options']['output'];
export type Answer = PeopleApi['session.passkey']['input'];

/** Throws NotAllowedError when the person canceled. */
export async function answerByPasskey({ challenge_id, options }: Question): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { challenge_id, response: { ...(await startAuthentication({ optionsJSON })) } };
}

export async function makePasskey(name: string, confirms: string): Promise<unknown> {
  const { challenge_id, options } = await people('me.passkey-options', {}, { confirms });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = { ...(await startRegistration({ optionsJSON })) };
  return people('me.add-passkey', { challenge_id, response, name }, { confirms });
}
