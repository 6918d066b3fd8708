// Compacted callbacks by id, by object and in id order. The ids of a pack are less than a day apart, so few packs can
// contain an id.
import { DAY } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { firstId, timeOfId } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { decodeBatch, encodeBatch } from './compacting.ts';
import {
  type Batch,
  restoreRows,
  type WholeCallback,
  type WholeDelivery,
} from './complete-callbacks.ts';

export interface Stored {
  readonly last_id: string;
  readonly body: Buffer;
}

/** The caller has locked the callbacks' rows, and deletes them. */
export async function storeCompacted(tx: Tx, projectId: string, batch: Batch): Promise<void> {
  const { body, ...compacted } = await encodeBatch(batch);
  await tx.query(
    `insert into callback_packs (project_id, first_id, last_id, last_at, event_ids, object_ids,
       deliveries, body)
     values ($1, $2, $3, $4, $5::uuid[], $6::uuid[], $7, $8)`,
    [...keysOf(projectId, compacted), body],
  );
}

type Keys = Omit<Awaited<ReturnType<typeof encodeBatch>>, 'body'>;

function keysOf(projectId: string, compacted: Keys) {
  const { first_id, last_id, last_at, event_ids, object_ids, deliveries } = compacted;
  return [projectId, first_id, last_id, last_at, event_ids, object_ids, deliveries];
}

/** The id is between the first and the last id of a pack, which are less than a day apart. */
const MAY_HOLD = 'project_id = $1 and last_id >= $2 and last_id < $3 and first_id <= $2';

export interface CompactedDelivery {
  readonly callback: WholeCallback;
  readonly delivery: WholeDelivery;
}

export async function compactedDelivery(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<CompactedDelivery | null> {
  const stored = await sql.query<Stored>(
    `select last_id, body from callback_packs where ${MAY_HOLD} order by last_id`,
    [projectId, id, dayAfter(id)],
  );
  for (const { body } of stored) {
    const found = deliveriesOf(await decodeBatch(body)).find(({ delivery }) => delivery.id === id);
    if (found !== undefined) return found;
  }
  return null;
}

/** False when the callback is not compacted. The caller holds the ledger lock, as when storing an event. */
export async function restoreDelivery(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const stored = await tx.query<Stored>(
    `select last_id, body from callback_packs where ${MAY_HOLD} order by last_id for update`,
    [projectId, id, dayAfter(id)],
  );
  for (const { last_id: lastId, body } of stored) {
    const batch = await decodeBatch(body);
    const found = deliveriesOf(batch).find(({ delivery }) => delivery.id === id);
    if (found === undefined) continue;
    await restoreRows(tx, projectId, found.callback);
    const [first, ...others] = batch.filter((callback) => callback !== found.callback);
    if (first === undefined) await dropCompacted(tx, projectId, lastId);
    else await replaceCompacted(tx, { projectId, lastId, batch: [first, ...others] });
    return true;
  }
  return false;
}

async function replaceCompacted(
  tx: Tx,
  { projectId, lastId, batch }: { projectId: string; lastId: string; batch: Batch },
): Promise<void> {
  const { body, ...compacted } = await encodeBatch(batch);
  await tx.query(
    `update callback_packs set first_id = $2, last_id = $3, last_at = $4, event_ids = $5::uuid[],
       object_ids = $6::uuid[], deliveries = $7, body = $8
     where project_id = $1 and last_id = $9`,
    [...keysOf(projectId, compacted), body, lastId],
  );
}

/** The database rejects this while the pack contains recent callbacks that are stored nowhere else. */
async function dropCompacted(tx: Tx, projectId: string, lastId: string): Promise<void> {
  await tx.query('delete from callback_packs where project_id = $1 and last_id = $2', [
    projectId,
    lastId,
  ]);
}

export async function oldestCompacted(
  sql: Sql,
  projectId: string,
  before: Date,
): Promise<{ lastId: string; batch: WholeCallback[] } | null> {
  const [oldest] = await sql.query<Stored>(
    `select last_id, body from callback_packs where project_id = $1 and last_id < $2 and last_at < $3
     order by last_id limit 1`,
    [projectId, firstId(before.getTime()), before],
  );
  if (oldest === undefined) return null;
  return { lastId: oldest.last_id, batch: await decodeBatch(oldest.body) };
}

/** False when the pack has changed since it was read, because part of it is being resent. */
export async function purgeOldest(
  tx: Tx,
  projectId: string,
  { lastId, batch }: { lastId: string; batch: readonly WholeCallback[] },
): Promise<boolean> {
  const [held] = await tx.query<{ event_ids: string[] }>(
    'select event_ids from callback_packs where project_id = $1 and last_id = $2 for update',
    [projectId, lastId],
  );
  if (held?.event_ids.length !== batch.length) return false;
  await dropCompacted(tx, projectId, lastId);
  return true;
}

export function deliveriesOf(batch: readonly WholeCallback[]): CompactedDelivery[] {
  return batch.flatMap((callback) =>
    callback.deliveries.map((delivery) => ({ callback, delivery })),
  );
}

/** Has a margin for the ids of deliveries, which may be slightly earlier than their event's. */
export function dayAfter(id: string): string {
  return firstId(timeOfId(id) + DAY);
}
