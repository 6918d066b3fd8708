// Takes over a place for this database, by an operator's decision. The previous history keeps its backups and is
// refused at its next attempt.
import { readWalOrigin } from '../../db/embedded.ts';
import { beginHistory, type OwnHistory, readOwnHistory } from '../../db/own-history.ts';
import { BackupError } from '../backup.ts';
import { releaseSlot } from '../wal/archive-wal.ts';
import { addClaim, type Claim, readClaims } from './claim.ts';
import { newClaim, readUnclaimed, type Storing } from './own-place.ts';
import { endRefusal, readRefusals } from './refusal.ts';

export interface TakenOver {
  readonly claim: Claim;
  /** The history that stored there before; null: the place was unclaimed. */
  readonly before: string | null;
  /** False: the place already belonged to this database. */
  readonly isNew: boolean;
}

/** Throws BackupError when another database takes the place over at the same time. */
export async function takeOver(
  storing: Storing & { readonly key: Uint8Array },
): Promise<TakenOver> {
  const { place, running, key } = storing;
  const { system } = await readWalOrigin(running);
  const claims = await readClaims(place, key, system);
  const last = claims.at(-1) ?? null;
  const own = await ownHistory(storing);
  const refusals = await readRefusals(running.db);
  const isRefused = refusals.some((each) => each.place === place.title);
  if (last !== null && last.history === own.id && !isRefused)
    return { claim: last, before: last.history, isNew: false };
  const claim = await nextClaim({ ...storing, system }, claims, own);
  if (!(await addClaim(place, key, claim)))
    throw new BackupError(
      `another database took over ${place.title} at the same time: chaintill backup list --from ${place.title}`,
    );
  // The WAL archive starts over in the new place, beginning with a backup.
  await releaseSlot(running);
  await endRefusal(running.db, place.title);
  return { claim, before: last?.history ?? null, isNew: true };
}

async function ownHistory({ running }: Storing): Promise<OwnHistory> {
  const own = await readOwnHistory(running.db);
  if (own !== null) return own;
  throw new BackupError(
    'the database has an older release: start the service of this release first',
  );
}

/** A history owns a place only once: a former owner, or a copied one, continues as a new history. */
async function nextClaim(
  { place, running, system }: Storing & { readonly system: string },
  claims: readonly Claim[],
  known: OwnHistory,
): Promise<Claim> {
  const { manifests, files } = await readUnclaimed(place, system);
  const isUsed = [...claims, ...manifests].some(({ history }) => history === known.id);
  if (isUsed) await beginHistory(running.db);
  const own = isUsed ? await ownHistory({ place, running, key: null }) : known;
  const isEmpty = claims.length === 0 && files.length === 0;
  const wal = isEmpty ? system : `${system}-${own.id}`;
  const epoch = (claims.at(-1)?.epoch ?? 0) + 1;
  // After a PostgreSQL upgrade, earlier logs belong to another system identifier.
  const after = isEmpty ? [] : own.after.filter(({ wal: log }) => log.split('-')[0] === system);
  return newClaim({ system, epoch, own, wal, after }, []);
}
