// What goes wrong after signing: rejections, conflicting spends, sweeps, and what counts as proof.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { readPlan, type StoredPlan } from '../../src/payouts/transfer.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { walletFindings } from './wallet-findings.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
  await fixture.fund('BTC', ['5', '5', '5']);
  await fixture.fund('XRP', ['100']);
});
afterAll(() => fixture.close());

let strangers = 5000;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(fixture.coinWallet(coin).coin, 'trouble', strangers);
}

async function planOf(id: string) {
  const [row] = await fixture.world.app.db.query<{ plan: StoredPlan }>(
    `select t.plan from transfers t join payouts p on p.transfer_id = t.id where p.withdrawal_id = $1`,
    [id],
  );
  return readPlan(defined(row, 'a transfer').plan);
}

/** Reserves and stops, like a process that dies there. */
async function reserveOnly(coin: string, amount: string): Promise<{ id: string; address: string }> {
  const address = stranger(coin);
  const id = await fixture.withdraw({ coin, amount, address });
  await reserveDue(fixture.world.app, fixture.coinWallet(coin));
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'processing' });
  return { id, address };
}

/** Another party with our keys spends the planned inputs of the withdrawal's transfer. */
async function spendElsewhere(coin: string, id: string): Promise<void> {
  const plan = await planOf(id);
  const { origin } = plan;
  const fee = plan.fee * 10n;
  const all =
    'inputs' in origin
      ? origin.inputs.reduce((sum, input) => sum + input.amount, 0n)
      : amountOf('1', fixture.coinWallet(coin).coin) + fee;
  const from =
    'inputs' in origin
      ? { inputs: origin.inputs }
      : { sender: origin.sender, sequence: origin.number };
  const raw = encodeTransfer({
    coin,
    origin: from,
    outputs: [{ address: stranger(coin), tag: null, amount: all - fee }],
    fee,
  });
  const answer = await submit(fixture.world.simulation(coin), raw);
  expect(answer).toMatchObject({ kind: 'accepted' });
  // Nothing more is sent until a person has reviewed it.
  await fixture.settle();
  await endQuarantine(fixture.world.app, fixture.coinWallet(coin), { isAccepted: true });
}

test('a rejection is shown but proves nothing: the same bytes are sent when the node accepts them', async () => {
  const { id, address } = await reserveOnly('BTC', '0.3');
  const simulation = fixture.world.simulation('BTC');
  // A conflicting transaction with a higher fee is in the mempool, so ours is rejected.
  await spendElsewhere('BTC', id);
  await fixture.advance(MINUTE);
  await fixture.advance(MINUTE);
  const failed = await fixture.withdrawal(id);
  expect(failed).toMatchObject({
    status: 'failed',
    said: expect.stringMatching(/^insufficient fee/),
  });
  await fixture.advance(25 * HOUR);
  expect(await fixture.withdrawal(id)).toEqual(failed);
  // It leaves the mempool unmined: nothing conflicts with ours any more.
  await simulation.db.query(
    `update simulation.transactions set mempool_number = null
     where coin = 'BTC' and mempool_number is not null`,
  );
  await fixture.advance(HOUR);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent', txid: failed.txid });
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
  expect((await fixture.paidTo('BTC', address)).payments).toBe(1);
});

test.each(['BTC', 'XRP'])(
  'a new %s transaction is created only when the old one can never confirm',
  async (coin) => {
    const { id, address } = await reserveOnly(coin, '0.3');
    await spendElsewhere(coin, id);
    await fixture.mine(coin);
    await fixture.advance(MINUTE);
    await fixture.advance(MINUTE);
    const stuck = await fixture.withdrawal(id);
    const depth = fixture.coinWallet(coin).coin.confirmationTiers.at(-1)?.confirmations ?? 0;
    if (depth > 1) {
      expect(stuck.status).toBe('failed');
      expect((await fixture.paidTo(coin, address)).payments).toBe(0);
      await fixture.mine(coin, depth - 2);
      expect(await fixture.withdrawal(id)).toMatchObject({ transfer_id: stuck.transfer_id });
    }
    await fixture.mine(coin, 2);
    await fixture.advance(MINUTE);
    await fixture.mine(coin);
    const done = await fixture.withdrawal(id);
    expect(done).toMatchObject({ status: 'completed', said: null });
    expect(await fixture.paidTo(coin, address)).toMatchObject({ payments: 1 });
    const alerts = await fixture.world.app.db.query(
      `select 1 from alerts where kind = 'foreign_spend' and facts ->> 'coin' = $1`,
      [coin],
    );
    expect(alerts).toHaveLength(1);
    expect(await walletFindings(fixture, coin)).toEqual([]);
  },
);

test('an unconfirmed withdrawal is tracked without a time limit', async () => {
  const address = stranger('BTC');
  const id = await fixture.withdraw({ coin: 'BTC', amount: '0.01', address });
  await fixture.settle();
  for (let day = 0; day < 30; day++) await fixture.advance(24 * HOUR);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent' });
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
});

test('ETH deposit addresses are swept when none holds enough, and their gas is posted', async () => {
  const merchant = await fixture.world.merchant();
  for (let n = 0; n < 4; n++) {
    const channel = await merchant.api.channels.create({
      name: `customer ${n}`,
      pay_currency: 'ETH',
      receiver_currency: 'ETH',
    });
    await fixture.world.pay({ channel_id: channel.id, amount: '0.4' });
  }
  await fixture.mine('ETH', 33);
  const address = stranger('ETH');
  const id = await fixture.withdraw({ coin: 'ETH', amount: '1.1', address });
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({
    status: 'pending',
    wait_reason: 'consolidating_funds',
  });
  for (let round = 0; round < 3; round++) {
    await fixture.mine('ETH');
    await fixture.advance(MINUTE);
  }
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
  expect((await fixture.paidTo('ETH', address)).payments).toBe(1);
  const sweeps = await fixture.world.app.db.query<{ total: bigint; n: number }>(
    `select sum(network_fee) as total, count(*)::int as n from transfers where purpose = 'sweep'`,
  );
  const [booked] = await fixture.world.app.db.query<{ balance: bigint }>(
    `select balance from ledger_accounts
     where project_id = $1 and kind = 'network_fees' and currency = 'ETH'`,
    [merchant.project.id],
  );
  expect(sweeps[0]?.n).toBe(3);
  expect(booked?.balance).toBe(-(sweeps[0]?.total ?? 0n));
});

test('a fee spike beyond the budget makes withdrawals wait instead of costing the instance', async () => {
  const simulation = fixture.world.simulation('BTC');
  await changeSettings(simulation, { feePercent: 10_000 });
  const id = await fixture.withdraw({ coin: 'BTC', amount: '0.02', address: stranger('BTC') });
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({
    status: 'pending',
    wait_reason: 'fee_above_budget',
  });
  await changeSettings(simulation, { feePercent: 100 });
  await fixture.advance(MINUTE);
  await mine(simulation);
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
});

test('a withdrawal is cancelled and credited back only while nothing of it is signed', async () => {
  const { app } = fixture.world;
  const btc = fixture.coinWallet('BTC');
  const available = async () => {
    const [row] = await app.db.query<{ balance: bigint }>(
      `select balance from ledger_accounts
       where project_id = $1 and kind = 'available' and currency = 'BTC'`,
      [fixture.projectId],
    );
    return row?.balance ?? 0n;
  };
  const before = await available();
  const cancel = (id: string) =>
    cancelWithdrawal(app, btc, { projectId: fixture.projectId, id, reason: 'asked for' });

  const reserved = await reserveOnly('BTC', '0.04');
  await cancel(reserved.id);
  expect(await fixture.withdrawal(reserved.id)).toMatchObject({ status: 'cancelled', txid: null });
  expect(await available()).toBe(before + amountOf('0.04001411', btc.coin));
  await fixture.advance(MINUTE);
  expect((await fixture.paidTo('BTC', reserved.address)).payments).toBe(0);
  await expect(cancel(reserved.id)).rejects.toThrow('already cancelled');

  const address = stranger('BTC');
  const sent = await fixture.withdraw({ coin: 'BTC', amount: '0.04', address });
  await fixture.settle();
  await expect(cancel(sent)).rejects.toThrow('already sent');
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(sent)).toMatchObject({ status: 'completed' });
  await expect(cancel(sent)).rejects.toThrow('already sent');
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
});

/** Inserts this many transfers before the current one, which expired or which the signer refused. */
async function giveHistory(id: string, count: number): Promise<void> {
  await fixture.world.app.db.query(
    `with before as (
       insert into transfers select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
         'family', gen_random_uuid(), 'status', 'dead', 'txid', null, 'raw', null, 'due_at', null,
         'created_at', t.created_at - interval '1 day'))).*
       from transfers t, generate_series(1, $2)
       where t.id = (select transfer_id from payouts where withdrawal_id = $1) returning coin, id)
     insert into transfer_payments (coin, transfer_id, output_index, project_id, withdrawal_id)
     select coin, id, 0, $3, $1 from before`,
    [id, count, fixture.projectId],
  );
}

test('nor is one that is rejected after a hundred dead transactions: the last one may still confirm', async () => {
  const { app } = fixture.world;
  const address = stranger('BTC');
  const id = await fixture.withdraw({ coin: 'BTC', amount: '0.04', address });
  await fixture.settle();
  await giveHistory(id, 100);
  await app.db.query(
    `with failed as (
       update payouts set status = 'failed', wait_reason = 'rejected_by_network', 
         wait_detail = '{"message": "min relay fee not met"}'
       where withdrawal_id = $1)
     update coin_withdrawals set status = 'failed' where id = $1`,
    [id],
  );
  const requested = { projectId: fixture.projectId, id, reason: 'asked for' };
  const cancelled = cancelWithdrawal(app, fixture.coinWallet('BTC'), requested);
  await expect(cancelled).rejects.toThrow('already sent');
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  expect((await fixture.paidTo('BTC', address)).payments).toBe(1);
});

test('a withdrawal with later nonces behind it is cancelled and does not delay them', async () => {
  const first = await reserveOnly('XRP', '1');
  const second = await reserveOnly('XRP', '1');
  await cancelWithdrawal(fixture.world.app, fixture.coinWallet('XRP'), {
    projectId: fixture.projectId,
    id: first.id,
    reason: 'asked for',
  });
  await fixture.advance(MINUTE);
  await fixture.mine('XRP');
  await fixture.advance(MINUTE);
  await fixture.mine('XRP');
  expect(await fixture.withdrawal(first.id)).toMatchObject({ status: 'cancelled' });
  expect(await fixture.withdrawal(second.id)).toMatchObject({ status: 'completed' });
  const third = await fixture.withdraw({ coin: 'XRP', amount: '1', address: stranger('XRP') });
  await fixture.settle();
  await fixture.mine('XRP');
  expect(await fixture.withdrawal(third)).toMatchObject({ status: 'completed' });
});

test("a withdrawal that can't be planned delays no other", async () => {
  const broken = await fixture.withdraw({ coin: 'BTC', amount: '0.01', address: stranger('BTC') });
  const sound = await fixture.withdraw({ coin: 'BTC', amount: '0.01', address: stranger('BTC') });
  // The worker's own transaction fails on this row only.
  const { owner } = fixture.world.database;
  await owner.query(
    `create function refuse_one() returns trigger language plpgsql as $$
     begin
       if new.withdrawal_id = '${broken}' then raise exception 'broken'; end if;
       return new;
     end $$`,
  );
  await owner.query(
    `create trigger refuse_one before insert on transfer_payments
     for each row execute function refuse_one()`,
  );
  await fixture.settle();
  expect(await fixture.withdrawal(sound)).toMatchObject({ status: 'sent' });
  expect(await fixture.withdrawal(broken)).toMatchObject({
    status: 'pending',
    wait_reason: 'transaction_build_failed',
  });
  await owner.query('drop trigger refuse_one on transfer_payments');
  await fixture.advance(MINUTE);
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(broken)).toMatchObject({ status: 'completed', said: null });
});
