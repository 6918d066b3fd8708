// A stuck transaction whose node refuses replacements: its change is spent in a transaction with a higher fee, inside
// the same budget, and both are mined together. The recipient is paid once, the books have both fees, and the wallet
// has the right outputs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { findQuarantine } from '../../src/payouts/quarantine.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { readPlan, type StoredPlan } from '../../src/payouts/transfer.ts';
import { walletHoldings } from '../../src/payouts/wallet/solvency.ts';
import { walletSums } from '../../src/payouts/wallet/wallet-coins.ts';
import { createProject } from '../../src/projects/create.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { insertCommitted } from './committed.ts';
import { bumpFlow, crashSendingEverywhere } from './crash-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';
import { walletFindings } from './wallet-findings.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({
    CHAINTILL_BATCH_MAX_PAYMENTS: '3',
    CHAINTILL_BATCH_WINDOW_SECONDS: '0',
  });
  await fixture.fund('BTC', ['5', '5', '5']);
  await changeSettings(fixture.world.simulation('BTC'), { refusesReplacements: true });
});
afterAll(() => fixture.close());

let strangers = 600_000;

/** Sent, and unconfirmed for long enough to count as stuck. */
async function stuckWithdrawal(projectId = fixture.projectId) {
  strangers += 1;
  const address = foreignAddress(fixture.coinWallet('BTC').coin, 'bump', strangers);
  const requested = { coin: 'BTC', amount: '0.01', address };
  const id = await insertCommitted(fixture.world.app, projectId, requested);
  return { id, address };
}

async function stickAll(made: readonly { id: string }[]): Promise<void> {
  await fixture.settle();
  const { txid } = await fixture.withdrawal(defined(made[0], 'one').id);
  await stick(fixture.world.simulation('BTC'), defined(txid, 'it was sent'));
  await mine(fixture.world.simulation('BTC'), { count: 3 });
  await fixture.settle();
}

async function goOn(): Promise<void> {
  for (let round = 0; round < 10; round++) {
    await fixture.mine('BTC');
    await fixture.advance(11 * MINUTE);
  }
}

interface Stored {
  readonly id: string;
  readonly txid: string;
  readonly status: string;
  readonly plan: StoredPlan;
  readonly network_fee: bigint;
  readonly fee_cap: bigint;
}

async function transferOf(id: string): Promise<Stored> {
  const rows = await fixture.world.app.db.query<Stored>(
    `select t.* from transfers t join payouts p on p.transfer_id = t.id where p.withdrawal_id = $1`,
    [id],
  );
  return defined(rows[0], 'its transfer');
}

async function bumpsOf(transfer: Stored): Promise<Stored[]> {
  return fixture.world.app.db.query<Stored>('select * from transfers where bumps = $1', [
    transfer.id,
  ]);
}

test("a stuck transaction that can't be replaced is bumped once within its budget", async () => {
  const other = (await createProject(fixture.world.app, 'Other')).id;
  const made = [await stuckWithdrawal(), await stuckWithdrawal(other)];
  await stickAll(made);
  const stuck = await transferOf(defined(made[0], 'one').id);
  const [child, ...more] = await bumpsOf(stuck);
  const bump = defined(child, 'a bump');
  expect(more).toEqual([]);
  expect(stuck.status).toBe('broadcast');
  expect(bump.status).toBe('broadcast');
  expect(stuck.network_fee + bump.network_fee).toBeLessThanOrEqual(stuck.fee_cap);
  for (const { id } of made)
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent', txid: stuck.txid });
  await mine(fixture.world.simulation('BTC'), { withTransactions: false, count: 20 });
  await fixture.settle();
  expect(await bumpsOf(stuck)).toHaveLength(1);
  await fixture.mine('BTC');
  for (const { id, address } of made) {
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: stuck.txid });
    expect((await fixture.paidTo('BTC', address)).payments).toBe(1);
  }
  const booked = await fixture.world.app.db.query<{ project_id: string; amount: bigint }>(
    `select project_id, amount from ledger_postings where reference_id = $1 order by amount`,
    [bump.id],
  );
  expect(booked.map((posting) => posting.project_id).sort()).toEqual(
    [fixture.projectId, other].sort(),
  );
  expect(booked.reduce((sum, posting) => sum + posting.amount, 0n)).toBe(bump.network_fee);
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
});

test('during a bump each output counts once, in holdings and in change', async () => {
  const { app } = fixture.world;
  const held = async () => {
    const all = await walletHoldings(app.db, app);
    return defined(
      all.find(({ coin }) => coin === 'BTC'),
      'BTC',
    ).held;
  };
  const before = await held();
  const { unspent: all } = await walletSums(app.db, 'BTC');
  const made = await stuckWithdrawal();
  await stickAll([made]);
  const stuck = await transferOf(made.id);
  const bump = defined((await bumpsOf(stuck))[0], 'a bump');
  const gone =
    amountOf('0.01', fixture.coinWallet('BTC').coin) + stuck.network_fee + bump.network_fee;
  // The chain agrees: neither is in a block.
  expect(await held()).toBe(before);
  const sums = await walletSums(app.db, 'BTC');
  expect(sums.unspent + sums.coming).toBe(all - gone);
  await fixture.mine('BTC');
  expect(await held()).toBe(before - gone);
  expect(await walletSums(app.db, 'BTC')).toEqual({ unspent: all - gone, coming: 0n });
});

test('a reorganization of both leaves one payment and posts each fee once', async () => {
  const made = await stuckWithdrawal();
  await stickAll([made]);
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(made.id)).toMatchObject({ status: 'completed' });
  await reorganise(fixture.world.simulation('BTC'), { depth: 1, drop: true });
  await fixture.settle();
  await fixture.advance(HOUR);
  await fixture.mine('BTC');
  expect((await fixture.paidTo('BTC', made.address)).payments).toBe(1);
  const [bump] = await bumpsOf(await transferOf(made.id));
  expect(defined(bump, 'a bump').status).toBe('confirmed');
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
});

test('a bump is abandoned with its parent', async () => {
  const made = await stuckWithdrawal();
  await stickAll([made]);
  const stuck = await transferOf(made.id);
  // Another party with our keys spends the same outputs, and that transaction is mined.
  const simulation = fixture.world.simulation('BTC');
  await changeSettings(simulation, { refusesReplacements: false });
  const { origin, fee } = readPlan(stuck.plan);
  if (!('inputs' in origin)) throw new Error('BTC spends outputs');
  const all = origin.inputs.reduce((sum, input) => sum + input.amount, 0n);
  const thief = foreignAddress(fixture.coinWallet('BTC').coin, 'thief', 7);
  const expensive = 50n * fee;
  const outputs = [{ address: thief, tag: null, amount: all - expensive }];
  const raw = encodeTransfer({ coin: 'BTC', origin, outputs, fee: expensive });
  expect(await submit(simulation, raw)).toMatchObject({ kind: 'accepted' });
  await goOn();
  // Nothing more is paid before a person has reviewed it.
  const { app } = fixture.world;
  expect(await findQuarantine(app.db, 'BTC')).not.toBeNull();
  expect((await fixture.withdrawal(made.id)).status).not.toBe('completed');
  expect((await fixture.paidTo('BTC', made.address)).payments).toBe(0);
  await endQuarantine(app, fixture.coinWallet('BTC'), { isAccepted: true });
  await goOn();
  await changeSettings(simulation, { refusesReplacements: true });
  const [bump] = await bumpsOf(stuck);
  expect(defined(bump, 'a bump').status).toBe('dead');
  expect(await fixture.withdrawal(made.id)).toMatchObject({ status: 'completed' });
  expect((await fixture.paidTo('BTC', made.address)).payments).toBe(1);
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
});

test(
  'stuck and bumped: one payment, whichever statement or call fails last',
  async () => {
    const requested = { coin: 'BTC', flow: bumpFlow, withdrawals: 1 };
    const byStatement = { ...requested, mortal: mortalByStatement, when: ['before'] } as const;
    expect(await crashSendingEverywhere(fixture, byStatement)).toBeGreaterThan(20);
    const byCall = { ...requested, mortal: mortalByCall, when: ['before', 'after'] } as const;
    expect(await crashSendingEverywhere(fixture, byCall)).toBeGreaterThan(5);
    const rows = await fixture.world.app.db.query(
      `select 1 from transfers where bumps is not null and status <> 'confirmed' and status <> 'dead'`,
    );
    expect(rows).toEqual([]);
  },
  crashTestTimeout(180_000),
);
