// Outgoing money, end to end: a merchant's withdrawal in each coin from its request to its first confirmation, with the
// payments on the chain, the ledger and the callbacks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked } from './support.ts';

const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'];
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  for (const coin of COINS) await fillWallet(world, coin, ['30', '30', '30', '30']);
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '100000', BTC: '10', LTC: '10', BCH: '10', ETH: '10' });
  await credit(world, merchant, { XRP: '100' });
});
afterAll(() => world.close());

let strangers = 0;
function stranger(code: string): string {
  strangers += 1;
  const coin = defined(world.app.coins.get(code), code);
  const address = foreignAddress(coin, 'payee', strangers);
  return code === 'XRP' ? `${address}?dt=${strangers}` : address;
}

/** The payments of the chain to an address, in the smallest unit. */
async function paidTo(code: string, address: string): Promise<{ n: number; amount: bigint }> {
  const rows = await world.app.db.query<{ n: number; amount: bigint }>(
    `select count(*)::int as n, coalesce(sum(o.delivered), 0) as amount
     from simulation.outputs o join simulation.transactions t using (coin, txid)
     where o.coin = $1 and o.address = $2
       and (t.mempool_number is not null or t.block_hash is not null)`,
    [code, address.split('?')[0]],
  );
  return defined(rows[0], 'one row');
}

function reported(id: string): string[] {
  return merchant.callbacks
    .filter((callback) => callback.data.id === id)
    .map(({ event, data }) => `${event} ${data.status}`);
}

const WAY = ['reserved', 'signed', 'broadcast', 'seen', 'confirmed'];
const STORY = [
  'created pending',
  'status_changed processing',
  'status_changed sent',
  'status_changed completed',
];

describe.each(COINS)('%s', (code) => {
  const coin = () => defined(world.app.coins.get(code), code);
  const chain = () => booked(world, merchant, { kind: 'chain', currency: code });
  const waiting = () => booked(world, merchant, { kind: 'withdrawals', currency: code });
  const networkFees = () => booked(world, merchant, { kind: 'network_fees', currency: code });

  /** From sent to completed, and the postings that follow. */
  async function followToTheEnd(made: CoinWithdrawal, address: string): Promise<void> {
    const sent = await merchant.api.coinWithdrawals.get(made.id);
    expect(sent).toMatchObject({ status: 'sent', txid: expect.stringMatching(/./) });
    const amount = amountOf(made.received_amount, coin());
    expect(await paidTo(code, address)).toEqual({ n: 1, amount });
    expect(await waiting()).toBe(amount + amountOf(made.network_fee, coin()));
    const before = { chain: await chain(), fees: await networkFees() };
    await world.mine(code);
    const completed = await merchant.api.coinWithdrawals.get(made.id);
    expect(completed).toMatchObject({ status: 'completed', txid: sent.txid });
    const attempts = await merchant.api.coinWithdrawals.attempts(made.id);
    expect(attempts.map(({ step }) => step)).toEqual(WAY);
    expect(new Set(attempts.map(({ txid }) => txid))).toEqual(new Set([sent.txid]));
    expect(completed.risk).toMatchObject({ resource_name: expect.any(String) });
    expect(await waiting()).toBe(0n);
    // The amount sent equals the amount received plus the network's share of the fee that the merchant paid.
    const kept = (await networkFees()) - before.fees;
    const left = (await chain()) - before.chain;
    expect(left + kept).toBe(amount + amountOf(made.network_fee, coin()));
    expect(reported(made.id)).toEqual(STORY);
    const { data } = await merchant.api.transactions.list({ reference_type: 'CoinWithdrawal' });
    expect(data[0]).toMatchObject({ reference_id: made.id, status: 'completed' });
    expect(data[0]?.amount).toBe(`-${made.charged_amount}`);
  }

  test('an instant withdrawal from the account of the coin', async () => {
    const address = stranger(code);
    const made = await merchant.api.coinWithdrawals.create({
      address,
      charged_currency: code,
      received_currency: code,
      received_amount: '6',
      force_commit: true,
    });
    expect(made).toMatchObject({ status: 'pending', address, txid: null, risk: null });
    await world.settle();
    await followToTheEnd(made, address);
  });

  test('a two-step withdrawal from the EUR account', async () => {
    const address = stranger(code);
    const before = await balanceOf(merchant, 'EUR');
    const made = await merchant.api.coinWithdrawals.create({
      address,
      charged_currency: 'EUR',
      received_currency: code,
      charged_amount_to_send: '25',
    });
    expect(made.status).toBe('new');
    await world.settle();
    expect(await paidTo(code, address)).toEqual({ n: 0, amount: 0n });
    expect(await balanceOf(merchant, 'EUR')).toBe(before);
    await merchant.api.coinWithdrawals.commit(made.id);
    await world.settle();
    await followToTheEnd(made, address);
  });

  test('while the node is down it stays pending, and is sent when it is back', async () => {
    const address = stranger(code);
    await changeSettings(world.simulation(code), { nodeIsDown: true });
    const made = await merchant.api.coinWithdrawals.create({
      address,
      charged_currency: 'EUR',
      received_currency: code,
      charged_amount: '25',
      force_commit: true,
    });
    await world.settle();
    expect(await merchant.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'pending' });
    await changeSettings(world.simulation(code), { nodeIsDown: false });
    await world.settle();
    await followToTheEnd(made, address);
  });
});
