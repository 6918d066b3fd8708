// An operator decides that this database stores in a place from now on. The history that stored there before stays as
// it was, and is refused at its next attempt.
import { readWalOrigin } from '../../db/embedded.ts';
import { beginHistory, type OwnHistory, readOwnHistory } from '../../db/own-history.ts';
import { BackupError } from '../errors.ts';
import { releaseSlot } from '../wal/slot.ts';
import { addClaim, type Claim, readClaims } from './claim.ts';
import { endRefusal, readRefusals } from './note-refusal.ts';
import { newClaim, readUnclaimed, type Storing } from './own-place.ts';

export interface TakenOver {
  readonly claim: Claim;
  /** The history that stored there before; null: nobody had claimed the place. */
  readonly before: string | null;
  /** False: the place was this database's already. */
  readonly isNew: boolean;
}

/** Throws BackupError where another database took the place over at the same moment. */
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
      `another database took over ${place.title} at this moment: chaintill backup list --from ${place.title}`,
    );
  // Its log begins anew there, and what comes first is a backup that leads to it.
  await releaseSlot(running);
  await endRefusal(running.db, place.title);
  return { claim, before: last?.history ?? null, isNew: true };
}

async function ownHistory({ running }: Storing): Promise<OwnHistory> {
  const own = await readOwnHistory(running.db);
  if (own !== null) return own;
  throw new BackupError('the database is of an older release: start the service of this one first');
}

/** A history stores in a place once: one that was there before, or whose copy is there, goes on as another. */
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
  // After an upgrade of PostgreSQL those of before are another system's.
  const after = isEmpty ? [] : own.after.filter(({ wal: log }) => log.split('-')[0] === system);
  return newClaim({ system, epoch, own, wal, after }, []);
}
