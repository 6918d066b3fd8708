// Acceptance tests 1 to 3 of the defects seen in the field (docs/acceptance.md): money goes out once.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChaintillError } from '../../../client/src/error.ts';
import { defined } from '../../src/core/assert.ts';
import { auditOf, balanceOf } from '../support/books.ts';
import { until } from '../support/service.ts';
import { type Instance, openInstance, paidTo } from './instance.ts';

const PAYEES = [
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
] as const;
const LOCK = 4711;

let instance: Instance;
beforeAll(async () => {
  instance = await openInstance();
  // The wallets' first coins are in a block.
  await instance.mine('BTC', 3);
});
afterAll(() => instance.close());

const payout = (customId: string, address: string = PAYEES[0]) =>
  instance.api.coinWithdrawals.create({
    address,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '20',
    custom_id: customId,
    force_commit: true,
  });

/** While the test holds a lock, the service waits between a broadcast and its record of it. */
async function holdNotes(): Promise<pg.Client> {
  await instance.database.owner.query(
    `create function wait_for_test() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$`,
  );
  await instance.database.owner.query(
    `create trigger wait_for_test after update of status on transfers for each row
     when (new.status = 'broadcast') execute function wait_for_test()`,
  );
  const client = new pg.Client({ connectionString: instance.database.url });
  await client.connect();
  await client.query(`select pg_advisory_lock(${LOCK})`);
  return client;
}

async function isWaiting(): Promise<boolean> {
  const rows = await instance.database.db.query(
    `select 1 from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}`,
  );
  return rows.length > 0;
}

test('a service that is killed after a broadcast and before it records the broadcast pays once', async () => {
  const client = await holdNotes();
  const { id } = await payout('killed-after-broadcast');
  await until('the service has broadcast, and waits to note it', isWaiting);
  await instance.service.kill('SIGKILL');
  await client.query(`select pg_advisory_unlock(${LOCK})`);
  await client.end();
  await until('its last statement is over', async () => !(await isWaiting()));
  await instance.database.owner.query('drop trigger wait_for_test on transfers');
  expect(await paidTo(instance, PAYEES[0])).toMatchObject({ n: 1 });
  const stored = await instance.database.db.query<{ status: string; broadcasts: number }>(
    'select status, broadcasts from transfers order by created_at, id',
  );
  expect(stored).toEqual([{ status: 'signed', broadcasts: 0 }]);

  await instance.service.start();
  // Until the claim of the dead process expires.
  await instance.advance(31);
  await until(
    'it is sent',
    async () => (await instance.api.coinWithdrawals.get(id)).status === 'sent',
  );
  await instance.mine('BTC');
  const done = await until('it is completed', async () => {
    const found = await instance.api.coinWithdrawals.get(id);
    return found.status === 'completed' && found;
  });
  expect(await paidTo(instance, PAYEES[0])).toMatchObject({ n: 1 });
  const transfers = await instance.database.db.query<{ txid: string; status: string }>(
    'select txid, status from transfers order by created_at, id',
  );
  expect(transfers).toEqual([{ txid: done.txid, status: 'confirmed' }]);
  expect(await balanceOf(instance.api, 'EUR')).toBe('9980.0');
  expect(await auditOf(instance.database.connection)).toEqual([]);
});

test('of 50 parallel payouts with one reference, exactly one is accepted', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => payout('one-reference', PAYEES[1])),
  );
  const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as ChaintillError] : [],
  );
  expect(made).toHaveLength(1);
  expect(refused).toHaveLength(49);
  for (const error of refused)
    expect(error).toMatchObject({ status: 409, code: 'duplicate_custom_id' });
  const { id } = defined(made[0], 'the one');
  await until(
    'it is sent',
    async () => (await instance.api.coinWithdrawals.get(id)).status === 'sent',
  );
  await instance.mine('BTC');
  await until(
    'it is completed',
    async () => (await instance.api.coinWithdrawals.get(id)).status === 'completed',
  );
  expect(await paidTo(instance, PAYEES[1])).toMatchObject({ n: 1 });
  expect(await balanceOf(instance.api, 'EUR')).toBe('9960.0');
});

test('among payouts sent together, the one with a used reference is rejected before any funds move', async () => {
  const before = await instance.api.coinWithdrawals.list();
  const references = ['batch-1', 'batch-2', 'one-reference', 'batch-3'];
  const outcomes = await Promise.allSettled(references.map((reference) => payout(reference)));
  expect(outcomes.map((one) => one.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(defined(outcomes[2], 'the third')).toMatchObject({
    reason: { code: 'duplicate_custom_id' },
  });
  expect(await balanceOf(instance.api, 'EUR')).toBe('9900.0');
  const after = await instance.api.coinWithdrawals.list();
  expect(after.data.length - before.data.length).toBe(3);
  expect(await auditOf(instance.database.connection)).toEqual([]);
});
