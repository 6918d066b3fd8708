// Whose a backup is. The sums in a manifest find accidents; who can change a backup can change them as well. So the
// manifest is sealed with a key that is derived from the till's master key, which no place of backups ever has.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Manifest } from './backup.ts';
import { BackupError } from './errors.ts';

const KEY_BYTES = 32;
/** Names what the derived key is for (RFC 5869, `info`). */
const PURPOSE = 'chaintill backups v1';

export function sealingKeyOf(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', PURPOSE, KEY_BYTES));
}

function sealOf(key: Uint8Array, manifest: Manifest): string {
  return createHmac('sha256', key).update(textOf(manifest)).digest('hex');
}

export function sealed(key: Uint8Array | null, manifest: Manifest): Manifest {
  return { ...manifest, seal: key === null ? null : sealOf(key, manifest) };
}

/** False: it was made without a key. Throws BackupError when it was made with another one, or changed. */
export function isSealed(key: Uint8Array, manifest: Manifest): boolean {
  if (typeof manifest.seal !== 'string') return false;
  if (equal(manifest.seal, sealOf(key, manifest))) return true;
  throw new BackupError(
    `${manifest.name} is not sealed with this master key: it is of another till, or somebody changed it`,
  );
}

function equal(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** As it is stored, without the seal: what was read is written again the same way. */
function textOf({ seal: _seal, ...rest }: Manifest): string {
  return JSON.stringify(rest);
}
