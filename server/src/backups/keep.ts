// Retention after a new backup: keeps the newest backups of the same history. Backups of other histories or instances
// are neither counted nor deleted.
import { parseWalName } from '@chaintill/embedded-postgres/wal-names';
import { BackupError, type Manifest } from './backup.ts';
import { kinIn } from './choose-backup.ts';
import { type Claim, readClaims } from './claims/claim.ts';
import type { Place } from './place.ts';
import { parseStored } from './wal/stored-log.ts';

const KEPT = /^[1-9]\d{0,3}$/;

/** How many to keep. Throws BackupError unless it is an integer of at least 1. */
export function readKept(text: string): number {
  if (!KEPT.test(text)) throw new BackupError('--keep must be a number from 1 to 9999');
  return Number(text);
}

export interface Keeping {
  readonly kept: number;
  /** The new backup, which is complete and always kept. */
  readonly made: Manifest;
  /** Derived from the master key (signature.ts); null: no key on this machine. */
  readonly key: Uint8Array | null;
}

/** Deletes all but the newest backups of the history of `made`; returns the names of the deleted ones. */
export async function applyRetention(
  place: Place,
  { kept, made, key }: Keeping,
): Promise<readonly string[]> {
  // The backup is from a release without histories, so nothing shows which others share its history.
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
