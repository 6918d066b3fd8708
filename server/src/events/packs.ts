// What is stored packed of callbacks, found by id, by object and in the order of ids. The ids of a pack are less than a
// day apart, so that those which may hold an id are few, however many there are.
import { DAY, MINUTE } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { firstId, type Span, timeOfId, whereOf } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { packed, unpacked } from './packing.ts';
import {
  type Lot,
  restoreRows,
  type WholeCallback,
  type WholeDelivery,
} from './whole-callbacks.ts';

interface Stored {
  readonly last_id: string;
  readonly body: Buffer;
}

/** Its callbacks' rows are removed by the caller, who holds them. */
export async function storePack(tx: Tx, projectId: string, lot: Lot): Promise<void> {
  const { body, ...pack } = await packed(lot);
  await tx.query(
    `insert into callback_packs (project_id, first_id, last_id, last_at, event_ids, object_ids,
       deliveries, body)
     values ($1, $2, $3, $4, $5::uuid[], $6::uuid[], $7, $8)`,
    [...keysOf(projectId, pack), body],
  );
}

type Keys = Omit<Awaited<ReturnType<typeof packed>>, 'body'>;

function keysOf(projectId: string, pack: Keys) {
  const { first_id, last_id, last_at, event_ids, object_ids, deliveries } = pack;
  return [projectId, first_id, last_id, last_at, event_ids, object_ids, deliveries];
}

/** An id is between the first and the last, which are not a day apart. */
const MAY_HOLD = 'project_id = $1 and last_id >= $2 and last_id < $3 and first_id <= $2';

export interface PackedDelivery {
  readonly callback: WholeCallback;
  readonly delivery: WholeDelivery;
}

export async function packedDelivery(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<PackedDelivery | null> {
  const packs = await sql.query<Stored>(
    `select last_id, body from callback_packs where ${MAY_HOLD} order by last_id`,
    [projectId, id, dayAfter(id)],
  );
  for (const { body } of packs) {
    const found = deliveriesOf(await unpacked(body)).find(({ delivery }) => delivery.id === id);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Makes rows of the callback of a delivery again, so that it can be sent. False when it is not packed. The caller holds
 * the ledger lock, as whoever stores an event.
 */
export async function unpackDelivery(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const packs = await tx.query<Stored>(
    `select last_id, body from callback_packs where ${MAY_HOLD} order by last_id for update`,
    [projectId, id, dayAfter(id)],
  );
  for (const { last_id: lastId, body } of packs) {
    const lot = await unpacked(body);
    const found = deliveriesOf(lot).find(({ delivery }) => delivery.id === id);
    if (found === undefined) continue;
    await restoreRows(tx, projectId, found.callback);
    const [first, ...others] = lot.filter((callback) => callback !== found.callback);
    if (first === undefined) await dropPack(tx, projectId, lastId);
    else await replacePack(tx, { projectId, lastId, lot: [first, ...others] });
    return true;
  }
  return false;
}

async function replacePack(
  tx: Tx,
  { projectId, lastId, lot }: { projectId: string; lastId: string; lot: Lot },
): Promise<void> {
  const { body, ...pack } = await packed(lot);
  await tx.query(
    `update callback_packs set first_id = $2, last_id = $3, last_at = $4, event_ids = $5::uuid[],
       object_ids = $6::uuid[], deliveries = $7, body = $8
     where project_id = $1 and last_id = $9`,
    [...keysOf(projectId, pack), body, lastId],
  );
}

/** The database refuses it while it holds what is young and nowhere else. */
async function dropPack(tx: Tx, projectId: string, lastId: string): Promise<void> {
  await tx.query('delete from callback_packs where project_id = $1 and last_id = $2', [
    projectId,
    lastId,
  ]);
}

/** The oldest whose last moment was before; null when there is none. */
export async function oldestPack(
  sql: Sql,
  projectId: string,
  before: Date,
): Promise<{ lastId: string; lot: WholeCallback[] } | null> {
  const [oldest] = await sql.query<Stored>(
    `select last_id, body from callback_packs where project_id = $1 and last_id < $2 and last_at < $3
     order by last_id limit 1`,
    [projectId, firstId(before.getTime()), before],
  );
  if (oldest === undefined) return null;
  return { lastId: oldest.last_id, lot: await unpacked(oldest.body) };
}

/** One that was forgotten; false when it is not as it was read, as something of it is sent again. */
export async function forgetPack(
  tx: Tx,
  projectId: string,
  { lastId, lot }: { lastId: string; lot: readonly WholeCallback[] },
): Promise<boolean> {
  const [held] = await tx.query<{ event_ids: string[] }>(
    'select event_ids from callback_packs where project_id = $1 and last_id = $2 for update',
    [projectId, lastId],
  );
  if (held?.event_ids.length !== lot.length) return false;
  await dropPack(tx, projectId, lastId);
  return true;
}

/** How many are read for one page, of 250 callbacks each. */
const READ_AT_ONCE = 8;

export interface PackedAsked {
  readonly after: string | null;
  /** Nothing below it is wanted. */
  readonly downTo: string | null;
  readonly objectId: string | null;
  readonly span: Span;
}

/**
 * Deliveries below a place, the newest first, of a few packs. `edge`: the last that was looked at, where there are
 * others.
 */
export async function packedDeliveries(
  sql: Sql,
  projectId: string,
  { after, downTo, objectId, span }: PackedAsked,
): Promise<{ rows: readonly PackedDelivery[]; edge: string | null }> {
  const values: unknown[] = [];
  const where = whereOf(
    [
      [projectId, (place) => `project_id = ${place}`],
      [after, (place) => `first_id < ${place}::uuid`],
      [after && dayAfter(after), (place) => `last_id < ${place}::uuid`],
      // A delivery is made within a second of its event (whole-callbacks.ts).
      [downTo && firstId(timeOfId(downTo) - MINUTE), (place) => `last_id >= ${place}::uuid`],
      [objectId, (place) => `object_ids @> array[${place}::uuid]`],
      [span.from && firstId(span.from.getTime() - DAY), (place) => `last_id >= ${place}::uuid`],
      [span.to && firstId(span.to.getTime() + DAY), (place) => `first_id < ${place}::uuid`],
    ],
    { values, always: 'deliveries > 0' },
  );
  const packs = await sql.query<Stored>(
    `select last_id, body from callback_packs ${where} order by last_id desc limit ${READ_AT_ONCE + 1}`,
    values,
  );
  const read: PackedDelivery[] = [];
  for (const { body } of packs.slice(0, READ_AT_ONCE))
    read.push(...deliveriesOf(await unpacked(body)));
  const below = read.filter(({ delivery }) => after === null || delivery.id < after);
  below.sort((one, other) => (one.delivery.id < other.delivery.id ? 1 : -1));
  const unread = packs[READ_AT_ONCE]?.last_id;
  if (unread === undefined) return { rows: below, edge: null };
  const rows = below.filter(({ delivery }) => delivery.id > unread);
  return { rows, edge: (rows.at(-1) ?? below.at(-1))?.delivery.id ?? null };
}

/**
 * Events behind a place, in the order of their ids, of a few packs. `edge`: the id up to which there are no others;
 * null: they are all.
 */
export async function packedEvents(
  sql: Sql,
  projectId: string,
  after: string,
): Promise<{ rows: WholeCallback[]; edge: string | null }> {
  const next = await sql.query<Stored>(
    `select last_id, body from callback_packs where project_id = $1 and last_id > $2
     order by last_id limit ${READ_AT_ONCE}`,
    [projectId, after],
  );
  const last = next.at(-1)?.last_id;
  if (last === undefined) return { rows: [], edge: null };
  const around = await sql.query<Stored>(
    `select last_id, body from callback_packs
     where project_id = $1 and last_id > $2 and last_id < $3 and first_id <= $2 order by last_id`,
    [projectId, last, dayAfter(last)],
  );
  const rows: WholeCallback[] = [];
  for (const { body } of [...next, ...around]) rows.push(...(await unpacked(body)));
  const edge = next.length < READ_AT_ONCE ? null : last;
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  return { rows: rows.filter(({ id }) => id > after && (edge === null || id <= edge)), edge };
}

function deliveriesOf(lot: readonly WholeCallback[]): PackedDelivery[] {
  return lot.flatMap((callback) => callback.deliveries.map((delivery) => ({ callback, delivery })));
}

/** With a moment for the ids of deliveries, which may be a little before their event's. */
function dayAfter(id: string): string {
  return firstId(timeOfId(id) + DAY);
}
