// Payouts have their own rows: their status changes match the table in the code, and the database refuses what could
// pay twice, from any writer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { type PayoutStatus, payoutStatuses } from '../../src/payouts/payout.ts';
import { endWaits, noteWaitOfCoin, wakeWaits } from '../../src/payouts/waiting-payouts.ts';
import { until } from '../support/service.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
});
afterAll(() => fixture.close());

let strangers = 9000;
async function withdraw(amount = '0.1'): Promise<string> {
  strangers += 1;
  const address = foreignAddress(fixture.coinWallet('BTC').coin, 'rows', strangers);
  return fixture.withdraw({ coin: 'BTC', amount, address });
}

const STATUSES = Object.keys(payoutStatuses.moves) as PayoutStatus[];

test("the database allows the status changes of the code's table, and no others", async () => {
  const id = await withdraw();
  const { owner } = fixture.world.database;
  // The owner sets the start status directly, as only the changes are under test.
  const checks = ['payouts_due', 'payouts_with_transfer', 'payouts_waits'];
  const undone = new Error('undone');
  const made: string[] = [];
  await owner
    .transaction(async (tx) => {
      for (const check of checks) await tx.query(`alter table payouts drop constraint ${check}`);
      for (const from of STATUSES)
        for (const to of STATUSES) {
          await tx.query('alter table payouts disable trigger payouts_moves');
          await tx.query('update payouts set status = $2 where withdrawal_id = $1', [id, from]);
          await tx.query('alter table payouts enable trigger payouts_moves');
          await tx.query('savepoint move');
          const moved = tx.query('update payouts set status = $2 where withdrawal_id = $1', [
            id,
            to,
          ]);
          const isMade = await moved.then(
            () => true,
            () => false,
          );
          await tx.query('rollback to savepoint move');
          if (isMade && from !== to) made.push(`${from} ${to}`);
        }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  const drawn = STATUSES.flatMap((from) => payoutStatuses.moves[from].map((to) => `${from} ${to}`));
  expect(made.sort()).toEqual(drawn.sort());
});

test('a withdrawal has one payout, with one transfer that pays it', async () => {
  await fixture.fund('BTC', ['1', '1']);
  const [id, other] = [await withdraw(), await withdraw()];
  await fixture.settle('BTC');
  const [mine, others] = [await fixture.withdrawal(id), await fixture.withdrawal(other)];
  expect(mine).toMatchObject({ status: 'sent', payout: 'sent' });
  const { db } = fixture.world.app;
  const change = (set: string, ...values: unknown[]) =>
    db.query(`update payouts set ${set} where withdrawal_id = $1`, [id, ...values]);
  const again = `insert into payouts (project_id, withdrawal_id, coin, status, due_at)
    select project_id, withdrawal_id, coin, 'waiting', now() from payouts where withdrawal_id = $1`;
  await expect(db.query(again, [id])).rejects.toThrow('payouts_pkey');
  await expect(change('transfer_id = $2', others.transfer_id)).rejects.toThrow('payouts_transfer');
  await expect(change('transfer_id = null')).rejects.toThrow('payouts_with_transfer');
  // If it were due again, it would get a second transfer.
  await expect(change(`status = 'waiting', due_at = now()`)).rejects.toThrow(
    'payouts_with_transfer',
  );
  await expect(change('due_at = now()')).rejects.toThrow('payouts_due');
  const twice = `insert into transfer_payments (coin, transfer_id, output_index, project_id, withdrawal_id)
    select coin, transfer_id, 5, project_id, withdrawal_id from transfer_payments where withdrawal_id = $1`;
  await expect(db.query(twice, [id])).rejects.toThrow('transfer_payments_once');
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', payout: 'confirmed' });
});

test('a reorganized payout is sent once more and stays completed for the merchant', async () => {
  await fixture.fund('BTC', ['1']);
  const id = await withdraw();
  await fixture.settle('BTC');
  await fixture.mine('BTC');
  const { txid } = await fixture.withdrawal(id);
  await fixture.world.reorganise('BTC', 1);
  await fixture.settle('BTC');
  const back = { status: 'completed', txid };
  expect(await fixture.withdrawal(id)).toMatchObject({ ...back, payout: 'sent' });
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ ...back, payout: 'confirmed' });
  expect(await fixture.reported(id)).toEqual(['processing', 'sent', 'completed']);
});

/** Meanwhile another process has the row locked. */
async function withLocked(id: string, run: () => Promise<void>): Promise<void> {
  await fixture.world.database.owner.transaction(async (tx) => {
    await tx.query('select 1 from payouts where withdrawal_id = $1 for update', [id]);
    await run();
  });
}

async function waits(id: string) {
  const [row] = await fixture.world.app.db.query<{ wait_reason: string | null; due_at: Date }>(
    'select wait_reason, due_at from payouts where withdrawal_id = $1',
    [id],
  );
  return defined(row, 'its payout');
}

test('an update for all payouts that wait for a coin does not wait for locked ones', async () => {
  const [taken, free] = [await withdraw(), await withdraw()];
  const { db } = fixture.world.app;
  const now = new Date(fixture.world.clock.now());
  await withLocked(taken, () =>
    noteWaitOfCoin(db, { coin: 'BTC', reason: 'hot_wallet_low_balance' }),
  );
  expect((await waits(taken)).wait_reason).toBeNull();
  expect((await waits(free)).wait_reason).toBe('hot_wallet_low_balance');
  await db.query(
    `update payouts set wait_reason = 'hot_wallet_low_balance', due_at = $1::timestamptz + interval '1 day'
     where status = 'waiting'`,
    [now],
  );
  await withLocked(taken, () => wakeWaits(db, { coins: ['BTC'], now }));
  expect((await waits(taken)).due_at.getTime()).toBeGreaterThan(now.getTime());
  expect((await waits(free)).due_at).toEqual(now);
});

test('an update that ends a wait locks the rows in order', async () => {
  const { db } = fixture.world.app;
  const rows = await db.query<{ id: string }>(
    `select withdrawal_id as id from payouts where status = 'waiting' order by project_id, withdrawal_id`,
  );
  const [first, second] = [defined(rows[0], 'one').id, defined(rows[1], 'another').id];
  // So that the query finds it after the other.
  await db.query(
    `update payouts set wait_reason = 'hot_wallet_low_balance', due_at = due_at + interval '1 day'
     where withdrawal_id = $1`,
    [first],
  );
  const now = new Date(fixture.world.clock.now());
  let ended = Promise.resolve();
  await fixture.world.database.owner.transaction(async (tx) => {
    const lock = 'select 1 from payouts where withdrawal_id = $1 for update';
    await tx.query(lock, [first]);
    ended = endWaits(db, 'coin', { value: 'BTC', reason: 'hot_wallet_low_balance', now });
    await until('it waits for the first', async () => {
      const waiting = await db.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%payouts%'`,
      );
      return waiting.length > 0;
    });
    await tx.query(`${lock} nowait`, [second]);
  });
  await ended;
  expect(await waits(second)).toEqual({ wait_reason: null, due_at: now });
});
