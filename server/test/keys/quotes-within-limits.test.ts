// Quoted network fees leave room below the limits of the signer in use, replacements included: the configured limits,
// and those that the service requests from a separate signer. Quoted fees are paid.
import { afterEach, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { networkFeesWorker } from '../../src/withdrawals/refresh-fees.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from '../payouts/coin-wallet-world.ts';
import { createTestSigner, type TestSigner } from '../support/signer.ts';

let signer: TestSigner | null = null;
let fixture: CoinWalletWorld | null = null;
afterEach(async () => {
  await fixture?.close();
  await signer?.close();
  [fixture, signer] = [null, null];
});

/** Ether and a token's fees; the simulated network requires 0.00042 and 0.0013. */
const LIMITS = { ETH: '0.0009', USDT: '0.003' };
const PER_TRANSFER = 3n;

async function openWorld(environment: Record<string, string>): Promise<CoinWalletWorld> {
  fixture = await openCoinWalletWorld({ CHAINTILL_TOKENS: 'USDT', ...environment });
  await refresh(fixture);
  return fixture;
}

async function refresh({ world }: CoinWalletWorld): Promise<void> {
  await makeAllDue(world.app);
  await runDueWork(world.app, [networkFeesWorker]);
}

/** At each level, in the coin that fees are paid in: three times the quote is signed. */
function expectWithin({ world }: CoinWalletWorld): void {
  const { app } = world;
  const eth = defined(app.coins.get('ETH'), 'ETH');
  const quoted = defined(app.networkFees.get('ETH'), 'a quote');
  for (const level of ['slow', 'average', 'fast'] as const)
    expect(quoted[level] * PER_TRANSFER).toBeLessThanOrEqual(amountOf(LIMITS.ETH, eth));
  expect(quoted.fast * PER_TRANSFER).toBe(amountOf(LIMITS.ETH, eth));
  const token = defined(app.networkFees.get('USDT'), 'a quote');
  expect(defined(token.paid, 'of a token') * PER_TRANSFER).toBe(amountOf(LIMITS.USDT, eth));
}

async function expectPaid({ world, ...one }: CoinWalletWorld): Promise<void> {
  await one.fund('ETH', ['5']);
  const address = foreignAddress(one.coinWallet('ETH').coin, 'limits', 1);
  const { average } = defined(world.app.networkFees.get('ETH'), 'a quote');
  const networkFee = `0.${average.toString().padStart(18, '0')}`;
  const id = await one.withdraw({ coin: 'ETH', amount: '1', address, networkFee });
  await one.settle();
  expect(await one.withdrawal(id)).toMatchObject({ status: 'sent', wait_reason: null });
  await one.mine('ETH');
  expect(await one.withdrawal(id)).toMatchObject({ status: 'completed' });
}

test('quotes stay within the configured limits, and the quoted fee is paid', async () => {
  const limits = Object.entries(LIMITS).map(([coin, most]) => `${coin}:${most}`);
  const opened = await openWorld({ CHAINTILL_NETWORK_FEE_PER_TRANSFER: limits.join(',') });
  expectWithin(opened);
  await expectPaid(opened);
});

test('quotes stay within the limits of a separate signer, also while it is away, and follow them', async () => {
  const separate = await createTestSigner();
  signer = separate;
  const most = { per_transfer: '1000000', per_day: '1000000' };
  const all = ['BTC', 'LTC', 'BCH', 'XRP'].map((code) => [code, most]);
  const fees = Object.entries(LIMITS).map(([code, limit]) => [
    code,
    { ...most, fee_per_transfer: limit, fee_free: limit },
  ]);
  separate.configure({ limits: Object.fromEntries([...all, ...fees]) });
  await separate.start();
  const opened = await openWorld({ CHAINTILL_SIGNER_SOCKET: separate.socket });
  expectWithin(opened);
  await expectPaid(opened);
  await separate.stop();
  await refresh(opened);
  expectWithin(opened);
  const higher = [...all, ['ETH', most], ['USDT', most]];
  separate.configure({ limits: Object.fromEntries(higher) });
  await separate.start();
  await refresh(opened);
  const quoted = defined(opened.world.app.networkFees.get('ETH'), 'a quote');
  const eth = defined(opened.world.app.coins.get('ETH'), 'ETH');
  expect(quoted.average * PER_TRANSFER).toBeGreaterThan(amountOf(LIMITS.ETH, eth));
});
