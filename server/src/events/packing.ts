// Callbacks in one compressed row: what they said and what became of them, each text to the byte. Those of one invoice
// say nearly the same and are beside each other, so that a hundred bytes are left of two thousand.
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { assert } from '../core/assert.ts';
import type { Lot, WholeAttempt, WholeCallback, WholeDelivery } from './whole-callbacks.ts';

const deflated = promisify(deflate);
const inflated = promisify(inflate);

export interface Packed {
  readonly first_id: string;
  readonly last_id: string;
  readonly last_at: Date;
  readonly event_ids: readonly string[];
  readonly object_ids: readonly string[];
  readonly deliveries: number;
  readonly body: Buffer;
}

/** In the order in which they are given. Read again before it is believed. */
export async function packed(lot: Lot): Promise<Packed> {
  const text = JSON.stringify(lot);
  const body = await deflated(text);
  assert((await inflated(body)).toString('utf8') === text, 'what was packed can be read');
  const ids = lot.flatMap(({ id, deliveries }) => [id, ...deliveries.map((one) => one.id)]).sort();
  return {
    first_id: ids.at(0) ?? '',
    last_id: ids.at(-1) ?? '',
    last_at: new Date(Math.max(...lot.flatMap(timesOf))),
    event_ids: lot.map(({ id }) => id),
    object_ids: [...new Set(lot.map(({ object_id: id }) => id))],
    deliveries: ids.length - lot.length,
    body,
  };
}

/** When it was made, delivered and tried. */
export function timesOf({ created_at: at, deliveries }: WholeCallback): number[] {
  const times = deliveries.flatMap((delivery) => [
    delivery.created_at,
    ...(delivery.delivered_at === null ? [] : [delivery.delivered_at]),
    ...delivery.made.map((attempt) => attempt.created_at),
  ]);
  return [at, ...times].map((time) => time.getTime());
}

/** What JSON makes of a row with times. */
type Written<Row> = {
  readonly [Field in keyof Row]: Row[Field] extends Date
    ? string
    : Row[Field] extends Date | null
      ? string | null
      : Row[Field];
};
type WrittenDelivery = Omit<Written<WholeDelivery>, 'made'> & {
  readonly made: readonly Written<WholeAttempt>[];
};
type WrittenCallback = Omit<Written<WholeCallback>, 'deliveries'> & {
  readonly deliveries: readonly WrittenDelivery[];
};

export async function unpacked(body: Buffer): Promise<WholeCallback[]> {
  const written: readonly WrittenCallback[] = JSON.parse((await inflated(body)).toString('utf8'));
  return written.map((callback) => ({
    ...callback,
    created_at: new Date(callback.created_at),
    deliveries: callback.deliveries.map((delivery) => ({
      ...delivery,
      first_failed_at: timeOrNull(delivery.first_failed_at),
      created_at: new Date(delivery.created_at),
      delivered_at: timeOrNull(delivery.delivered_at),
      made: delivery.made.map((attempt) => ({
        ...attempt,
        created_at: new Date(attempt.created_at),
      })),
    })),
  }));
}

function timeOrNull(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
