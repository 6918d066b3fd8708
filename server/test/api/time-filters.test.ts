// Guarantees of created_at_from and created_at_to (wire.md 1.2 and part 2 (i)): every time format that published
// clients send means the same moment, both bounds are inclusive, and invalid times are rejected.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { expectError } from '../support/api-shapes.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { newInvoice } from './furnish.ts';

let world: World;
let merchant: Merchant;
/** Creation times of the invoices: three, one minute apart. */
const times: number[] = [];
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  for (let n = 0; n < 3; n++) {
    times.push(world.clock.now());
    await newInvoice(merchant);
    await world.advance(MINUTE);
  }
});
afterAll(() => world.close());

const at = (n: number): number => times[n] ?? Number.NaN;

async function list(query: string): Promise<{ found: number; total: number }> {
  const target = `/api/transactions?${query}`;
  const answer = await signedCall(world.url, merchant.key, { method: 'GET', target });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  const { data, meta } = JSON.parse(answer.text);
  return { found: data.length, total: meta.total };
}

/** A time as written in a URL. */
function spellings(time: number): [string, string][] {
  const iso = new Date(time).toISOString().slice(0, 19);
  const east = new Date(time + 120 * MINUTE).toISOString().slice(0, 19);
  const west = new Date(time - 330 * MINUTE).toISOString().slice(0, 19);
  return [
    ['with Z', `${iso}Z`],
    ['with milliseconds', `${iso}.000Z`],
    ['with nanoseconds, as java sends it', `${iso}.000000000Z`],
    ['escaped', encodeURIComponent(`${iso}+00:00`)],
    ['escaped, elsewhere', encodeURIComponent(`${east}+02:00`)],
    ['west of Greenwich', `${west}-05:30`],
    ['with a + that was not escaped', `${east}+02:00`],
    ['with a short offset', encodeURIComponent(`${east}+0200`)],
    ['as ruby sends it', `${iso.replace('T', '+')}+UTC`],
    [
      'as ruby sends it, with colons escaped',
      `${iso.replace('T', '+').replaceAll(':', '%3A')}+UTC`,
    ],
    ['as ruby sends it from elsewhere', `${east.replace('T', '+')}+%2B0200`],
  ];
}

describe.each(Array.from({ length: 11 }, (_, n) => n))('spelling %i', (n) => {
  const spell = (time: number) => spellings(time)[n]?.[1] ?? '';

  test(`${spellings(0)[n]?.[0]} names the same moment, and bounds are inclusive`, async () => {
    const middle = at(1);
    expect(await list(`created_at_from=${spell(middle)}`)).toEqual({ found: 2, total: 2 });
    expect(await list(`created_at_to=${spell(middle)}`)).toEqual({ found: 2, total: 2 });
    const both = `created_at_from=${spell(middle)}&created_at_to=${spell(middle)}`;
    expect(await list(both)).toEqual({ found: 1, total: 1 });
    expect((await list(`created_at_from=${spell(middle + SECOND)}`)).found).toBe(1);
    expect((await list(`created_at_to=${spell(middle - SECOND)}`)).found).toBe(1);
  });
});

test.each([
  ['2000-01-01', '2000-01-02', 0],
  ['2000-01-01', '9999-12-31T23:59:59Z', 3],
  ['0001-01-01', '9999-12-31', 3],
  ['0001-01-01T00:00:00%2B14:00', '9999-12-31T23:59:59-12:00', 3],
  ['9999-12-31', '0001-01-01', 0],
])('from %s to %s has %i rows', async (from, to, count) => {
  expect(await list(`created_at_from=${from}&created_at_to=${to}`)).toEqual({
    found: count,
    total: count,
  });
});

test.each([
  '',
  'now',
  'yesterday',
  '0',
  '1767225600',
  '2026-13-01',
  '2026-02-30',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00%2B99:00',
  '01/02/2026',
  'Thu,+01+Jan+2026+00:00:00+GMT',
  '2026-01-01T00:00:00Z%00',
  '2026-01-01T00:00:00Z;drop',
  '%2B2026-01-01',
  '٢٠٢٦-01-01',
])('%j is rejected for both fields in one response', async (text) => {
  const escaped = /[^ -~]/.test(text) ? encodeURIComponent(text) : text;
  const target = `/api/transactions?created_at_from=${escaped}&created_at_to=${escaped}`;
  const answer = await signedCall(world.url, merchant.key, { method: 'GET', target });
  expectError(answer, {
    status: 422,
    code: 'invalid',
    details: [
      { code: 'must_be_time', target: 'created_at_from' },
      { code: 'must_be_time', target: 'created_at_to' },
    ],
  });
});

test.each([
  ['Invoice', 3],
  ['invoice', 3],
  ['INVOICE', 3],
  ['coin_withdrawal', 0],
  ['CoinWithdrawal', 0],
  ['channelpayment', 0],
])('the reference type %s is understood', async (type, count) => {
  expect((await list(`reference_type=${type}`)).found).toBe(count);
});

test('an unknown reference type or risk level is rejected with the list', async () => {
  const target = '/api/transactions?reference_type=Payment&risk_level=extreme';
  const answer = await signedCall(world.url, merchant.key, { method: 'GET', target });
  expectError(answer, {
    status: 422,
    code: 'invalid',
    details: [
      { code: 'must_be_included_in', target: 'reference_type' },
      {
        code: 'must_be_included_in',
        target: 'risk_level',
        message: 'must be one of: low, medium, high',
        args: { list: ['low', 'medium', 'high'] },
      },
    ],
  });
});

test('a status is matched literally', async () => {
  expect((await list('status=new')).found).toBe(3);
  expect((await list('status=none')).found).toBe(0);
  expect((await list('status=')).found).toBe(0);
});
