// A payment to an address of one network on another with the same keys: it is distinguished from other unmatched
// payments, moves there with gas of that network, and its recipient bears the cost. No response reveals the internal
// names of coins.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, newInvoice } from './support.ts';

const ON = { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' };
const COINS = ['ETH', 'POL', 'USDC', 'USDC.polygon'];
/** Deep enough on Polygon for any amount. */
const DEEP = 127;

let world: World;
let merchant: Merchant;
/** From an invoice in USDC on Ethereum. */
let shared: string;
beforeAll(async () => {
  world = await createWorld(ON, { coins: COINS });
  await fillWallet(world, 'POL', ['100']);
  await fillWallet(world, 'ETH', ['1']);
  await world.mine('POL', DEEP);
  await world.mine('ETH', 33);
  merchant = await world.merchant();
});
afterAll(() => world.close());

const coinOf = (code: string) => defined(world.app.coins.get(code), code);

/** Gas is supplied on both networks, and then the token can move. */
async function goOn(rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await world.mine('POL');
    await world.mine('ETH');
    await world.advance(31_000);
    await world.mine('USDC.polygon');
    await world.mine('USDC');
  }
}

async function waiting(reason: 'other_network' | 'surplus' | 'unknown_address') {
  return (await merchant.api.coinDeposits.list({ reason })).data;
}

function withdraw(network: string, amount: string, asset = 'USDC') {
  const code = network === 'ethereum' ? 'USDC' : asset === 'POL' ? 'POL' : `USDC.${network}`;
  return merchant.api.coinWithdrawals.create({
    charged_currency: asset,
    received_currency: asset,
    received_amount: amount,
    network,
    address: foreignAddress(coinOf(code), 'payee', Number(amount)),
    force_commit: true,
  });
}

const statusOf = async (id: string) => (await merchant.api.coinWithdrawals.get(id)).status;

test('it has its own reason', async () => {
  const invoice = await newInvoice(merchant, { pay_currency: 'USDC', price_amount: '100' });
  shared = invoice.address;
  await world.pay({ currency: 'USDC.polygon', address: shared, amount: '80' });
  await world.mine('USDC.polygon', DEEP);
  expect(await waiting('unknown_address')).toEqual([]);
  const [found] = await waiting('other_network');
  const deposit = defined(found, 'unmatched money');
  expect(deposit).toMatchObject({ currency: 'USDC', network: 'polygon', invoice_id: null });
  // Also on the right network: from now on both hold something at one address.
  await world.pay({ invoice_id: invoice.id });
  await world.mine('USDC', 33);
  await merchant.api.coinDeposits.credit(deposit.id, { description: 'sent on Polygon' });
  expect(Number(await balanceOf(merchant, 'USDC'))).toBeGreaterThan(70);
});

test("no response about it contains the coin's internal name", async () => {
  const invoice = await newInvoice(merchant, { pay_currency: 'USDC', price_amount: '100' });
  await world.pay({ currency: 'USDC.polygon', address: invoice.address, amount: '30' });
  await world.mine('USDC.polygon', DEEP);
  const { id } = defined((await waiting('other_network'))[0], 'unmatched money');
  const decided = { description: 'meant for this' };
  await expect(
    merchant.api.coinDeposits.attach(id, { ...decided, invoice_id: invoice.id }),
  ).rejects.toMatchObject({ message: 'it is paid in USDC, and this is USDC on polygon' });
  const held = await withdraw('polygon', '20');
  await world.app.db.transaction((tx) =>
    beginQuarantine(tx, { coin: 'USDC.polygon', reason: 'test' }),
  );
  const refusals = await Promise.allSettled([
    merchant.api.coinDeposits.credit(id, decided),
    merchant.api.coinDeposits.refund(id, { address: `0x${'12'.repeat(20)}`, ...decided }),
    merchant.api.coinWithdrawals.cancel(held.id),
    withdraw('polygon', '20'),
  ]);
  await world.database.owner.query('delete from quarantines');
  for (const refused of refusals) {
    expect(refused.status).toBe('rejected');
    const { message } = (refused as PromiseRejectedResult).reason as Error;
    expect(message).toContain('USDC on polygon');
    expect(message).not.toContain('USDC.polygon');
  }
  await goOn();
  expect(await statusOf(held.id)).toBe('completed');
});

test('an address that received gas on one network can send its funds on the other', async () => {
  // The sandbox's Ethereum has fewer blocks than its Polygon, where gas was supplied.
  await world.pay({ currency: 'USDC', address: shared, amount: '50' });
  await world.mine('USDC', 33);
  const { id } = defined((await waiting('surplus'))[0], 'unmatched money');
  await merchant.api.coinDeposits.credit(id, { description: 'on top' });
  await world.settle();
  const sent = await withdraw('ethereum', '60');
  await world.settle();
  await goOn();
  expect(await statusOf(sent.id)).toBe('completed');
});

test("the sweeping cost is in the recipient's ledger", async () => {
  const invoice = await newInvoice(merchant, { pay_currency: 'ETH', price_amount: '100' });
  await world.pay({ currency: 'POL', address: invoice.address, amount: '500' });
  await world.mine('POL', DEEP);
  const { id } = defined((await waiting('other_network'))[0], 'unmatched money');
  await merchant.api.coinDeposits.credit(id, { description: 'sent on Polygon' });
  await credit(world, merchant, { POL: '100' });
  const made = await withdraw('polygon', '540', 'POL');
  await world.settle();
  await goOn();
  expect(await statusOf(made.id)).toBe('completed');
  const swept = await world.app.db.query<{ project_id: string }>(
    `select project_id, booked_fee is not null as is_booked from transfers
     where coin = 'POL' and purpose = 'sweep'`,
  );
  expect(swept).toEqual([{ project_id: merchant.project.id, is_booked: true }]);
});

test('a token is sent at high fees of a network with a cheap coin', async () => {
  // About 1,500 gwei per unit of gas, which is 0.1 POL for a transfer.
  for (const coin of ['POL', 'USDC.polygon'])
    await changeSettings(world.simulation(coin), { feePercent: 3000 });
  await world.advance(MINUTE);
  await fillWallet(world, 'USDC.polygon', ['50']);
  await credit(world, merchant, { USDC: '50' });
  const made = await withdraw('polygon', '45');
  await world.settle();
  await goOn();
  for (const coin of ['POL', 'USDC.polygon'])
    await changeSettings(world.simulation(coin), { feePercent: 100 });
  expect(await statusOf(made.id)).toBe('completed');
});
