// An asset that arrives at the address of another coin's wallet, which the operator tops up: it is an unmatched
// payment, can be credited and is paid out from there. Ether at a token's address pays for fees and is no payment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { accountFacts } from '../../src/chains/simulated/wallet-view.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { creditUnmatched } from '../../src/inbox/refund.ts';
import { checkCover } from '../../src/operator/doctor/check-nodes.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { fillWallet } from '../support/funds.ts';
import { listUnmatched } from '../support/unmatched.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf } from './support.ts';

const COINS = ['ETH', 'USDT', 'USDC'];
const DEEP = 33;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_TOKENS: 'USDT,USDC' }, { coins: COINS });
  merchant = await world.merchant();
  await fillWallet(world, 'ETH', ['5']);
  await world.mine('ETH', DEEP);
});
afterAll(() => world.close());

const coinOf = (code: string) => defined(world.app.coins.get(code), code);

async function payWallet(paid: string, owner: string): Promise<{ txid: string; address: string }> {
  const { address } = await topUpAddress(world.app, { coin: owner, model: 'sequence' });
  const amount = amountOf('100', coinOf(paid));
  const outputs = [{ address, tag: null, amount }];
  const [txid] = await payMany(world.simulation(paid), [{ outputs }]);
  await world.mine(paid, DEEP);
  await world.settle();
  return { txid: defined(txid, 'it was paid'), address };
}

const PAIRS: readonly [string, string][] = [
  ['USDC', 'USDT'],
  ['USDC', 'ETH'],
  ['USDT', 'ETH'],
];

test.each(PAIRS)(
  '%s to the address of the %s wallet is an unmatched payment',
  async (paid, owner) => {
    const { txid, address } = await payWallet(paid, owner);
    const rows = (await listUnmatched(world.app, null)).filter((row) => row.txid === txid);
    expect(rows).toMatchObject([
      { coin: paid, address, project_id: null, amount: amountOf('100', coinOf(paid)) },
    ]);
  },
);

test('ether to the address of a token pays for its fees, and is no payment', async () => {
  const { txid } = await payWallet('ETH', 'USDT');
  const rows = (await listUnmatched(world.app, null)).filter((row) => row.txid === txid);
  expect(rows).toEqual([]);
});

test('once credited, it is paid out from the address where it arrived', async () => {
  const [row] = (await listUnmatched(world.app, null)).filter(({ coin }) => coin === 'USDC');
  const { id } = defined(row, 'what came before');
  await creditUnmatched(world.app, {
    depositId: id,
    projectId: merchant.project.id,
    reason: 'sent by the operator',
  });
  const all = defined(await balanceOf(merchant, 'USDC'), 'USDC');
  const to = foreignAddress(coinOf('USDC'), 'from a wallet', 1);
  await merchant.api.coinWithdrawals.create({
    charged_currency: 'USDC',
    received_currency: 'USDC',
    charged_amount: all,
    address: to,
    force_commit: true,
  });
  const isPaid = async () => (await accountFacts(world.app.db, 'USDC', to)).balance > 0n;
  for (let round = 0; round < 15 && !(await isPaid()); round++) {
    await world.advance(31_000);
    for (const coin of COINS) await world.mine(coin);
  }
  expect(await isPaid()).toBe(true);
  expect((await checkCover(world.app)).filter(({ ok }) => !ok)).toEqual([]);
});
