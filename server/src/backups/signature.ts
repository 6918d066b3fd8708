// Proves the origin of a backup. The checksums in a manifest detect accidents, but an attacker who can change a backup
// can change them too. The manifest is therefore sealed with a key derived from the instance's master key, which is
// never stored in a place of backups.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Manifest } from './backup.ts';
import { BackupError } from './errors.ts';

const KEY_BYTES = 32;
/** Domain separation of the derived key (RFC 5869, `info`). */
const PURPOSE = 'chaintill backups v1';

export function sealingKeyOf(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', PURPOSE, KEY_BYTES));
}

interface Sealed {
  readonly seal?: string | null;
}

function sealOf(key: Uint8Array, value: Sealed): string {
  return createHmac('sha256', key).update(textOf(value)).digest('hex');
}

export function sealedAs<T extends object>(key: Uint8Array | null, value: T): T & Sealed {
  return { ...value, seal: key === null ? null : sealOf(key, value) };
}

export function sealed(key: Uint8Array | null, manifest: Manifest): Manifest {
  return sealedAs(key, manifest);
}

/** False: made without a key. Throws BackupError when it was made with another key or was changed. */
export function isSealedAs(key: Uint8Array, value: Sealed, title: string): boolean {
  if (typeof value.seal !== 'string') return false;
  if (equal(value.seal, sealOf(key, value))) return true;
  throw new BackupError(
    `${title} is not sealed with this master key: it is from another instance, or was changed`,
  );
}

/** Like `isSealedAs`, for a backup. */
export function isSealed(key: Uint8Array, manifest: Manifest): boolean {
  return isSealedAs(key, manifest, manifest.name);
}

function equal(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The text as stored, without the seal: serializing the parsed value reproduces it. */
function textOf({ seal: _seal, ...rest }: Sealed): string {
  return JSON.stringify(rest);
}
