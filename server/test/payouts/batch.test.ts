// Several withdrawals in one transaction (CHAINTILL_BATCH_MAX_PAYMENTS): which ones share it, how they share its fee,
// and that a problem with one of them, or with the transaction, still leaves each paid once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { findQuarantine } from '../../src/payouts/quarantine.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { openSpends } from '../../src/payouts/recover/unrecognised-spends.ts';
import { readPlan, type StoredPlan } from '../../src/payouts/transfer.ts';
import { createProject } from '../../src/projects/create.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { insertCommitted, type WithdrawalRequest } from './committed.ts';
import { walletFindings } from './wallet-findings.ts';

const COINS = ['BTC', 'LTC', 'BCH'];
const BATCH_SIZE = 5;

let fixture: CoinWalletWorld;
let otherProject: string;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_BATCH_MAX_PAYMENTS: `${BATCH_SIZE}` });
  for (const coin of COINS) await fixture.fund(coin, ['5', '5', '5']);
  otherProject = (await createProject(fixture.world.app, 'Other payer')).id;
});
afterAll(() => fixture.close());

let strangers = 300_000;

interface Made {
  readonly id: string;
  readonly address: string;
}

/** Committed withdrawals, alternating between two projects. */
async function withdraw(
  count: number,
  requested: Partial<WithdrawalRequest> = {},
): Promise<Made[]> {
  const made: Made[] = [];
  for (let n = 0; n < count; n++) {
    strangers += 1;
    const coin = requested.coin ?? 'BTC';
    const address = foreignAddress(fixture.coinWallet(coin).coin, 'batch', strangers);
    const project = n % 2 === 0 ? fixture.projectId : otherProject;
    const full = { amount: '0.01', ...requested, coin, address };
    made.push({ address, id: await insertCommitted(fixture.world.app, project, full) });
  }
  return made;
}

async function transfersOf(made: readonly Made[]): Promise<string[]> {
  const rows = await fixture.world.app.db.query<{ transfer_id: string }>(
    'select distinct transfer_id from payouts where withdrawal_id = any($1::uuid[])',
    [made.map(({ id }) => id)],
  );
  return rows.map((row) => row.transfer_id);
}

async function expectEach(made: readonly Made[], status: string, payments: number): Promise<void> {
  for (const { id, address } of made) {
    expect(await fixture.withdrawal(id)).toMatchObject({ status });
    expect(await fixture.paidTo('BTC', address)).toMatchObject({ payments });
  }
}

async function goOn(): Promise<void> {
  for (let round = 0; round < 8; round++) {
    await fixture.advance(MINUTE);
    await fixture.mine('BTC');
  }
}

async function expectCleanWallet(): Promise<void> {
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
}

test.each(COINS)(
  '%s queued withdrawals share one transaction, and its fee to the last unit',
  async (coin) => {
    const made = await withdraw(3, { coin });
    await fixture.settle();
    for (const { id } of made)
      expect(await fixture.withdrawal(id)).toMatchObject({ status: 'pending', said: null });
    await fixture.advance(30 * SECOND);
    expect(await transfersOf(made)).toHaveLength(1);
    await fixture.mine(coin);
    for (const { id, address } of made) {
      expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
      expect(await fixture.paidTo(coin, address)).toEqual({
        payments: 1,
        amount: amountOf('0.01', fixture.coinWallet(coin).coin),
      });
      expect(await fixture.reported(id)).toEqual(['processing', 'sent', 'completed']);
    }
    const { app } = fixture.world;
    const booked = await app.db.query<{ amount: bigint }>(
      `select amount from ledger_postings where purpose = 'chain_fee' and reference_id = any($1::uuid[])
       order by amount desc`,
      [made.map(({ id }) => id)],
    );
    const [transfer] = await app.db.query<{ network_fee: bigint; fee_cap: bigint }>(
      'select network_fee, fee_cap from transfers where id = any($1::uuid[])',
      [await transfersOf(made)],
    );
    const shares = booked.map((posting) => posting.amount);
    const fee = defined(transfer, 'a transfer').network_fee;
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(fee);
    expect(defined(shares[0], 'a share') - defined(shares[2], 'a share')).toBeLessThanOrEqual(1n);
    // Cheaper than one transaction each: the purpose of batching.
    const quote = (await fixture.coinWallet(coin).network.feeQuotes()).average;
    expect(fee).toBeLessThan(2n * quote);
    expect(await walletFindings(fixture, coin)).toEqual([]);
  },
);

test('a full batch does not wait, a fast withdrawal never does, and levels do not mix', async () => {
  const full = await withdraw(BATCH_SIZE + 1);
  const fast = await withdraw(2, { level: 'fast' });
  await fixture.settle();
  expect(await transfersOf(full.slice(0, BATCH_SIZE))).toHaveLength(1);
  expect(await fixture.withdrawal(defined(full[BATCH_SIZE], 'one more').id)).toMatchObject({
    status: 'pending',
  });
  expect(await transfersOf(fast)).toHaveLength(1);
  expect(await transfersOf([...full.slice(0, BATCH_SIZE), ...fast])).toHaveLength(2);
  await fixture.advance(30 * SECOND);
  await fixture.mine('BTC');
  await expectEach([...full, ...fast], 'completed', 1);
});

test("a withdrawal that can't be paid waits separately while the others of its batch are sent", async () => {
  const [poor] = await withdraw(1, { networkFee: '0.00000001' });
  const [huge] = await withdraw(1, { amount: '500' });
  const others = await withdraw(3);
  await fixture.advance(30 * SECOND);
  expect(await fixture.withdrawal(defined(poor, 'made').id)).toMatchObject({
    status: 'pending',
    wait_reason: 'fee_above_budget',
  });
  expect(await fixture.withdrawal(defined(huge, 'made').id)).toMatchObject({
    status: 'pending',
    wait_reason: 'hot_wallet_low_balance',
  });
  expect(await transfersOf(others)).toHaveLength(1);
  await fixture.mine('BTC');
  await expectEach(others, 'completed', 1);
  for (const stuck of [poor, huge]) {
    const { id } = defined(stuck, 'made');
    const [row] = await fixture.world.app.db.query<{ project_id: string }>(
      'select project_id from coin_withdrawals where id = $1',
      [id],
    );
    const requested = { projectId: defined(row, 'a row').project_id, id, reason: 'test' };
    await cancelWithdrawal(fixture.world.app, fixture.coinWallet('BTC'), requested);
  }
});

test('a withdrawal that breaks the planning of its batch delays no other', async () => {
  const made = await withdraw(3);
  const broken = defined(made[1], 'made');
  await fixture.world.clock.advance(30 * SECOND);
  const coinWallet = fixture.coinWallet('BTC');
  const network = {
    ...coinWallet.network,
    feeFor: (...[quote, shape]: Parameters<typeof coinWallet.network.feeFor>) => {
      if (shape.outputs.includes(broken.address)) throw new Error('no script is known for it');
      return coinWallet.network.feeFor(quote, shape);
    },
  };
  await reserveDue(fixture.world.app, { ...coinWallet, network });
  expect(await fixture.withdrawal(broken.id)).toMatchObject({
    status: 'pending',
    wait_reason: 'transaction_build_failed',
  });
  for (const { id } of made.filter((one) => one !== broken))
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'processing' });
  await fixture.advance(MINUTE);
  await fixture.mine('BTC');
  await expectEach(made, 'completed', 1);
});

test('a stuck batch is replaced within its budget, and each withdrawal is paid once', async () => {
  const simulation = fixture.world.simulation('BTC');
  const made = await withdraw(BATCH_SIZE);
  await fixture.settle();
  const { txid } = await fixture.withdrawal(defined(made[0], 'made').id);
  await stick(simulation, defined(txid, 'sent'));
  await mine(simulation, { count: 3 });
  await fixture.settle();
  const replaced = await fixture.withdrawal(defined(made[0], 'made').id);
  expect(replaced.txid).not.toBe(txid);
  await fixture.mine('BTC');
  await expectEach(made, 'completed', 1);
  const fees = await fixture.world.app.db.query<{ network_fee: bigint; fee_cap: bigint }>(
    'select network_fee, fee_cap from transfers where txid = any($1)',
    [[txid, replaced.txid]],
  );
  expect(fees).toHaveLength(2);
  for (const fee of fees) expect(fee.network_fee).toBeLessThanOrEqual(fee.fee_cap);
  await expectCleanWallet();
});

test('a batch whose inputs were spent elsewhere waits for a person, then is planned again, each paid once', async () => {
  const { app } = fixture.world;
  const made = await withdraw(BATCH_SIZE);
  await reserveDue(fixture.world.app, fixture.coinWallet('BTC'));
  const [row] = await fixture.world.app.db.query<{ plan: StoredPlan }>(
    'select plan from transfers where id = any($1::uuid[])',
    [await transfersOf(made)],
  );
  const { origin, fee } = readPlan(defined(row, 'a transfer').plan);
  if (!('inputs' in origin)) throw new Error('BTC spends outputs');
  const all = origin.inputs.reduce((sum, input) => sum + input.amount, 0n);
  const outputs = [
    {
      address: foreignAddress(fixture.coinWallet('BTC').coin, 'thief', 1),
      tag: null,
      amount: all - 10n * fee,
    },
  ];
  const raw = encodeTransfer({ coin: 'BTC', origin, outputs, fee: 10n * fee });
  expect(await submit(fixture.world.simulation('BTC'), raw)).toMatchObject({ kind: 'accepted' });
  await fixture.mine('BTC');
  await goOn();
  expect(await findQuarantine(app.db, 'BTC')).not.toBeNull();
  for (const { id, address } of made) {
    expect((await fixture.withdrawal(id)).status).not.toBe('completed');
    expect(await fixture.paidTo('BTC', address)).toMatchObject({ payments: 0 });
  }
  await endQuarantine(app, fixture.coinWallet('BTC'), { isAccepted: true });
  await goOn();
  await expectEach(made, 'completed', 1);
  await expectCleanWallet();
});

test('a withdrawal of a batch is cancelled before signing: it is credited back, the others are paid', async () => {
  const made = await withdraw(BATCH_SIZE);
  await reserveDue(fixture.world.app, fixture.coinWallet('BTC'));
  const cancelled = defined(made[2], 'made');
  await cancelWithdrawal(fixture.world.app, fixture.coinWallet('BTC'), {
    projectId: fixture.projectId,
    id: cancelled.id,
    reason: 'the customer asked for it',
  });
  const others = made.filter((one) => one !== cancelled);
  for (const { id } of others)
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'pending', transfer_id: null });
  await fixture.advance(MINUTE);
  await fixture.mine('BTC');
  await expectEach([cancelled], 'cancelled', 0);
  await expectEach(others, 'completed', 1);
  await expectCleanWallet();
});

test('if the chain already paid a withdrawal of a batch and this is accepted, the others are paid once', async () => {
  const { app } = fixture.world;
  const btc = fixture.coinWallet('BTC');
  const made = await withdraw(BATCH_SIZE);
  await reserveDue(app, btc);
  const paid = defined(made[1], 'made');
  const amount = amountOf('0.01', btc.coin);
  // Paid by another copy of this database from our coins: a stranger's payment proves nothing.
  const [input] = await app.db.query<{ txid: string; index: number; amount: bigint }>(
    `select txid, output_index "index", amount from wallet_outputs
     where coin = 'BTC' and status = 'unspent' order by amount desc limit 1`,
  );
  const spent = defined(input, 'coins');
  const fee = amountOf('0.0001', btc.coin);
  const change = await topUpAddress(app, { coin: 'BTC', model: 'outputs' });
  const raw = encodeTransfer({
    coin: 'BTC',
    origin: { inputs: [spent] },
    outputs: [
      { address: paid.address, tag: null, amount },
      { address: change.address, tag: null, amount: spent.amount - amount - fee },
    ],
    fee,
  });
  expect(await submit(fixture.world.simulation('BTC'), raw)).toMatchObject({ kind: 'accepted' });
  await fixture.mine('BTC');
  const spends = await openSpends(app.db, 'BTC');
  expect(spends.filter(({ kind }) => kind === 'payment')).toMatchObject([{ subject: paid.id }]);
  expect(await fixture.withdrawal(paid.id)).not.toMatchObject({ status: 'completed' });
  await endQuarantine(app, btc, { isAccepted: true });
  await fixture.advance(MINUTE);
  await fixture.mine('BTC');
  await expectEach(made, 'completed', 1);
  // This much money counts only after many blocks.
  await fixture.mine('BTC', 40);
  await expectCleanWallet();
});

test('a reorganized batch is sent again and completed once', async () => {
  const made = await withdraw(BATCH_SIZE);
  await fixture.settle();
  await fixture.mine('BTC');
  await expectEach(made, 'completed', 1);
  await reorganise(fixture.world.simulation('BTC'), { depth: 1, drop: true });
  await fixture.settle();
  await fixture.mine('BTC');
  await expectEach(made, 'completed', 1);
  for (const { id } of made)
    expect(await fixture.reported(id)).toEqual(['processing', 'sent', 'completed']);
  await expectCleanWallet();
});
