// Variables about people who sign in.
import type { Variable } from './variables.ts';

export const ofPeople: readonly Variable[] = [
  {
    name: 'CHAINTILL_BREACHED_PASSWORDS',
    fallback: '',
    meaning:
      'File of SHA-1 hashes of passwords that were stolen elsewhere, sorted, one a line, as Have I Been Pwned gives them out: nobody may take one of these',
  },
  {
    name: 'CHAINTILL_SSO_ISSUER',
    fallback: '',
    meaning:
      'OpenID Connect: the provider by which people may sign in too (`https://…`; over http on this machine alone). Who is let in here is found by his mail address',
  },
  {
    name: 'CHAINTILL_SSO_CLIENT_ID',
    fallback: '',
    meaning: 'OpenID Connect: what the provider calls this installation',
  },
  {
    name: 'CHAINTILL_SSO_SECRET_FILE',
    fallback: '',
    meaning: 'OpenID Connect: file with the secret that the provider gave for it',
  },
  {
    name: 'CHAINTILL_SSO_NAME',
    fallback: 'single sign-on',
    meaning: 'OpenID Connect: what people call the provider, on the button',
  },
];
