// Secrets at rest under one master key, as `app.secrets` has them.
import { decryptSecret, encryptSecret } from './encrypt.ts';

export interface Secrets {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
}

export function secretsUnder(masterKey: Uint8Array): Secrets {
  return {
    seal: (plaintext, context) => encryptSecret(masterKey, plaintext, context),
    open: (sealed, context) => decryptSecret(masterKey, sealed, context),
  };
}
