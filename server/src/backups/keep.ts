// Retention keeps the newest backups of one history. Backups of other histories or instances neither count nor are
// deleted.
import { parseWalName } from '@chaintill/embedded-postgres/wal-names';
import { BackupError, type Manifest } from './backup.ts';
import { kinIn } from './choose-backup.ts';
import { type Claim, readClaims } from './claims/claim.ts';
import type { Place } from './place.ts';
import { parseStored } from './wal/stored-log.ts';

const KEPT = /^[1-9]\d{0,3}$/;

export function readKept(text: string): number {
  if (!KEPT.test(text)) throw new BackupError('--keep must be a number from 1 to 9999');
  return Number(text);
}

export interface Keeping {
  readonly kept: number;
  /** The new backup, which is complete and always kept. */
  readonly made: Manifest;
  readonly key: Uint8Array | null;
}

export async function applyRetention(
  place: Place,
  { kept, made, key }: Keeping,
): Promise<readonly string[]> {
  // A backup of a release without histories does not show which others share its history.
  if (made.history === undefined) return [];
  const claims = await readClaims(place, key, made.system);
  const claim = claims.find(({ history }) => history === made.history) ?? null;
  const names = (await siblingsIn(place, made, claim)).map(({ name }) => name);
  const old = names.slice(0, -kept).filter((name) => name !== made.name);
  for (const name of old) await place.remove(name);
  if (claim !== null) await retainWalOf(place, claim, await siblingsIn(place, made, claim));
  return old;
}

async function siblingsIn(
  place: Place,
  made: Manifest,
  claim: Claim | null,
): Promise<readonly Manifest[]> {
  const adopted = new Set(claim?.adopted ?? []);
  return (await kinIn(place, made)).filter(({ name, history }) =>
    history === undefined ? adopted.has(name) : history === made.history,
  );
}

/** WAL that the oldest remaining backup does not need is not needed by any backup of this history. */
async function retainWalOf(
  place: Place,
  claim: Claim,
  siblings: readonly Manifest[],
): Promise<void> {
  const first = Math.min(...siblings.map(({ first_log: name }) => parseWalName(name)?.number ?? 0));
  const wal = place.wal(claim.wal);
  for (const { file, name } of parseStored(await wal.list())) {
    const position = parseWalName(name);
    if (position !== null && position.number < first) await wal.remove(file);
  }
}
