// A database stores only in a place whose last claim names its history. The first history to store in a place claims
// the place; every other one is refused until it takes the place over (take-over.ts).
import type { WalOrigin } from '@chaintill/embedded-postgres/wal-archive';
import { parseWalName } from '@chaintill/embedded-postgres/wal-names';
import { wallNow } from '../../core/clock.ts';
import type { Sql } from '../../db/database.ts';
import { readWalOrigin } from '../../db/embedded.ts';
import { type OwnHistory, readOwnHistory } from '../../db/own-history.ts';
import { BackupError, type Manifest } from '../backup.ts';
import { manifestsOf } from '../choose-backup.ts';
import type { Place } from '../place.ts';
import type { RunningDatabase } from '../running-database.ts';
import { parseStored } from '../wal/stored-log.ts';
import { addClaim, CLAIM_FORMAT, type Claim, readLastClaim } from './claim.ts';
import { PlaceRefusal } from './refusal.ts';

export interface Storing {
  readonly place: Place;
  readonly running: RunningDatabase;
  /** Null: no master key on this machine, so nothing can be claimed. */
  readonly key: Uint8Array | null;
}

export interface OwnPlace {
  readonly system: string;
  /** Null: the database is from a release without histories. */
  readonly history: string | null;
  /** Null: the place is unclaimed, and this process cannot claim it. */
  readonly claim: Claim | null;
}

/** Claims an unclaimed place. Throws PlaceRefusal when another history stores there. */
export async function assertOwnPlace(storing: Storing): Promise<OwnPlace> {
  const { place, running, key } = storing;
  const { system } = await readWalOrigin(running);
  const own = await readOwnHistory(running.db);
  const claim = await readLastClaim(place, key, system);
  if (claim !== null) assertOwner(place, claim, own);
  if (claim !== null || own === null) return { system, history: own?.id ?? null, claim };
  return { system, history: own.id, claim: await claimFirst(storing, own) };
}

function assertOwner(place: Place, claim: Claim, own: OwnHistory | null): void {
  if (claim.history === own?.id) return;
  const us = own === null ? 'this database has no history' : `this database is history ${own.id}`;
  throw new PlaceRefusal(
    { place: place.title, reason: 'claimed', owner: claim.history },
    `${place.title} belongs to history ${claim.history} since ${claim.claimed_at}, and ${us}`,
  );
}

async function claimFirst(storing: Storing, own: OwnHistory): Promise<Claim | null> {
  const { place, key, running } = storing;
  const origin = await readWalOrigin(running);
  const { system } = origin;
  const unclaimed = await readUnclaimed(place, system);
  const others = unclaimed.manifests.filter(({ history }) => history !== own.id);
  const foreign = own.isRestored
    ? (others[0]?.name ?? unclaimed.files[0] ?? null)
    : (others.find(({ history }) => history !== undefined)?.name ?? findForeign(unclaimed, origin));
  if (foreign !== null)
    throw new PlaceRefusal(
      { place: place.title, reason: 'unclaimed_histories', owner: null },
      `${place.title} has ${foreign}, which is not from the past of this database`,
    );
  if (key === null) return null;
  const claim = newClaim({ system, epoch: 1, own, wal: system, after: [] }, others);
  if (await addClaim(place, key, claim)) return claim;
  const last = await readLastClaim(place, key, system);
  if (last === null) throw new BackupError(`the claim of ${place.title} has disappeared`);
  assertOwner(place, last, own);
  return last;
}

interface NewClaim extends Pick<Claim, 'system' | 'epoch' | 'wal' | 'after'> {
  readonly own: OwnHistory;
}

export function newClaim(
  { own, ...claim }: NewClaim,
  adopted: readonly { readonly name: string }[],
): Claim {
  return {
    format: CLAIM_FORMAT,
    ...claim,
    history: own.id,
    adopted: adopted.map(({ name }) => name),
    claimed_at: new Date(wallNow()).toISOString(),
  };
}

export async function readUnclaimed(place: Place, system: string): Promise<Unclaimed> {
  const manifests = (await manifestsOf(place)).filter((each) => each.system === system);
  return { manifests, files: await place.wal(system).list() };
}

// Each backup is recorded in the database before it starts. An unrecorded backup of the same history was made by a
// copy of this database: the data folder was copied and started elsewhere.

export async function noteBegun(sql: Sql, name: string): Promise<void> {
  await sql.query('insert into backups_begun (name) values ($1) on conflict do nothing', [name]);
}

/** Throws PlaceRefusal when a copy of this database made one of the backups. */
export async function assertOwnBackups(
  { place, running }: Storing,
  { history }: OwnPlace,
  backups: readonly Manifest[],
): Promise<void> {
  if (history === null) return;
  const named = backups.filter((each) => each.history === history).map(({ name }) => name);
  const begun = await running.db.query<{ name: string }>(
    'select name from backups_begun where name = any($1::text[])',
    [named],
  );
  const known = new Set(begun.map(({ name }) => name));
  const unknown = named.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new PlaceRefusal(
    { place: place.title, reason: 'unknown_backup', owner: history },
    `${place.title} has ${unknown}, made by a copy of this database`,
  );
}

// The first claim adopts the contents of a place from before claims existed, if all of them belong to the past of one
// database.

interface Unclaimed {
  readonly manifests: readonly Manifest[];
  readonly files: readonly string[];
}

/** The first item that this database did not write before reaching its current state, or null. */
export function findForeign({ manifests, files }: Unclaimed, origin: WalOrigin): string | null {
  const names = parseStored(files).map(({ name }) => name);
  const log = names.find((name) => !isPast(name, origin));
  return log ?? manifests.find((manifest) => !isOwnPast(manifest, origin))?.name ?? null;
}

/** An earlier timeline's file belongs to the past up to the position where the database left that timeline. */
function isPast(name: string, { timeline, number, left }: WalOrigin): boolean {
  const file = parseWalName(name);
  if (file === null) return true;
  if (file.timeline === timeline) return file.number <= number;
  return left.some((each) => each.timeline === file.timeline && file.number < each.number);
}

function isOwnPast({ timeline, last_log: last }: Manifest, origin: WalOrigin): boolean {
  const number = parseWalName(last)?.number ?? 0;
  if (timeline === origin.timeline) return number <= origin.number;
  return origin.left.some((each) => each.timeline === timeline && number <= each.number);
}
