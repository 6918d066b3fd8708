// Variables for people who sign in.
import type { Variable } from './variables.ts';

export const ofPeople: readonly Variable[] = [
  {
    name: 'CHAINTILL_BREACHED_PASSWORDS_FILE',
    fallback: '',
    meaning:
      'File with SHA-1 hashes of breached passwords, sorted, one per line, as provided by Have I Been Pwned. These passwords are rejected',
  },
  {
    name: 'CHAINTILL_SSO_ISSUER',
    fallback: '',
    meaning:
      'OpenID Connect: URL of the provider for single sign-on (`https://…`; http only on this machine). People are identified by their email address',
  },
  {
    name: 'CHAINTILL_SSO_CLIENT_ID',
    fallback: '',
    meaning: 'OpenID Connect: client id of this instance',
  },
  {
    name: 'CHAINTILL_SSO_CLIENT_SECRET_FILE',
    fallback: '',
    meaning: 'OpenID Connect: file with the client secret',
  },
  {
    name: 'CHAINTILL_SSO_NAME',
    fallback: 'single sign-on',
    meaning: 'OpenID Connect: name of the provider on the sign-in button',
  },
];
