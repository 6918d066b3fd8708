// Guarantees while PostgreSQL runs out of disk space, memory or file handles: a request that can't be stored gets a 503
// with Retry-After and may be repeated with its Idempotency-Key, as may a read that needs disk space. A change without
// a key is not reported as undone. Nothing partial remains, and the service recovers when there is space. Triggers
// raise PostgreSQL's errors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';
import { expectError } from '../support/api-shapes.ts';
import { type HttpAnswer, type Requested, signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  await world.database.owner.query(
    `create function no_room() returns trigger language plpgsql as $$ begin
       raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
     end $$`,
  );
});
afterAll(() => world.close());

const send = (requested: Requested) => signedCall(world.url, merchant.key, requested);
const unkeyed = {
  method: 'POST',
  target: '/api/invoices',
  body: { price_amount: '1', price_currency: 'EUR', pay_currency: 'BTC' },
};
const keyed = { ...unkeyed, headers: { 'idempotency-key': 'once' } };

/** Nothing can be stored in the table during `work`. */
async function whileFull(table: string, work: () => Promise<void>): Promise<void> {
  const { owner } = world.database;
  await owner.query(
    `create trigger no_room before insert on ${table} for each statement execute function no_room()`,
  );
  try {
    await work();
  } finally {
    await owner.query(`drop trigger no_room on ${table}`);
  }
}

function expectToWait(answer: HttpAnswer): void {
  expectError(answer, { status: 503, code: 'service_unavailable' });
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.text).not.toMatch(/space|device|file|database/i);
}

const invoices = () => world.app.db.query<{ n: number }>('select count(*)::int as n from invoices');

test('a request that could not be stored can be repeated with its key, and is then executed once', async () => {
  await whileFull('invoices', async () => {
    expectToWait(await send(keyed));
    expectError(await send(unkeyed), { status: 500, code: 'outcome_unknown' });
  });
  await whileFull('idempotency_keys', async () => {
    expectToWait(await send({ ...unkeyed, headers: { 'idempotency-key': 'another' } }));
  });
  expect(await invoices()).toEqual([{ n: 0 }]);
  expect((await send(keyed)).status).toBe(201);
  expect(await invoices()).toEqual([{ n: 1 }]);
});

test.each([
  'disk_full',
  'out_of_memory',
  'io_error',
  'insufficient_resources',
  'too_many_connections',
])(
  'a statement that fails with %s is an outage, not a defect of the program',
  async (condition) => {
    const statement = `do $$ begin raise exception 'no room' using errcode = '${condition}'; end $$`;
    const { db } = world.app;
    const ways = [db.query, db.write, (text: string) => db.transaction((tx) => tx.query(text))];
    for (const fails of ways)
      await expect(fails(statement)).rejects.toBeInstanceOf(DatabaseUnavailable);
  },
);
