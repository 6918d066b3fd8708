// Which backups of a place stay when another one was made: the newest few of the same history. What another history or
// another instance put there neither counts nor goes.
import { parseWalName } from '@chaintill/embedded-postgres/wal-names';
import type { Manifest } from './backup.ts';
import { type Claim, readClaims } from './claims/claim.ts';
import { BackupError } from './errors.ts';
import { kinIn } from './find-backup.ts';
import type { Place } from './place.ts';
import { parseStored } from './wal/seal-wal.ts';

const KEPT = /^[1-9]\d{0,3}$/;

/** How many are to stay. Throws BackupError for anything but a whole number from 1 on. */
export function readKept(text: string): number {
  if (!KEPT.test(text)) throw new BackupError('--keep is how many are to stay, from 1 to 9999');
  return Number(text);
}

export interface Keeping {
  readonly kept: number;
  /** Is whole, and stays. */
  readonly made: Manifest;
  /** Of signature.ts; null: there is none here. */
  readonly key: Uint8Array | null;
}

/** Removes what is older than the newest so many of the history of `made`; the names of those. */
export async function keepNewest(
  place: Place,
  { kept, made, key }: Keeping,
): Promise<readonly string[]> {
  // Of a release that knew no histories: nothing tells which others are of the same one.
  if (made.history === undefined) return [];
  const claims = await readClaims(place, key, made.system);
  const claim = claims.find(({ history }) => history === made.history) ?? null;
  const names = (await siblingsIn(place, made, claim)).map(({ name }) => name);
  const old = names.slice(0, -kept).filter((name) => name !== made.name);
  for (const name of old) await place.remove(name);
  if (claim !== null) await keepWalOf(place, claim, await siblingsIn(place, made, claim));
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

/** What the oldest that is there does not need, none of this history does. */
async function keepWalOf(place: Place, claim: Claim, siblings: readonly Manifest[]): Promise<void> {
  const first = Math.min(...siblings.map(({ first_log: name }) => parseWalName(name)?.number ?? 0));
  const wal = place.wal(claim.wal);
  for (const { file, name } of parseStored(await wal.list())) {
    const position = parseWalName(name);
    if (position !== null && position.number < first) await wal.remove(file);
  }
}
