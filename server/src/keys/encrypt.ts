// Encrypts stored secrets with AES-256-GCM under the master key. The context (for example `wallet_seeds:<id>`) is
// authenticated, so a ciphertext that was moved to another row does not decrypt.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { systemRandom } from '../core/random.ts';

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** NIST SP 800-38D: random 96-bit nonces, for at most 2^32 secrets under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Another master key, another context, or a damaged text. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

interface Secrets {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
}

/** `v1.<nonce>.<ciphertext and tag>`, both base64url. `key` is 32 bytes. */
export function encryptSecret(key: Uint8Array, plaintext: string, context: string): string {
  checkKey(key);
  // Never a seeded generator: two texts under one nonce reveal their difference and the authentication key.
  const nonce = systemRandom.bytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(context));
  const sealed = [cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return [VERSION, nonce.toString('base64url'), Buffer.concat(sealed).toString('base64url')].join(
    '.',
  );
}

/** Throws SecretUnreadable. */
export function decryptSecret(key: Uint8Array, sealed: string, context: string): string {
  checkKey(key);
  const { nonce, ciphertext, tag } = readParts(sealed, context);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(context));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretUnreadable(
      `cannot decrypt ${context}: the master key is not the one it was encrypted with, or the stored text was changed or moved`,
    );
  }
}

/** The version is authenticated too, so that a later format cannot pass as this one. */
function authenticated(context: string): Buffer {
  return Buffer.from(`${VERSION}.${context}`, 'utf8');
}

function readParts(sealed: string, context: string) {
  const [version, nonceText, bodyText, ...rest] = sealed.split('.');
  const nonce = fromBase64Url(nonceText);
  const body = fromBase64Url(bodyText);
  const isWhole = nonce?.length === NONCE_BYTES && body !== null && body.length >= TAG_BYTES;
  if (version !== VERSION || rest.length > 0 || nonce === null || body === null || !isWhole) {
    throw new SecretUnreadable(`cannot decrypt ${context}: not in the ${VERSION} format`);
  }
  return { nonce, ciphertext: body.subarray(0, -TAG_BYTES), tag: body.subarray(-TAG_BYTES) };
}

/** Buffer skips invalid characters, so the bytes are encoded again and compared. */
function fromBase64Url(text: string | undefined): Buffer | null {
  if (text === undefined) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

function checkKey(key: Uint8Array): void {
  if (key.length !== KEY_BYTES) throw new RangeError(`a master key has ${KEY_BYTES} bytes`);
}

export function secretsUnder(masterKey: Uint8Array): Secrets {
  return {
    seal: (plaintext, context) => encryptSecret(masterKey, plaintext, context),
    open: (sealed, context) => decryptSecret(masterKey, sealed, context),
  };
}
