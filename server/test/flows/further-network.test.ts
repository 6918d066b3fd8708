// An asset on a second network (USDC on Polygon): one account, one price; an invoice, a channel, a withdrawal and a
// refund name the network, and the money moves only there. Also with a data folder from before.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { formatAmount } from '../../src/core/money.ts';
import { solvencyOf, walletHoldings } from '../../src/payouts/wallet/solvency.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, depositsOf, newInvoice, storyOf } from './support.ts';

const ON = { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' };
const COINS = ['ETH', 'POL', 'USDC', 'USDC.polygon'];
/** Deep enough on Polygon for any amount. */
const DEEP = 127;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld(ON, { coins: COINS });
  await fillWallet(world, 'POL', ['100']);
  await fillWallet(world, 'USDC.polygon', ['30']);
  await world.mine('POL', DEEP);
  await world.mine('USDC.polygon', DEEP);
  merchant = await world.merchant();
  await credit(world, merchant, { USDC: '500' });
});
afterAll(() => world.close());

/** POL is supplied to the token's addresses, and then the token can move. */
async function goOn(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await world.mine('POL');
    await world.advance(31_000);
    await world.mine('USDC.polygon');
  }
}

test('it is listed once, with its networks, and has one account', async () => {
  const coins = await merchant.api.coins.list();
  const networks = coins.map(({ currency, networks }) => [
    currency,
    networks.map((n) => n.network),
  ]);
  expect(networks).toContainEqual(['USDC', ['ethereum', 'polygon']]);
  expect(networks).toContainEqual(['POL', ['polygon']]);
  const accounts = (await merchant.api.accounts.list()).data.map(({ currency }) => currency);
  expect(accounts.filter((currency) => currency.startsWith('USDC'))).toEqual(['USDC']);
  expect(accounts).toContain('POL');
});

test('an invoice is paid on the network that it names', async () => {
  const invoice = await newInvoice(merchant, { pay_currency: 'USDC', network: 'polygon' });
  expect(invoice).toMatchObject({ pay_currency: 'USDC', network: 'polygon' });
  expect(invoice.uri).toMatch(/^ethereum:0x[0-9a-f]{40}@80002\/transfer\?address=/);
  const before = await balanceOf(merchant, 'EUR');
  await world.pay({ invoice_id: invoice.id });
  await world.mine('USDC.polygon', DEEP);
  const paid = await merchant.api.invoices.get(invoice.id);
  expect(paid).toMatchObject({ status: 'completed', paid_amount: invoice.pay_amount });
  expect(paid.exchange?.pair).toBe('USDCEUR');
  expect(Number(await balanceOf(merchant, 'EUR')) - Number(before)).toBeCloseTo(9.9, 6);
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('status_changed completed');
});

test('without a network the first one applies', async () => {
  const invoice = await newInvoice(merchant, { pay_currency: 'USDC' });
  expect(invoice).toMatchObject({ pay_currency: 'USDC', network: 'ethereum' });
});

test('a channel credits the one account, whatever the network', async () => {
  const before = Number(await balanceOf(merchant, 'USDC'));
  for (const [network, coin, blocks] of [
    ['polygon', 'USDC.polygon', DEEP],
    ['ethereum', 'USDC', 33],
  ] as const) {
    const terms = { name: 'Top-up', pay_currency: 'USDC', receiver_currency: 'USDC', network };
    const channel = await merchant.api.channels.create(terms);
    expect(channel).toMatchObject({ pay_currency: 'USDC', network });
    await world.pay({ channel_id: channel.id, amount: '100' });
    await world.mine(coin, blocks);
    const { data } = await merchant.api.channelPayments.list(channel.id);
    expect(data).toMatchObject([{ status: 'completed', paid_currency: 'USDC', network }]);
  }
  expect(Number(await balanceOf(merchant, 'USDC')) - before).toBeCloseTo(198, 6);
});

test('a withdrawal is sent on the network that it names, and its fee is paid there', async () => {
  const coin = defined(world.app.coins.get('USDC.polygon'), 'USDC on Polygon');
  const fees = await merchant.api.coinWithdrawals.networkFees({ all_networks: true });
  const fee = fees.find(
    (one) => one.currency === 'USDC' && one.network === 'polygon' && one.level === 'average',
  );
  const made = await merchant.api.coinWithdrawals.create({
    charged_currency: 'USDC',
    received_currency: 'USDC',
    received_amount: '25',
    address: foreignAddress(coin, 'payee', 1),
    network: 'polygon',
    force_commit: true,
  });
  expect(made).toMatchObject({ received_currency: 'USDC', network: 'polygon' });
  expect(made.network_fee).toBe(fee?.fee);
  expect('exchange' in made).toBe(false);
  await world.settle();
  await goOn();
  const sent = await merchant.api.coinWithdrawals.get(made.id);
  expect(sent).toMatchObject({ status: 'completed', received_amount: '25.0' });
  const [transfer] = await world.app.db.query<{ coin: string; fee_coin: string }>(
    'select coin, fee_coin from transfers where txid = $1',
    [sent.txid],
  );
  expect(transfer).toEqual({ coin: 'USDC.polygon', fee_coin: 'POL' });
  const [booked] = await world.app.db.query<{ currency: string }>(
    `select currency from ledger_postings where reference_id = $1 and purpose = 'chain_fee'`,
    [made.id],
  );
  expect(booked).toEqual({ currency: 'POL' });
});

test('the default list of network fees has each asset once, on its first network', async () => {
  const listed = (await merchant.api.coinWithdrawals.networkFees())
    .filter(({ currency }) => currency === 'USDC')
    .map(({ network }) => network);
  expect(listed).toEqual(['ethereum']);
});

test('an unsupported network of an asset is rejected with the supported ones', async () => {
  const problem = { message: 'must be one of: ethereum, polygon', target: 'network' };
  const terms = { pay_currency: 'USDC', network: 'bitcoin' };
  const refused = { details: [expect.objectContaining(problem)] };
  await expect(newInvoice(merchant, terms)).rejects.toMatchObject(refused);
  const channel = { name: 'Top-up', receiver_currency: 'EUR', ...terms };
  await expect(merchant.api.channels.create(channel)).rejects.toMatchObject(refused);
  const sent = { charged_currency: 'USDC', received_currency: 'USDC', received_amount: '10' };
  const requested = { ...sent, network: 'bitcoin', address: `0x${'12'.repeat(20)}` };
  await expect(merchant.api.coinWithdrawals.create(requested)).rejects.toMatchObject(refused);
  // The coin's internal name is not a currency.
  await expect(newInvoice(merchant, { pay_currency: 'USDC.polygon' })).rejects.toMatchObject({
    details: [{ target: 'pay_currency' }],
  });
});

test('a customer has an address on each network', async () => {
  const [on, off] = [`0x${'12'.repeat(20)}`, `0x${'34'.repeat(20)}`];
  const addresses = [
    { address: off, currency: 'USDC', network: 'ethereum' },
    { address: on, currency: 'USDC', network: 'polygon' },
  ];
  const customer = await merchant.api.customers.create({ id: 'both', currency: 'EUR', addresses });
  expect(customer.addresses).toEqual(addresses);
});

test('a payout on one network is not funded by the wallet of another', async () => {
  const coin = defined(world.app.coins.get('USDC'), 'USDC on Ethereum');
  const made = await merchant.api.coinWithdrawals.create({
    charged_currency: 'USDC',
    received_currency: 'USDC',
    received_amount: '300',
    address: foreignAddress(coin, 'payee', 2),
    force_commit: true,
  });
  await world.settle();
  // The wallet on Ethereum has only the 100 of the channel.
  expect(await merchant.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'pending' });
});

test('deposits are swept to the hot wallet of their network, with gas of that network', async () => {
  const coin = defined(world.app.coins.get('USDC.polygon'), 'USDC on Polygon');
  // More than the hot address holds.
  const made = await merchant.api.coinWithdrawals.create({
    charged_currency: 'USDC',
    received_currency: 'USDC',
    received_amount: '105',
    address: foreignAddress(coin, 'payee', 3),
    network: 'polygon',
    force_commit: true,
  });
  await world.settle();
  await goOn();
  await goOn();
  const sent = await merchant.api.coinWithdrawals.get(made.id);
  expect(sent).toMatchObject({ status: 'completed', network: 'polygon' });
  const helped = await world.app.db.query<{ coin: string; purpose: string }>(
    `select distinct coin, purpose from transfers where purpose in ('sweep', 'gas') order by coin`,
  );
  expect(helped).toEqual([
    { coin: 'POL', purpose: 'gas' },
    { coin: 'USDC.polygon', purpose: 'sweep' },
  ]);
});

test('solvency adds up the holdings of an asset on all its networks', async () => {
  const { positions } = await solvencyOf(world.app);
  const position = defined(
    positions.find(({ currency }) => currency.code === 'USDC'),
    'USDC',
  );
  const held = await walletHoldings(world.app.db, world.app);
  const ofCoin = (code: string) =>
    defined(
      held.find(({ coin }) => coin === code),
      code,
    ).held;
  expect(ofCoin('USDC')).toBe(100_000_000n);
  expect(ofCoin('USDC.polygon')).toBeGreaterThan(0n);
  expect(position.held).toBe(ofCoin('USDC') + ofCoin('USDC.polygon'));
});

test('both networks keep their deposits apart', async () => {
  const deposits = await world.app.db.query<{ coin: string; n: number }>(
    `select coin, count(*)::int as n from deposits where owner_type <> 'treasury' and coin like 'USDC%'
     group by coin order by coin`,
  );
  expect(deposits).toEqual([
    { coin: 'USDC', n: 1 },
    { coin: 'USDC.polygon', n: 2 },
  ]);
  expect(await depositsOf(world, '00000000-0000-0000-0000-000000000000')).toEqual([]);
});

test('a payment on the wrong network is credited to no invoice, and is unmatched', async () => {
  const invoice = await newInvoice(merchant, { pay_currency: 'USDC' });
  await world.pay({
    currency: 'USDC.polygon',
    address: invoice.address,
    amount: invoice.pay_amount,
  });
  await world.mine('USDC.polygon', DEEP);
  await world.mine('USDC', 33);
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({
    status: 'new',
    paid_amount: '0.0',
    transactions: [],
  });
  const [found] = (await merchant.api.coinDeposits.list({ reason: 'other_network' })).data;
  const deposit = defined(found, 'unmatched money');
  expect(deposit).toMatchObject({
    status: 'on_hold',
    currency: 'USDC',
    network: 'polygon',
    address: invoice.address,
    amount: invoice.pay_amount,
  });
  // It stops nothing: the address is known, and was assigned on Ethereum.
  expect(await world.app.db.query('select coin from quarantines')).toEqual([]);
  const before = Number(await balanceOf(merchant, 'USDC'));
  await merchant.api.coinDeposits.credit(deposit.id, { description: 'sent on Polygon' });
  expect(Number(await balanceOf(merchant, 'USDC')) - before).toBeCloseTo(
    Number(invoice.pay_amount) * 0.99,
    5,
  );
});

test('a payment received on the wrong network can be sent from there', async () => {
  const coin = defined(world.app.coins.get('USDC.polygon'), 'USDC on Polygon');
  const held = (await walletHoldings(world.app.db, world.app)).find(
    (holding) => holding.coin === 'USDC.polygon',
  );
  const amount = defined(held, 'what it holds').held;
  await credit(world, merchant, { USDC: '200' });
  const made = await merchant.api.coinWithdrawals.create({
    charged_currency: 'USDC',
    received_currency: 'USDC',
    received_amount: formatAmount(amount, coin),
    address: foreignAddress(coin, 'payee', 4),
    network: 'polygon',
    force_commit: true,
  });
  await world.settle();
  await goOn();
  await goOn();
  await goOn();
  expect(await merchant.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'completed' });
});

test('an address of ours on another network is no destination', async () => {
  const pair = { charged_currency: 'USDC', received_currency: 'USDC', received_amount: '10' };
  const { address } = await newInvoice(merchant, { pay_currency: 'USDC' });
  const requested = { ...pair, address, network: 'polygon', force_commit: true };
  await expect(merchant.api.coinWithdrawals.create(requested)).rejects.toMatchObject({
    details: [{ target: 'address' }],
  });
});

test('no response or callback contains the internal name of the coin', () => {
  const reported = merchant.callbacks.map(({ body }) => body).join('\n');
  expect(reported).not.toContain('USDC.polygon');
});
