// Refunds to the merchant's own coin account, and how the project's settings resolve an unresolved invoice
// automatically (wire.md (d), (d2), (i)).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { release } from '../../src/chains/simulated/replace.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { releaseInvoice } from '../../src/invoices/finish.ts';
import type {
  AutomaticResolution,
  ProjectSettings,
  UnresolvedContext,
} from '../../src/projects/project.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);

/** An invoice of 0.12852645 LTC with this context. */
async function unresolved(context: UnresolvedContext, settings: ProjectSettings = {}) {
  merchant = await world.merchant(settings);
  const invoice = await newInvoice(merchant, { custom_id: 'order', description: 'Two books' });
  if (context === 'paid_late') await world.advance(11 * MINUTE);
  const amount = context === 'overpaid' ? '0.2' : '0.1';
  const risk_level = context === 'illicit_resource' ? 'high' : 'low';
  await world.pay({ invoice_id: invoice.id, amount, risk_level });
  await world.mine('LTC');
  if (context === 'underpaid') await world.advance(11 * MINUTE);
  return invoice;
}

/** With the merchant's key, while the operator has not released the high-risk payment. */
async function refuseEverything(id: string): Promise<void> {
  const { invoices } = merchant.api;
  const refused = {
    status: 422,
    code: 'invalid_status',
    message: expect.stringContaining('operator'),
  };
  await expect(invoices.refund(id)).rejects.toMatchObject(refused);
  await expect(invoices.recalculate(id)).rejects.toMatchObject(refused);
  await expect(invoices.recalculate(id, { force_commit: true })).rejects.toMatchObject(refused);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
}

test('a high-risk payment after a release needs another release', async () => {
  const invoice = await unresolved('illicit_resource');
  await releaseInvoice(world.app, { id: invoice.id, reason: 'source of funds shown' });
  await expect(
    releaseInvoice(world.app, { id: invoice.id, reason: 'again' }),
  ).rejects.toMatchObject({
    code: 'invalid_status',
  });
  await world.pay({ invoice_id: invoice.id, amount: '0.1', risk_level: 'high' });
  await world.mine('LTC');
  await refuseEverything(invoice.id);
  await releaseInvoice(world.app, { id: invoice.id, reason: 'that one, too' });
  const quote = await merchant.api.invoices.recalculate(invoice.id);
  await merchant.api.invoices.commitRecalculation(invoice.id, quote.id);
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({ status: 'completed' });
});

test.each(['underpaid', 'paid_late', 'illicit_resource'] as const)(
  'an invoice that is %s is refunded in full, minus the fee, and ends refunded',
  async (context) => {
    const invoice = await unresolved(context);
    if (context === 'illicit_resource') {
      await refuseEverything(invoice.id);
      await releaseInvoice(world.app, { id: invoice.id, reason: 'source of funds shown' });
    }
    const refund = await merchant.api.invoices.refund(invoice.id);
    expect(refund).toMatchObject({
      invoice_id: invoice.id,
      custom_id: 'order',
      network: 'litecoin',
      amount: '0.1',
      amount_currency: 'LTC',
      fee: '0.001',
      fee_currency: 'LTC',
      address: null,
      txid: null,
      risk: { level: context === 'illicit_resource' ? 'high' : 'low' },
    });
    await world.settle();
    expect(await show(invoice.id)).toMatchObject({ status: 'refunded', status_context: null });
    expect(storyOf(merchant, invoice.id).slice(-2)).toEqual([
      'refunded refunded',
      'status_changed refunded',
    ]);
    expect(await balanceOf(merchant, 'LTC')).toBe('0.099');
    expect(await balanceOf(merchant, 'EUR')).toBe('0.0');
    const { data } = await merchant.api.transactions.list({});
    expect(data).toMatchObject([
      { reference_type: 'InvoiceRefund', amount: '0.099', fee: '0.001', status: null },
      { reference_type: 'Invoice', status: 'refunded', balance: '0.0' },
    ]);
    expect(data[0]).toMatchObject({ reference_id: refund.id, description: 'Two books' });
    expect(await merchant.api.invoices.refunds(invoice.id)).toEqual([refund]);
  },
);

test('only the excess of an overpaid invoice is refunded, and the price is credited as agreed', async () => {
  const invoice = await unresolved('overpaid');
  const refund = await merchant.api.invoices.refund(invoice.id);
  // 0.2 - 0.12852645, and a fee of 1 % rounded up.
  expect(refund).toMatchObject({ amount: '0.07147355', fee: '0.00071474' });
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({
    status: 'completed',
    status_context: null,
    paid_amount: '0.2',
    pay_amount: '0.12852645',
    price_amount: '10.0',
  });
  expect(storyOf(merchant, invoice.id).slice(-2)).toEqual([
    'refunded completed',
    'status_changed completed',
  ]);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.07075881');
  expect(await balanceOf(merchant, 'EUR')).toBe('9.9');
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
  expect(await depositsOf(world, invoice.id)).toMatchObject([{ isCredited: true }]);
});

test('concurrent requests refund an invoice once', async () => {
  const invoice = await unresolved('underpaid');
  const requested = await Promise.allSettled(
    [1, 2, 3, 4].map(() => merchant.api.invoices.refund(invoice.id)),
  );
  expect(requested.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  const again = merchant.api.invoices.refund(invoice.id);
  await expect(again).rejects.toMatchObject({ status: 422, code: 'invalid_status' });
  expect(await balanceOf(merchant, 'LTC')).toBe('0.099');
});

test('a refund and a recalculation of one invoice do not both happen', async () => {
  const invoice = await unresolved('paid_late');
  const requested = await Promise.allSettled([
    merchant.api.invoices.refund(invoice.id),
    merchant.api.invoices.recalculate(invoice.id, { force_commit: true }),
  ]);
  expect(requested.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
});

test('a new, a completed or a cancelled invoice cannot be refunded', async () => {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  const refuse = () =>
    expect(merchant.api.invoices.refund(invoice.id)).rejects.toMatchObject({ status: 422 });
  await refuse();
  await world.pay({ invoice_id: invoice.id });
  await refuse();
  await world.mine('LTC');
  await refuse();
  expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
});

const contexts = ['overpaid', 'underpaid', 'paid_late', 'illicit_resource'] as const;
const endings: Record<
  Exclude<AutomaticResolution, 'nothing' | 'refund_to_customer'>,
  (c: UnresolvedContext) => string
> = {
  refund: (context) => (context === 'overpaid' ? 'completed' : 'refunded'),
  recalculate: () => 'completed',
};
const cases = contexts.flatMap((context) => [
  { context, resolution: 'refund' as const, event: 'refunded' },
  { context, resolution: 'recalculate' as const, event: 'recalculated' },
]);

test.each(cases)(
  'the setting $resolution resolves a $context invoice automatically, after the unresolved callback',
  async ({ context, resolution, event }) => {
    const invoice = await unresolved(context, { automaticResolution: { [context]: resolution } });
    const ending = endings[resolution](context);
    expect((await show(invoice.id)).status).toBe(ending);
    expect(storyOf(merchant, invoice.id).slice(-3)).toEqual([
      `status_changed unresolved/${context}`,
      `${event} ${ending}`,
      `status_changed ${ending}`,
    ]);
    expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
  },
);

test('a setting for one context does not affect the others', async () => {
  const invoice = await unresolved('underpaid', { automaticResolution: { overpaid: 'refund' } });
  expect((await show(invoice.id)).status).toBe('unresolved');
});

test('an automatic refund waits for pending payments, then refunds them all', async () => {
  // The pending payment is late, so the invoice ends paid late.
  merchant = await world.merchant({
    automaticResolution: { underpaid: 'refund', paid_late: 'refund' },
  });
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.mine('LTC');
  world.clock.advance(10 * MINUTE + 1);
  await world.pay({ invoice_id: invoice.id, amount: '0.01' });
  expect(await show(invoice.id)).toMatchObject({
    status_context: 'underpaid',
    paid_amount: '0.11',
  });
  await world.mine('LTC');
  await world.advance(MINUTE);
  expect((await show(invoice.id)).status).toBe('refunded');
  // 0.11 minus 1 %.
  expect(await balanceOf(merchant, 'LTC')).toBe('0.1089');
});

test('an unconfirmed payment delays a refund for an hour, then the rest is refunded without it', async () => {
  const invoice = await unresolved('underpaid');
  const txid = await world.pay({ invoice_id: invoice.id, amount: '0.01', stuck: true });
  await world.advance(59 * MINUTE);
  const early = merchant.api.invoices.refund(invoice.id);
  await expect(early).rejects.toMatchObject({ status: 422, code: 'invalid_status' });
  await world.advance(MINUTE);
  expect(await merchant.api.invoices.refund(invoice.id)).toMatchObject({ amount: '0.1' });
  await release(world.simulation('LTC'), txid);
  await world.mine('LTC');
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { isCredited: true, isUnmatched: false },
    { txid, isCredited: false, isUnmatched: true },
  ]);
});
