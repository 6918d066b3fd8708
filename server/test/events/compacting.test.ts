// Packed content is unpacked byte for byte, including content of earlier versions (zlib without a dictionary).
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBatch, encodeBatch } from '../../src/events/compacting.ts';
import type { WholeCallback } from '../../src/events/complete-callbacks.ts';

const at = new Date('2026-11-27T06:00:00.123Z');

/** Text as a customer may have entered it. */
const callback = (n: number): WholeCallback => ({
  id: `01a21ba1-68ed-700a-aeb4-4e28211400${n}0`,
  seq: n,
  type: 'Invoice',
  event: 'test',
  object_id: `01a21ba1-5918-7013-afe0-ffdcb062d2${n}0`,
  created_at: at,
  payload: `{"name":"Zoë \u0000\u2028 🧾 \\ud800","n":${n}}`,
  deliveries: [
    {
      id: `01a21ba1-68ed-7f82-269a-df6a45171d${n}0`,
      seq: n,
      event_id: `01a21ba1-68ed-700a-aeb4-4e28211400${n}0`,
      endpoint_id: '01a21ba1-57ff-7000-97ec-8d94ff63a484',
      object_id: `01a21ba1-5918-7013-afe0-ffdcb062d2${n}0`,
      status: 'delivered',
      attempts: 1,
      attempts_before: 0,
      first_failed_at: null,
      created_at: at,
      delivered_at: at,
      made: [],
    } as unknown as WholeCallback['deliveries'][number],
  ],
});
const batch = [callback(10), callback(11), callback(12)] as const;

test('packing preserves the content', async () => {
  const { body } = await encodeBatch(batch);
  expect(await decodeBatch(body)).toEqual(batch);
});

test('content that zlib packed is also read', async () => {
  expect(await decodeBatch(deflateSync(JSON.stringify(batch)))).toEqual(batch);
});

test('an unpacked row that disappears is an error', async () => {
  for (const body of ['', 'B', 'B and more', 'xyz'])
    await expect(decodeBatch(Buffer.from(body))).rejects.toThrow();
});
