// A signature of a request that moves money is accepted once (wire.md 1.2). It is stored in the transaction that
// carries the request out, or else before, and deleted again when the request is refused.
import type { App } from '../app.ts';
import { assert } from '../core/assert.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { apiError } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { batched } from '../workers/batcher.ts';

const BATCH_MAX = 64;
/** One queue for all projects: their rows never conflict, and one commit stores all of them. */
const EVERYBODY = '';
const storeBatched = batched<Used, boolean>({
  name: 'used_signatures',
  batchMax: BATCH_MAX,
  write: storeUsed,
});

export interface Used {
  readonly projectId: string;
  readonly signature: string;
}

/**
 * Most clients send dates in whole seconds, so two equal requests within one second have the same signature. Errors:
 * 409 `request_replayed`.
 */
export async function useSignature(app: App, projectId: string, signature: string): Promise<void> {
  const isFresh = await storeBatched(app, EVERYBODY, { projectId, signature });
  if (!isFresh) throw apiError('request_replayed');
}

/** The request was rejected and had no effect: the same bytes may be sent again. */
export async function freeSignature(app: App, projectId: string, signature: string): Promise<void> {
  await app.db.query('delete from used_signatures where project_id = $1 and signature = $2', [
    projectId,
    signature,
  ]);
}

// In a fixed order, so that two processes with the same signatures do not deadlock.
const INSERT_USED = `
  insert into used_signatures (project_id, signature, used_at)
  select distinct project_id, signature, $3::timestamptz
  from unnest($1::uuid[], $2::text[]) as t(project_id, signature) order by project_id, signature
  on conflict do nothing returning project_id || ' ' || signature as name`;

async function storeUsed(app: App, _key: string, used: readonly Used[]): Promise<boolean[]> {
  const rows = await app.db.query<{ name: string }>(INSERT_USED, [
    used.map((item) => item.projectId),
    used.map((item) => item.signature),
    new Date(wallNow()),
  ]);
  const fresh = new Set(rows.map((row) => row.name));
  return used.map((item) => fresh.delete(`${item.projectId} ${item.signature}`));
}

/** Those that were used before. The caller holds the ledger locks, or has requested them in the same pipeline. */
export async function findUsed(tx: Tx, sought: readonly Used[]): Promise<readonly Used[]> {
  if (sought.length === 0) return [];
  return tx.query<Used>(
    `select u.project_id as "projectId", u.signature
     from unnest($1::uuid[], $2::text[]) as t(project_id, signature)
     join used_signatures u on u.project_id = t.project_id and u.signature = t.signature`,
    [sought.map((one) => one.projectId), sought.map((one) => one.signature)],
  );
}

/** With the effects of their requests. */
export async function keepUsed(tx: Tx, used: readonly Used[]): Promise<void> {
  if (used.length === 0) return;
  const rows = await tx.query(INSERT_USED, [
    used.map((one) => one.projectId),
    used.map((one) => one.signature),
    new Date(wallNow()),
  ]);
  assert(rows.length === used.length, 'a signature that was not used before');
}

/** Kept for twice the time in which their dates are accepted. */
export const expiredSignatures = {
  age: ({ dateSkewSeconds }: Config) => 2 * dateSkewSeconds * SECOND,
  statement: `delete from used_signatures where ctid = any(array(
    select ctid from used_signatures where used_at < $1 limit $2)) returning 1`,
};
