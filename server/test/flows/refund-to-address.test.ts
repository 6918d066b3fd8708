// Refunds of unresolved invoices to an address (wire.md (b) row 31, (d), (d2) "Refund", (i)): an ordinary withdrawal of
// the refund minus the fee, which also pays its network fee, exactly once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceRefund } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { releaseInvoice } from '../../src/invoices/finish.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { createApiKey } from '../../src/projects/api-keys.ts';
import type { ProjectSettings, UnresolvedContext } from '../../src/projects/project.ts';
import { readSettings } from '../../src/projects/settings.ts';
import { listAddress, loadOperatorLists } from '../../src/risk/operator-lists.ts';
import { expectError } from '../support/api-shapes.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'XRP'] });
});
afterAll(() => world.close());

let strangers = 0;
function stranger(code = 'LTC'): string {
  strangers += 1;
  const coin = defined(world.app.coins.get(code), code);
  const address = foreignAddress(coin, 'payer', strangers);
  return code === 'XRP' ? `${address}?dt=${strangers}` : address;
}

/** An invoice of 0.12852645 LTC with this context. */
async function unresolved(context: UnresolvedContext, settings: ProjectSettings = {}) {
  merchant = await world.merchant(settings);
  const invoice = await newInvoice(merchant, { custom_id: 'order', customer_id: 'anna' });
  if (context === 'paid_late') await world.advance(11 * MINUTE);
  const amount = context === 'overpaid' ? '0.2' : '0.1';
  const risk_level = context === 'illicit_resource' ? 'high' : 'low';
  await world.pay({ invoice_id: invoice.id, amount, risk_level });
  await world.mine('LTC');
  if (context === 'underpaid') await world.advance(11 * MINUTE);
  return invoice;
}

const refundTo = (id: string, address: string) => merchant.api.invoices.refund(id, { address });
const paymentOf = async (id: string) =>
  defined((await merchant.api.coinWithdrawals.list()).data[0], `the withdrawal of ${id}`);
const noCode = (error: { details: readonly { code: string; target: string }[] }) => error.details;

async function paidTo(address: string): Promise<bigint[]> {
  const rows = await world.app.db.query<{ delivered: bigint }>(
    'select delivered from simulation.outputs where address = $1',
    [address.split('?')[0]],
  );
  return rows.map((row) => row.delivered);
}

async function setNetworkFee(coin: string, average: bigint): Promise<void> {
  const quote = defined(world.app.networkFees.get(coin), 'a quote');
  world.app.networkFees.set(coin, { ...quote, average });
}

async function block(address: string): Promise<void> {
  await listAddress(world.app, { coin: 'LTC', address, kind: 'block', note: null });
  world.app.riskLists.entries = await loadOperatorLists(world.app.db);
}

test('the published example, to its last digit: 0.02986987 BTC paid, 0.02957117 charged, 0.02928366 received', async () => {
  merchant = await world.merchant();
  const terms = { price_amount: '0.03', price_currency: 'BTC', pay_currency: 'BTC' };
  const invoice = await newInvoice(merchant, terms);
  await world.pay({ invoice_id: invoice.id, amount: '0.02986987', risk_level: 'low' });
  await world.mine('BTC');
  await world.advance(121 * MINUTE);
  await setNetworkFee('BTC', 28_751n);
  const refund = await refundTo(invoice.id, stranger('BTC'));
  expect(refund).toMatchObject({ amount: '0.02986987', fee: '0.0002987', fee_currency: 'BTC' });
  expect(await paymentOf(refund.id)).toMatchObject({
    charged_amount: '0.02957117',
    charged_currency: 'BTC',
    fee: '0.0',
    network_fee: '0.00028751',
    received_amount: '0.02928366',
    status: 'pending',
  });
  expect(await balanceOf(merchant, 'BTC')).toBe('0.0');
});

test.each(['underpaid', 'paid_late', 'illicit_resource'] as const)(
  'an invoice that is %s is refunded in full to the address, and shows the txid of its withdrawal',
  async (context) => {
    const invoice = await unresolved(context);
    const address = stranger();
    if (context === 'illicit_resource') {
      await expect(refundTo(invoice.id, address)).rejects.toMatchObject({ code: 'invalid_status' });
      await releaseInvoice(world.app, { id: invoice.id, reason: 'source of funds shown' });
    }
    const refund = await refundTo(invoice.id, address);
    expect(refund).toMatchObject({
      invoice_id: invoice.id,
      custom_id: 'order',
      network: 'litecoin',
      address,
      txid: null,
      amount: '0.1',
      amount_currency: 'LTC',
      fee: '0.001',
      risk: { level: expect.stringMatching(/low|medium/) },
    });
    expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'refunded' });
    await world.settle();
    expect(storyOf(merchant, invoice.id).slice(-2)).toEqual([
      'refunded refunded',
      'status_changed refunded',
    ]);
    const sent = await paymentOf(refund.id);
    expect(sent).toMatchObject({ status: 'sent', address, customer_id: 'anna', custom_id: null });
    expect((await merchant.api.invoices.refunds(invoice.id))[0]).toMatchObject({
      ...refund,
      txid: sent.txid,
    });
    await world.mine('LTC');
    expect(await paymentOf(refund.id)).toMatchObject({ status: 'completed' });
    expect(storyOf(merchant, sent.id)).toEqual([
      'created pending',
      'status_changed processing',
      'status_changed sent',
      'status_changed completed',
    ]);
    expect(await paidTo(address)).toHaveLength(1);
    expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
    for (const kind of ['deposits', 'withdrawals'] as const)
      expect(await booked(world, merchant, { kind, currency: 'LTC' })).toBe(0n);
    const { data } = await merchant.api.transactions.list({ currency: 'LTC' });
    expect(data).toMatchObject([
      { reference_type: 'CoinWithdrawal', amount: '-0.099', balance: '0.0', fee: '0.0' },
      { reference_type: 'InvoiceRefund', amount: '0.099', balance: '0.099', fee: '0.001' },
    ]);
  },
);

test('of an overpaid invoice only the excess is sent to the address', async () => {
  const invoice = await unresolved('overpaid');
  const refund = await refundTo(invoice.id, stranger());
  expect(refund).toMatchObject({ amount: '0.07147355', fee: '0.00071474' });
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  expect(await paymentOf(refund.id)).toMatchObject({ charged_amount: '0.07075881' });
  expect([await balanceOf(merchant, 'EUR'), await balanceOf(merchant, 'LTC')]).toEqual([
    '9.9',
    '0.0',
  ]);
});

describe('an unsuitable address is rejected, and the invoice is unchanged', () => {
  test.each([
    ['no address', () => 'hello', 'invalid_coin_address'],
    ['an address of another coin', () => stranger('BTC'), 'invalid_coin_address'],
    ['the invoice itself', (own: string) => own, 'own_address'],
  ])('%s', async (_name, given, code) => {
    const invoice = await unresolved('underpaid');
    const refused = await refundTo(invoice.id, given(invoice.address)).catch((error) => error);
    expect(refused).toMatchObject({ status: 422, code: 'invalid' });
    expect(noCode(refused)).toMatchObject([{ code, target: 'address' }]);
    expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'unresolved' });
    expect((await merchant.api.coinWithdrawals.list()).data).toEqual([]);
  });

  test('an XRP address without a statement about its tag', async () => {
    merchant = await world.merchant();
    const invoice = await newInvoice(merchant, { pay_currency: 'XRP' });
    await world.pay({ invoice_id: invoice.id, amount: '5', risk_level: 'low' });
    await world.mine('XRP');
    await world.advance(11 * MINUTE);
    const [bare] = stranger('XRP').split('?');
    const refused = refundTo(invoice.id, defined(bare, 'an address'));
    await expect(refused).rejects.toMatchObject({ details: [{ code: 'invalid_coin_address' }] });
    const refund = await refundTo(invoice.id, `${bare}?dt=0`);
    expect(refund.address).toBe(`${bare}?dt=0`);
  });

  test('a high-risk one', async () => {
    const invoice = await unresolved('underpaid');
    const address = stranger();
    await block(address);
    const refused = refundTo(invoice.id, address);
    await expect(refused).rejects.toMatchObject({ status: 422, code: 'high_risk_address' });
    expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'unresolved' });
  });
});

test('an amount below the network fee is not sent, and can be refunded to the account', async () => {
  const invoice = await unresolved('underpaid');
  const quote = defined(world.app.networkFees.get('LTC'), 'a quote');
  await setNetworkFee('LTC', 9_900_000n);
  const refused = refundTo(invoice.id, stranger());
  await expect(refused).rejects.toMatchObject({ status: 422, code: 'refund_too_small' });
  // 0.099 is refunded, and a unit less than the dust of P2WPKH would arrive (Litecoin Core, policy/policy.h).
  await setNetworkFee('LTC', 9_900_000n - 2_939n);
  const dust = refundTo(invoice.id, stranger());
  await expect(dust).rejects.toMatchObject({ status: 422, code: 'refund_too_small' });
  world.app.networkFees.set('LTC', quote);
  expect(await merchant.api.invoices.refund(invoice.id)).toMatchObject({ amount: '0.1' });
  expect(await balanceOf(merchant, 'LTC')).toBe('0.099');
});

test('only an unresolved invoice is refunded, and an unknown one is not found', async () => {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await expect(refundTo(invoice.id, stranger())).rejects.toMatchObject({ code: 'invalid_status' });
  const stranger404 = refundTo('019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e07', stranger());
  await expect(stranger404).rejects.toMatchObject({ status: 404 });
  const other = await world.merchant();
  const foreign = other.api.invoices.refund(invoice.id, { address: stranger() });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
});

test('concurrent requests refund once, to an address or to the account', async () => {
  const invoice = await unresolved('paid_late');
  const addresses = [stranger(), stranger(), stranger()];
  const call = await Promise.allSettled([
    ...addresses.map((address) => refundTo(invoice.id, address)),
    merchant.api.invoices.refund(invoice.id),
  ]);
  expect(call.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await world.settle();
  await world.mine('LTC');
  const paid = (await Promise.all(addresses.map(paidTo))).flat();
  expect(await merchant.api.invoices.refunds(invoice.id)).toHaveLength(1);
  expect(paid.length).toBe((await merchant.api.coinWithdrawals.list()).meta.total);
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
});

test('a refund whose response was lost returns it again for its key, and sends nothing twice', async () => {
  const invoice = await unresolved('underpaid');
  const address = stranger();
  const send = () =>
    signedCall(world.url, merchant.key, {
      method: 'POST',
      target: `/api/invoices/${invoice.id}/refunds`,
      body: { address },
      headers: { 'idempotency-key': 'lost' },
    });
  const first = await send();
  await world.app.db.query(
    'update idempotency_keys set status = null, answer = null, locked_until = $2 where key = $1',
    ['lost', new Date(0)],
  );
  const again = await send();
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  expect((await merchant.api.coinWithdrawals.list()).meta.total).toBe(1);
});

test('a refund above the limit per transaction waits on hold until it is released', async () => {
  const invoice = await unresolved('underpaid', { withdrawalMaxEur: '1' });
  const refund = await refundTo(invoice.id, stranger());
  await world.settle();
  expect(await paymentOf(refund.id)).toMatchObject({ status: 'on_hold', txid: null });
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'refunded' });
});

test('while the node is down a refund is accepted, and sent when it is back', async () => {
  const invoice = await unresolved('underpaid');
  await changeSettings(world.simulation('LTC'), { nodeIsDown: true });
  const address = stranger();
  const refund = await refundTo(invoice.id, address);
  await world.settle();
  expect(await paymentOf(refund.id)).toMatchObject({ status: 'pending' });
  await changeSettings(world.simulation('LTC'), { nodeIsDown: false });
  await world.settle();
  await world.mine('LTC');
  expect(await paidTo(address)).toHaveLength(1);
});

test('a refund whose withdrawal is canceled leaves the amount in the account of the coin', async () => {
  const invoice = await unresolved('underpaid', { withdrawalMaxEur: '1' });
  const refund = await refundTo(invoice.id, stranger());
  const { id } = await paymentOf(refund.id);
  const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'a treasury');
  const requested = { projectId: merchant.project.id, id, reason: 'wrong address' };
  await cancelWithdrawal(world.app, coinWallet, requested);
  await world.settle();
  expect(await balanceOf(merchant, 'LTC')).toBe('0.099');
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'refunded' });
  const [shown] = (await merchant.api.invoices.refunds(invoice.id)) as InvoiceRefund[];
  expect(shown).toMatchObject({ address: refund.address, txid: null });
  const { data } = await merchant.api.transactions.list({ currency: 'LTC' });
  expect(data).toMatchObject([
    { reference_type: 'CoinWithdrawal', status: 'cancelled', amount: '0.099', balance: '0.099' },
    { reference_type: 'CoinWithdrawal', status: 'cancelled', amount: '-0.099', balance: '0.0' },
    { reference_type: 'InvoiceRefund', balance: '0.099' },
  ]);
});

describe("a high-risk invoice returns to the customer's address automatically", () => {
  const reported = () => merchant.callbacks.map(({ event, data }) => `${event} ${data.status}`);

  async function illicit(
    settings: ProjectSettings = {},
    address: string | null = stranger(),
    onceStored: (address: string) => Promise<void> = async () => undefined,
  ) {
    merchant = await world.merchant(settings);
    const addresses = address === null ? [] : [{ currency: 'LTC', address }];
    await merchant.api.customers.create({ id: 'anna', currency: 'EUR', addresses });
    if (address !== null) await onceStored(address);
    const invoice = await newInvoice(merchant, { customer_id: 'anna' });
    await world.pay({ invoice_id: invoice.id, amount: '0.1', risk_level: 'high' });
    await world.mine('LTC');
    await world.settle();
    return { address, shown: await merchant.api.invoices.get(invoice.id) };
  }

  test('after the unresolved callback', async () => {
    const { address, shown } = await illicit();
    expect(shown.status).toBe('refunded');
    expect(await merchant.api.invoices.refunds(shown.id)).toMatchObject([{ address }]);
    expect(await paidTo(defined(address, 'an address'))).toHaveLength(1);
    expect(reported()).toContain('status_changed unresolved');
    expect(reported().indexOf('status_changed unresolved')).toBeLessThan(
      reported().indexOf('refunded refunded'),
    );
  });

  test('without an address of the coin it stays unresolved', async () => {
    const { shown } = await illicit({}, null);
    expect(shown.status).toBe('unresolved');
    await world.advance(MINUTE);
    expect((await merchant.api.invoices.get(shown.id)).status).toBe('unresolved');
  });

  test.each([
    ['nothing', 'unresolved', null],
    ['refund', 'refunded', null],
    ['refund_to_customer', 'refunded', 'address'],
  ] as const)('unless the setting says otherwise: %s', async (resolution, status, to) => {
    const { address, shown } = await illicit({
      automaticResolution: { illicit_resource: resolution },
    });
    expect(shown.status).toBe(status);
    const refunds = await merchant.api.invoices.refunds(shown.id);
    const wanted = status === 'refunded' ? [to === null ? null : address] : [];
    expect(refunds.map((refund) => refund.address)).toEqual(wanted);
  });

  test('refund_to_customer is a setting of illicit_resource only', () => {
    const settings = (context: string) =>
      readSettings(JSON.stringify({ automaticResolution: { [context]: 'refund_to_customer' } }));
    expect(settings('illicit_resource')).toMatchObject({});
    for (const context of ['overpaid', 'underpaid', 'paid_late'])
      expect(() => settings(context)).toThrow('invalid');
  });

  test('on XRP only to an address with its tag, or marked as without one', async () => {
    const [bare = ''] = stranger('XRP').split('?');
    merchant = await world.merchant();
    const customer = (address: string) =>
      merchant.api.customers.create({
        id: 'anna',
        currency: 'EUR',
        addresses: [{ currency: 'XRP', address }],
      });
    await expect(customer(bare)).rejects.toMatchObject({
      details: [{ code: 'invalid_coin_address', args: { reason: 'tag_missing' } }],
    });
    await customer(`${bare}?dt=0`);
    const invoice = await newInvoice(merchant, { customer_id: 'anna', pay_currency: 'XRP' });
    await world.pay({ invoice_id: invoice.id, amount: '5', risk_level: 'high' });
    await world.mine('XRP');
    await world.settle();
    expect((await merchant.api.invoices.get(invoice.id)).status).toBe('refunded');
  });

  test('an address that has become high-risk leaves it to a person, with an alert', async () => {
    const { shown } = await illicit({}, stranger(), block);
    expect(shown.status).toBe('unresolved');
    const alerts = await world.app.db.query(
      `select kind from alerts where facts ->> 'subject' = $1 and resolved_at is null`,
      [shown.id],
    );
    expect(alerts).toEqual([{ kind: 'automatic_refund_failed' }]);
    await world.advance(MINUTE);
    expect((await merchant.api.invoices.get(shown.id)).status).toBe('unresolved');
  });
});

test('to an address only with a key that may pay out; to the merchant’s own account with any that may write', async () => {
  const invoice = await unresolved('underpaid');
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'shop',
    apiVersion: 2,
    permissions: ['read', 'write'],
    ipAllowList: [],
  });
  const refund = (body: object) =>
    signedCall(world.url, key, {
      method: 'POST',
      target: `/api/invoices/${invoice.id}/refunds`,
      body: JSON.stringify(body),
    });
  const refused = await refund({ address: stranger() });
  expectError(refused, { status: 403, code: 'unauthorized' });
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'unresolved' });
  expect((await refund({})).status).toBe(201);
});
