// A transfer succeeds in one block; after a reorganization the next block charges its fee and pays nobody. The
// completed withdrawal fails, its money returns to the books, and it is paid again or credited back.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { cancelWithdrawal, retryWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { carryOutTransfer, failTransfer } from '../support/fail-transfer.ts';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

const COINS = ['ETH', 'XRP', 'USDT'];
const DEEP = 90;

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_TOKENS: 'USDT' });
  for (const coin of COINS) await fixture.fund(coin, ['500', '500']);
});
afterAll(() => fixture.close());

afterEach(expectBooks);

async function expectBooks(): Promise<void> {
  const { db, coins } = fixture.world.app;
  expect(await walletDifferences(db, coins, COINS)).toEqual([]);
  expect(await auditLedger(db)).toEqual([]);
}

let payees = 0;
async function pay(coin: string) {
  payees += 1;
  const address = foreignAddress(fixture.coinWallet(coin).coin, 'failed later', payees);
  const id = await fixture.withdraw({ coin, amount: '20', address });
  await fixture.settle();
  // A token's sender first gets ether for its fees.
  for (let n = 0; n < 3 && (await fixture.withdrawal(id)).txid === null; n++)
    await fixture.mine('ETH', 2);
  await fixture.mine(coin);
  const { status, txid } = await fixture.withdrawal(id);
  expect(status).toBe('completed');
  return { id, coin, address, txid: defined(txid, 'it is completed') };
}

type Paid = Awaited<ReturnType<typeof pay>>;

/** Its block is reorganized, and the next one decides it again. */
async function mineAgain(paid: Paid, failure: string | null, depth = 1): Promise<void> {
  const { owner } = fixture.world.database;
  const { coin } = paid;
  await reorganise(fixture.world.simulation(coin), { depth });
  await (failure === null ? carryOutTransfer(owner, paid) : failTransfer(owner, paid, failure));
  await fixture.settle();
  await fixture.mine(coin);
}

/** Successful payments. */
async function paymentsTo({ coin, address }: Paid): Promise<number> {
  const rows = await fixture.world.app.db.query(
    `select 1 from simulation.outputs o join simulation.transactions t using (coin, txid)
     where o.coin = $1 and o.address = $2 and t.block_hash is not null and not t.has_failed`,
    [coin, address],
  );
  return rows.length;
}

function balances(coin: string) {
  return fixture.world.app.db.query<{ kind: string; balance: bigint }>(
    `select kind, balance from ledger_accounts
     where project_id = $1 and currency = $2 and kind in ('available', 'withdrawals') order by kind`,
    [fixture.projectId, coin],
  );
}

const FAILURES: readonly [string, string][] = [
  ['ETH', 'execution reverted'],
  ['XRP', 'tecNO_PERMISSION'],
  ['USDT', 'execution reverted'],
];

test.each(FAILURES)(
  'a completed %s withdrawal that fails in the next block is failed, and paid once after a retry',
  async (coin, failure) => {
    const paid = await pay(coin);
    await mineAgain(paid, failure);
    expect(await fixture.withdrawal(paid.id)).toMatchObject({
      status: 'failed',
      wait_reason: 'reverted',
    });
    expect((await fixture.reported(paid.id)).slice(-2)).toEqual(['completed', 'failed']);
    const alerts = await fixture.world.app.db.query(
      `select facts -> 'completed_before' as before from alerts
     where kind = 'transfer_failed_on_chain' and resolved_at is null and facts ->> 'txid' = $1`,
      [paid.txid],
    );
    expect(alerts).toEqual([{ before: [paid.id] }]);
    await expectBooks();
    await fixture.mine(coin, DEEP);
    const { app } = fixture.world;
    await retryWithdrawal(app, fixture.coinWallet(coin), {
      projectId: fixture.projectId,
      id: paid.id,
    });
    await fixture.settle();
    await fixture.mine(coin, 2);
    expect(await fixture.withdrawal(paid.id)).toMatchObject({ status: 'completed' });
    expect(await paymentsTo(paid)).toBe(1);
  },
);

test.each(FAILURES)(
  'a %s withdrawal that fails, succeeds and fails again with its block is credited back in full',
  async (coin, failure) => {
    const before = await balances(coin);
    const paid = await pay(coin);
    for (const outcome of [failure, null, failure]) {
      await mineAgain(paid, outcome);
      const status = outcome === null ? 'completed' : 'failed';
      expect(await fixture.withdrawal(paid.id)).toMatchObject({ status, txid: paid.txid });
      await expectBooks();
    }
    await fixture.mine(coin, DEEP);
    const { app } = fixture.world;
    const requested = { projectId: fixture.projectId, id: paid.id, reason: 'it cannot be paid' };
    await cancelWithdrawal(app, fixture.coinWallet(coin), requested);
    expect(await fixture.withdrawal(paid.id)).toMatchObject({ status: 'cancelled', txid: null });
    expect(await paymentsTo(paid)).toBe(0);
    const given = await balances(coin);
    expect(given.find(({ kind }) => kind === 'withdrawals')).toEqual(
      before.find(({ kind }) => kind === 'withdrawals'),
    );
  },
);

test('a completed XRP withdrawal that lacks funds in the next ledger is paid again, once', async () => {
  const paid = await pay('XRP');
  await mineAgain(paid, 'tecUNFUNDED_PAYMENT');
  await fixture.mine('XRP', 2);
  expect(await fixture.withdrawal(paid.id)).toMatchObject({ status: 'completed' });
  expect(await paymentsTo(paid)).toBe(1);
});

/** Deep enough for the coin's blocks to be final; XRP transfers expire soon after. */
const FINAL: readonly [string, string, number][] = [
  ['ETH', 'execution reverted', DEEP],
  ['USDT', 'execution reverted', DEEP],
  ['XRP', 'tecNO_PERMISSION', 8],
];

/** Failed in a final block; the transfer is no longer tracked. */
async function failForGood(
  coin: string,
  { failure, depth }: { failure: string; depth: number },
): Promise<Paid> {
  const paid = await pay(coin);
  await mineAgain(paid, failure);
  await fixture.mine(coin, depth);
  await fixture.mine(coin);
  return paid;
}

/** The block of the failure leaves the chain. The next block would execute the transfer. */
async function leaveChain(paid: Paid, { depth, drop }: { depth: number; drop: boolean }) {
  await reorganise(fixture.world.simulation(paid.coin), { depth: depth + 3, drop });
  await carryOutTransfer(fixture.world.database.owner, paid);
  await fixture.settle();
  for (let n = 0; n < 4; n++) {
    await fixture.advance(2 * MINUTE);
    for (const coin of new Set([paid.coin, 'ETH'])) await fixture.mine(coin, 2);
  }
  await fixture.mine(paid.coin, DEEP);
  await fixture.mine(paid.coin, 2);
}

test.each(FINAL)(
  'a %s withdrawal that failed in a final block and was credited back is not sent again when that block is reorganized',
  async (coin, failure, depth) => {
    const { app } = fixture.world;
    const paid = await failForGood(coin, { failure, depth });
    const requested = { projectId: fixture.projectId, id: paid.id, reason: 'it cannot be paid' };
    await cancelWithdrawal(app, fixture.coinWallet(coin), requested);
    await leaveChain(paid, { depth, drop: coin === 'XRP' });
    expect(await paymentsTo(paid)).toBe(0);
    expect(await fixture.withdrawal(paid.id)).toMatchObject({ status: 'cancelled' });
    // Later nonces of its sender are used meanwhile.
    const next = await pay(coin);
    expect(await paymentsTo(next)).toBe(1);
    await fixture.mine(coin, DEEP);
  },
);

test.each(FINAL)(
  'a %s withdrawal that failed in a final block and was retried is paid once when that block is reorganized',
  async (coin, failure, depth) => {
    const { app } = fixture.world;
    const paid = await failForGood(coin, { failure, depth });
    await retryWithdrawal(app, fixture.coinWallet(coin), {
      projectId: fixture.projectId,
      id: paid.id,
    });
    await fixture.settle();
    await leaveChain(paid, { depth, drop: true });
    expect(await fixture.withdrawal(paid.id)).toMatchObject({ status: 'completed' });
    expect(await paymentsTo(paid)).toBe(1);
  },
);

test('a withdrawal that failed in a final block, was credited back and is paid after all raises an alert', async () => {
  const { app } = fixture.world;
  const paid = await failForGood('ETH', { failure: 'execution reverted', depth: DEEP });
  const requested = { projectId: fixture.projectId, id: paid.id, reason: 'it cannot be paid' };
  await cancelWithdrawal(app, fixture.coinWallet('ETH'), requested);
  // The next block contains it before anything can replace it.
  await reorganise(fixture.world.simulation('ETH'), { depth: DEEP + 2 });
  await carryOutTransfer(fixture.world.database.owner, paid);
  await fixture.mine('ETH');
  await pay('ETH');
  const [alert] = await app.db.query<{ txid: string; withdrawal: string }>(
    `select facts ->> 'txid' as txid, facts ->> 'subject' as withdrawal from alerts
     where kind = 'paid_after_cancellation' and resolved_at is null`,
  );
  expect(alert).toMatchObject({ withdrawal: paid.id });
  expect(await paymentsTo(paid)).toBe(1);
  // The money is gone, as the alert says. The test puts it back, so that its books match.
  await mineAgain({ ...paid, txid: defined(alert, 'an alert').txid }, 'execution reverted', 2);
  expect(await paymentsTo(paid)).toBe(0);
});
