// Every operation with a destination address rejects one that nobody owns: withdrawals, refunds, returns of channel
// payments and of unmatched payments, customers, the address book. Previously stored ones are not paid.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings, rulesOf } from '../../src/chains/simulated/simulation.ts';
import { returnPayment } from '../../src/channels/held.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { listDestination } from '../../src/policy/destinations.ts';
import { listAddress, loadOperatorLists } from '../../src/risk/operator-lists.ts';
import { sealWithdrawal, type WithdrawalRow } from '../../src/withdrawals/withdrawal.ts';
import { operatorReader } from '../operator/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, newInvoice } from './support.ts';

const UNSPENDABLE = {
  BTC: 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
  LTC: 'tltc1pfeesm9jvdt',
  ETH: '0x000000000000000000000000000000000000dEaD',
  XRP: 'rrrrrrrrrrrrrrrrrrrrBZbvji?dt=0',
  'USDC.polygon': '0x0000000000000000000000000000000000001010',
} as const;
const COINS = ['BTC', 'LTC', 'ETH', 'XRP', 'POL', 'USDC', 'USDC.polygon'];

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  const tokens = { CHAINTILL_TOKENS: 'USDC,USDC.polygon', CHAINTILL_COINS: 'POL' };
  world = await createWorld(tokens, { coins: COINS });
  await fillWallet(world, 'LTC', ['5']);
  await fillWallet(world, 'XRP', ['500']);
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '100000', LTC: '2', XRP: '100' });
});
afterAll(() => world.close());

const coinOf = (code: string) => defined(world.app.coins.get(code), code);
const unspendableIn = (target: string) => ({
  code: 'invalid',
  details: [
    expect.objectContaining({
      code: 'invalid_coin_address',
      target,
      args: expect.objectContaining({ reason: 'unspendable' }),
    }),
  ],
});

function withdraw(code: string, address: string) {
  const { asset, network } = coinOf(code);
  return merchant.api.coinWithdrawals.create({
    charged_currency: 'EUR',
    received_currency: asset.code,
    charged_amount: '100',
    network,
    address,
    force_commit: true,
  });
}

test.each(Object.entries(UNSPENDABLE))('a withdrawal of %s', async (code, address) => {
  await expect(withdraw(code, address)).rejects.toMatchObject(unspendableIn('address'));
  expect(await balanceOf(merchant, 'EUR')).toBe('100000.0');
});

test("the token's own contract, and any other token's, also for the coin of the network", async () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  for (const code of ['ETH', 'POL', 'USDC', 'USDC.polygon'])
    await expect(withdraw(code, usdc)).rejects.toMatchObject(unspendableIn('address'));
});

test('the refund of an invoice', async () => {
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: '0.5', risk_level: 'low' });
  await world.mine('LTC');
  await expect(
    merchant.api.invoices.refund(invoice.id, { address: UNSPENDABLE.LTC }),
  ).rejects.toMatchObject(unspendableIn('address'));
});

test('the return of an unmatched payment', async () => {
  const invoice = await newInvoice(merchant);
  for (let times = 0; times < 2; times++) {
    await world.pay({ invoice_id: invoice.id, amount: '0.12852645', risk_level: 'low' });
    await world.mine('LTC');
  }
  const { data } = await merchant.api.coinDeposits.list({ reason: 'surplus' });
  const { id } = defined(data[0], 'what came on top');
  await expect(
    merchant.api.coinDeposits.refund(id, { address: UNSPENDABLE.LTC, description: 'sent back' }),
  ).rejects.toMatchObject(unspendableIn('address'));
});

test('the return of a channel payment on hold', async () => {
  const id = await heldPayment();
  const reason = 'not wanted';
  await expect(
    returnPayment(world.app, { id, address: UNSPENDABLE.LTC, reason }),
  ).rejects.toMatchObject(unspendableIn('to'));
});

async function heldPayment(customer_id?: string): Promise<string> {
  const channel = await merchant.api.channels.create({
    name: 'Top-up',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
    ...(customer_id !== undefined && { customer_id }),
  });
  await world.pay({ channel_id: channel.id, amount: '0.5', risk_level: 'high' });
  await world.mine('LTC');
  await world.settle();
  const { data } = await merchant.api.channelPayments.list(channel.id);
  return defined(data[0], 'a payment').id;
}

let customers = 0;
function customerWith(currency: string, address: string) {
  customers += 1;
  const id = `customer ${customers}`;
  const addresses = [{ currency, address }];
  return merchant.api.customers.create({ id, currency: 'EUR', addresses });
}

test.each(['BTC', 'LTC', 'ETH', 'XRP'] as const)('a return address of %s', async (code) => {
  const address = UNSPENDABLE[code];
  await expect(customerWith(code, address)).rejects.toMatchObject(
    unspendableIn('addresses.0.address'),
  );
  const kept = await merchant.api.customers.create({ id: `${code} kept`, currency: 'EUR' });
  await expect(
    merchant.api.customers.update(kept.id, { addresses: [{ currency: code, address }] }),
  ).rejects.toMatchObject(unspendableIn('addresses.0.address'));
  const legacy = { refund_addresses: { [code]: address } };
  await expect(
    merchant.api.customers.create({ id: `${code} legacy`, currency: 'EUR', ...legacy }),
  ).rejects.toMatchObject(unspendableIn(`refund_addresses.${code}.address`));
});

test('a return address is checked like a destination before it is stored', async () => {
  const target = 'addresses.0.address';
  const { address: own } = await newInvoice(merchant);
  await expect(customerWith('LTC', own)).rejects.toMatchObject({
    details: [{ code: 'own_address', target }],
  });
  const tagged = defined(rulesOf('XRP').taggedPayee, 'requires a tag').address;
  await expect(customerWith('XRP', `${tagged}?dt=0`)).rejects.toMatchObject({
    details: [{ code: 'invalid_coin_address', target, args: { reason: 'tag_required' } }],
  });
  await expect(customerWith('XRP', tagged)).rejects.toMatchObject({
    details: [{ code: 'invalid_coin_address', target, args: { reason: 'tag_missing' } }],
  });
  const ofTag = await customerWith('XRP', `${tagged}?dt=5`);
  expect(ofTag.addresses).toMatchObject([{ address: `${tagged}?dt=5` }]);
  const risky = foreignAddress(coinOf('LTC'), 'risky', 1);
  await listAddress(world.app, { coin: 'LTC', address: risky, kind: 'block', note: null });
  world.app.riskLists.entries = await loadOperatorLists(world.app.db);
  await expect(customerWith('LTC', risky)).rejects.toMatchObject({ code: 'high_risk_address' });
});

test('a return address is stored even while the node is unreachable', async () => {
  await changeSettings(world.simulation('XRP'), { nodeIsDown: true });
  const tagged = defined(rulesOf('XRP').taggedPayee, 'requires a tag').address;
  const { addresses } = await customerWith('XRP', `${tagged}?dt=0`);
  await changeSettings(world.simulation('XRP'), { nodeIsDown: false });
  expect(addresses).toMatchObject([{ address: `${tagged}?dt=0` }]);
});

test('an address book entry, which can still be removed if it was stored earlier', async () => {
  const project = merchant.project.id;
  const read = operatorReader(world);
  const entry = { project, currency: 'LTC', address: UNSPENDABLE.LTC };
  await expect(read('policy.addresses.add', entry)).rejects.toMatchObject(unspendableIn('address'));
  const destination = { coin: 'LTC', address: UNSPENDABLE.LTC, tag: null };
  await listDestination(world.app, project, { destination, name: null, mayLoosen: true });
  await expect(withdraw('LTC', UNSPENDABLE.LTC)).rejects.toMatchObject(unspendableIn('address'));
  await read('policy.addresses.remove', entry);
  expect(await read('policy.addresses.list', { project })).toMatchObject({ rows: [] });
});

test("a customer's address that was stored earlier is rejected when it would be paid", async () => {
  await merchant.api.customers.create({ id: 'old', currency: 'EUR' });
  const stored = [{ currency: 'LTC', network: 'litecoin', address: UNSPENDABLE.LTC }];
  await world.database.owner.query(
    `update customers set addresses = $2 where project_id = $1 and id = 'old'`,
    [merchant.project.id, JSON.stringify(stored)],
  );
  const id = await heldPayment('old');
  const [payment] = await world.app.db.query<{ status: string }>(
    'select status from channel_payments where id = $1',
    [id],
  );
  expect(payment).toEqual({ status: 'on_hold' });
  const alerts = await world.app.db.query<{ kind: string }>(
    `select kind from alerts where resolved_at is null and facts ->> 'subject' = $1`,
    [id],
  );
  expect(alerts).toEqual([{ kind: 'automatic_refund_failed' }]);
});

test.each(['LTC', 'XRP'] as const)(
  'a withdrawal of %s that was stored before is not sent, says why, and can be canceled',
  async (code) => {
    const good = foreignAddress(coinOf(code), 'good', 1);
    const made = await withdraw(code, code === 'XRP' ? `${good}?dt=0` : good);
    const [address = ''] = UNSPENDABLE[code].split('?');
    await moveTo(made.id, address);
    await world.settle();
    await world.advance(MINUTE);
    expect(await merchant.api.coinWithdrawals.get(made.id)).toMatchObject({
      status: 'pending',
      status_context: 'recipient_rejects_payment',
      txid: null,
    });
    const shown = await operatorReader(world)('withdrawals.show', { withdrawal_id: made.id });
    expect(shown).toMatchObject({ wait_detail: 'unspendable' });
    const coinWallet = defined(world.assembled.coinWallets.get(code), code);
    const { id: projectId } = merchant.project;
    await cancelWithdrawal(world.app, coinWallet, { projectId, id: made.id, reason: 'nobody' });
    expect(await merchant.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'cancelled' });
  },
);

/** Inserts it as an earlier version without the check stored it. */
async function moveTo(id: string, address: string): Promise<void> {
  const [row] = await world.app.db.query<WithdrawalRow>(
    'select * from coin_withdrawals where id = $1',
    [id],
  );
  const moved = { ...defined(row, 'the withdrawal'), address };
  await world.database.owner.query(
    'update coin_withdrawals set address = $2, seal = $3 where id = $1',
    [id, address, sealWithdrawal(world.app.intentKey, moved)],
  );
}
