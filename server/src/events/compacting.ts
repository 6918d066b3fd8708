// Compresses callbacks with their deliveries and attempts into one row, preserving every byte. The callbacks of one
// invoice are adjacent and nearly identical: two thousand bytes become about a hundred.
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, inflate } from 'node:zlib';
import type { App } from '../app.ts';
import { assert } from '../core/assert.ts';
import type { Batch, WholeAttempt, WholeCallback, WholeDelivery } from './complete-callbacks.ts';

/** Sorts before all ids. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

export async function nextProject(app: App, after: string): Promise<string | null> {
  const [next] = await app.db.query<{ id: string }>(
    'select id from projects where id > $1 order by id limit 1',
    [after],
  );
  return next?.id ?? null;
}

const compressed = promisify(brotliCompress);
const decompressed = promisify(brotliDecompress);
const inflated = promisify(inflate);

/** Precedes brotli output. An older pack starts with zlib's first byte, 0x78 (RFC 1950, 2.2). */
const MARK = 0x42;
/** A fifth smaller than zlib in the same time. The maximum, 11, saves another tenth but takes fifty times as long. */
const QUALITY = 5;

export interface Compacted {
  readonly first_id: string;
  readonly last_id: string;
  readonly last_at: Date;
  readonly event_ids: readonly string[];
  readonly object_ids: readonly string[];
  readonly deliveries: number;
  readonly body: Buffer;
}

/** Verifies that the result decodes to the batch. */
export async function encodeBatch(batch: Batch): Promise<Compacted> {
  const text = JSON.stringify(batch);
  const body = await pressed(text);
  assert((await unpressed(body)) === text, 'what was packed can be read');
  const ids = batch
    .flatMap(({ id, deliveries }) => [id, ...deliveries.map((one) => one.id)])
    .sort();
  return {
    first_id: ids.at(0) ?? '',
    last_id: ids.at(-1) ?? '',
    last_at: new Date(Math.max(...batch.flatMap(timesOf))),
    event_ids: batch.map(({ id }) => id),
    object_ids: [...new Set(batch.map(({ object_id: id }) => id))],
    deliveries: ids.length - batch.length,
    body,
  };
}

async function pressed(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text, 'utf8');
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return Buffer.concat([Buffer.of(MARK), await compressed(bytes, { params })]);
}

async function unpressed(body: Buffer): Promise<string> {
  const bytes = body[0] === MARK ? await decompressed(body.subarray(1)) : await inflated(body);
  return bytes.toString('utf8');
}

export function timesOf({ created_at: at, deliveries }: WholeCallback): number[] {
  const times = deliveries.flatMap((delivery) => [
    delivery.created_at,
    ...(delivery.delivered_at === null ? [] : [delivery.delivered_at]),
    ...delivery.made.map((attempt) => attempt.created_at),
  ]);
  return [at, ...times].map((time) => time.getTime());
}

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

export async function decodeBatch(body: Buffer): Promise<WholeCallback[]> {
  const written: readonly WrittenCallback[] = JSON.parse(await unpressed(body));
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
