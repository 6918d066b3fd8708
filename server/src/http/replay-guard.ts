// Prevents replay of captured requests: a signature on a request that moves money is accepted once (wire.md 1.2). It is
// claimed before the work starts and released when the request was rejected, so that only executed requests use it up;
// if the process crashes in between, it stays used. Used signatures are kept for twice the skew of `Date`, after which
// the date itself is rejected.
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { batched } from '../workers/batcher.ts';

const BATCH_MAX = 64;
/** One queue for all projects: their rows never conflict, and one commit stores all of them. */
const EVERYBODY = '';
const storeBatched = batched<Used, boolean>({
  name: 'used_signatures',
  batchMax: BATCH_MAX,
  write: storeUsed,
});

interface Used {
  readonly projectId: string;
  readonly signature: string;
}

/** Errors: 409 `request_replayed`. */
export async function useSignature(app: App, projectId: string, signature: string): Promise<void> {
  const isFresh = await storeBatched(app, EVERYBODY, { projectId, signature });
  if (!isFresh) throw replayed();
}

/** The request was rejected and had no effect: the same bytes may be sent again. */
export async function freeSignature(app: App, projectId: string, signature: string): Promise<void> {
  await app.db.query('delete from used_signatures where project_id = $1 and signature = $2', [
    projectId,
    signature,
  ]);
}

/** Most clients send dates in whole seconds, so two equal requests within one second have the same signature. */
function replayed(): AppError {
  return new AppError({
    code: 'request_replayed',
    status: 409,
    message:
      'this signature was used before: sign the request again with a later Date, or send an Idempotency-Key with it, whose stored answer is then repeated',
  });
}

/** Whether each signature is used for the first time; of equal ones in the batch, only the first is. */
async function storeUsed(app: App, _key: string, used: readonly Used[]): Promise<boolean[]> {
  // In a fixed order, so that two processes with the same signatures do not deadlock.
  const rows = await app.db.query<{ name: string }>(
    `insert into used_signatures (project_id, signature, used_at)
     select distinct project_id, signature, $3::timestamptz
     from unnest($1::uuid[], $2::text[]) as t(project_id, signature) order by project_id, signature
     on conflict do nothing returning project_id || ' ' || signature as name`,
    [used.map((item) => item.projectId), used.map((item) => item.signature), new Date(wallNow())],
  );
  const fresh = new Set(rows.map((row) => row.name));
  return used.map((item) => fresh.delete(`${item.projectId} ${item.signature}`));
}

/** Deletes up to a limit of signatures used before the given time; returns the number deleted. */
export async function purgeSignatures(
  sql: Sql,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const rows = await sql.query(
    `delete from used_signatures where ctid = any(array(
       select ctid from used_signatures where used_at < $1 limit $2)) returning 1`,
    [before, limit],
  );
  return rows.length;
}
