// Many small outputs become one while fees are low, without delaying withdrawals. A withdrawal that needs more outputs
// than a transaction may spend visibly waits until enough of them are consolidated.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { consolidationWorkers } from '../../src/payouts/wallet/consolidate.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { walletFindings } from './wallet-findings.ts';

const KEEP = 20;
/** More than one transfer may spend. */
const MANY = 230;

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS: `${KEEP}` });
});
afterAll(() => fixture.close());

const small = (count: number) => Array.from({ length: count }, () => '0.001');

async function outputs(status: string, coin = 'BTC'): Promise<number> {
  const rows = await fixture.world.app.db.query(
    'select 1 from wallet_outputs where coin = $1 and status = $2',
    [coin, status],
  );
  return rows.length;
}

/** The world's workers have no price limit and consolidate nothing; these do on request. */
async function consolidateNow(): Promise<void> {
  // A payment at the slow level costs 706 satoshi on a quiet day of the simulated network.
  const config = readConfig({ CHAINTILL_CONSOLIDATION_MAX_FEE: 'BTC:0.00001' });
  const coinWallets = new Map([['BTC', fixture.coinWallet('BTC')]]);
  await makeAllDue(fixture.world.app);
  await runDueWork(fixture.world.app, consolidationWorkers(config, coinWallets));
  await fixture.settle();
}

async function merged(): Promise<{ n: number; fee: bigint }> {
  const rows = await fixture.world.app.db.query<{ n: number; fee: bigint }>(
    `select count(*)::int as n, coalesce(sum(network_fee), 0) as fee from transfers
     where purpose = 'consolidation'`,
  );
  return defined(rows[0], 'a count');
}

test('small outputs are consolidated at low fees, down to half of the limit', async () => {
  await fixture.fund('BTC', small(KEEP));
  await consolidateNow();
  expect((await merged()).n).toBe(0);
  // One more output, and dust that costs more to spend than it is worth.
  await fixture.fund('BTC', ['5', '0.0000068']);
  await consolidateNow();
  expect((await merged()).n).toBe(1);
  await fixture.mine('BTC');
  expect(await outputs('unspent')).toBe(KEEP / 2 + 1);
  const [dust] = await fixture.world.app.db.query<{ status: string }>(
    'select status from wallet_outputs where amount = 680',
  );
  expect(dust).toEqual({ status: 'unspent' });
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
  const journal = await fixture.world.app.db.query<{ step: string }>(
    `select l.step from transfer_log l join transfers t on t.coin = l.coin and t.id = l.transfer_id
     where t.purpose = 'consolidation' order by l.seq`,
  );
  expect(journal.map((line) => line.step)).toEqual([
    'reserved',
    'signed',
    'broadcast',
    'seen',
    'confirmed',
  ]);
});

test('nothing is consolidated at high fees or while a withdrawal is pending', async () => {
  const simulation = fixture.world.simulation('BTC');
  await fixture.fund('BTC', small(KEEP));
  const before = (await merged()).n;
  await changeSettings(simulation, { feePercent: 300 });
  await consolidateNow();
  expect((await merged()).n).toBe(before);
  await changeSettings(simulation, { feePercent: 100 });
  const address = foreignAddress(fixture.coinWallet('BTC').coin, 'huge', 1);
  const id = await fixture.withdraw({ coin: 'BTC', amount: '50', address });
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({ wait_reason: 'hot_wallet_low_balance' });
  await consolidateNow();
  expect((await merged()).n).toBe(before);
  await fixture.fund('BTC', ['60']);
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  await consolidateNow();
  expect((await merged()).n).toBe(before + 1);
  await fixture.mine('BTC');
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
});

test('projects whose deposits are consolidated pay the fee in equal shares per output', async () => {
  const merchant = await fixture.world.merchant();
  for (let n = 0; n < KEEP; n++) {
    const channel = await merchant.api.channels.create({
      name: `customer ${n}`,
      pay_currency: 'BTC',
      receiver_currency: 'BTC',
    });
    await fixture.world.pay({ channel_id: channel.id, amount: '0.0009' });
  }
  await fixture.mine('BTC', 6);
  const before = await merged();
  await consolidateNow();
  await fixture.mine('BTC');
  const after = await merged();
  expect(after.n).toBe(before.n + 1);
  const fee = after.fee - before.fee;
  const [booked] = await fixture.world.app.db.query<{ balance: bigint }>(
    `select balance from ledger_accounts
     where project_id = $1 and kind = 'network_fees' and currency = 'BTC'`,
    [merchant.project.id],
  );
  const [inputs] = await fixture.world.app.db.query<{ all: number; theirs: number }>(
    `select count(project_id)::int as all, count(*) filter (where project_id = $1)::int as theirs
     from transfer_costs
     where transfer_id = (select id from transfers where purpose = 'consolidation'
       order by created_at desc, id desc limit 1)`,
    [merchant.project.id],
  );
  const { all, theirs } = defined(inputs, 'a count');
  expect(theirs).toBe(KEEP);
  const share = fee / BigInt(all);
  expect(-defined(booked, 'an account').balance).toBeGreaterThanOrEqual(share * BigInt(theirs));
  expect(-defined(booked, 'an account').balance).toBeLessThanOrEqual((share + 1n) * BigInt(theirs));
});

test('a withdrawal that needs more outputs than a transaction can spend waits until they are consolidated', async () => {
  await fixture.fund('LTC', small(MANY));
  const address = foreignAddress(fixture.coinWallet('LTC').coin, 'many', 1);
  const id = await fixture.withdraw({ coin: 'LTC', amount: '0.22', address });
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({
    status: 'pending',
    wait_reason: 'consolidating_funds',
  });
  const alerts = await fixture.world.app.db.query(
    `select 1 from alerts where kind = 'hot_wallet_low_balance' and resolved_at is null`,
  );
  expect(alerts).toEqual([]);
  for (let round = 0; round < 4; round++) {
    await fixture.advance(MINUTE);
    await fixture.mine('LTC');
  }
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
  expect(await fixture.paidTo('LTC', address)).toEqual({
    payments: 1,
    amount: amountOf('0.22', fixture.coinWallet('LTC').coin),
  });
  expect(await walletFindings(fixture, 'LTC')).toEqual([]);
});

test('a withdrawal that only waits for change shows this without an alert', async () => {
  await fixture.fund('BCH', ['5']);
  const coin = fixture.coinWallet('BCH').coin;
  const ids = [];
  for (const n of [1, 2]) {
    const address = foreignAddress(coin, 'change', n);
    ids.push(await fixture.withdraw({ coin: 'BCH', amount: '1', address }));
  }
  await fixture.settle();
  expect(await fixture.withdrawal(defined(ids[0], 'one'))).toMatchObject({ status: 'sent' });
  expect(await fixture.withdrawal(defined(ids[1], 'two'))).toMatchObject({
    status: 'pending',
    wait_reason: 'consolidating_funds',
  });
  await fixture.mine('BCH');
  await fixture.mine('BCH');
  for (const id of ids) expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  const alerts = await fixture.world.app.db.query(
    `select 1 from alerts where kind = 'hot_wallet_low_balance' and facts ->> 'subject' = 'BCH'`,
  );
  expect(alerts).toEqual([]);
});
