// A price quoted for minutes does not apply weeks later: a late settlement uses the current rate.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, SECOND } from '../../src/core/clock.ts';
import { decimal } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { ProjectSettings } from '../../src/projects/project.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import { createWorld, type World } from '../support/world.ts';
import { balanceOf } from './support.ts';

let world: World;
let spread: World['app']['config']['spreadPercent'];
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
  spread = world.app.config.spreadPercent;
});
afterEach(() => moveRate(null));
afterAll(async () => {
  expect(await auditLedger(world.app.db)).toEqual([]);
  await world.close();
});

/** The sandbox's rates are fixed; a wider spread moves the sell rate. Quotes are reused for a second. */
async function moveRate(percent: string | null): Promise<void> {
  const spreadPercent = percent === null ? spread : decimal(percent);
  Object.assign(world.app.config, { spreadPercent });
  await world.advance(2 * SECOND);
}

async function invoiceOf(price = '100', settings: ProjectSettings = {}) {
  const merchant = await world.merchant(settings);
  const terms = { price_amount: price, price_currency: 'EUR', pay_currency: 'LTC' };
  return { merchant, invoice: await merchant.api.invoices.create(terms) };
}

async function overpaid(settings: ProjectSettings = {}) {
  const { merchant, invoice } = await invoiceOf('100', settings);
  await world.pay({ invoice_id: invoice.id, amount: '9', risk_level: 'low' });
  await world.mine('LTC', 3);
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({
    status: 'unresolved',
    status_context: 'overpaid',
  });
  return { merchant, invoice };
}

test('an overpaid invoice refunded within a day is settled at its price', async () => {
  const { merchant, invoice } = await overpaid();
  await world.advance(23 * HOUR);
  await moveRate('10');
  expect(await merchant.api.invoices.refund(invoice.id)).not.toHaveProperty('repriced');
  expect(await balanceOf(merchant, 'EUR')).toBe('99.0');
});

test('refunded after 60 days it is settled at the current rate, and both prices are shown', async () => {
  const { merchant, invoice } = await overpaid();
  await world.advance(60 * DAY);
  await moveRate('10');
  const refund = await merchant.api.invoices.refund(invoice.id);
  const { repriced } = refund;
  expect(repriced).toMatchObject({ original_price_amount: '100.0', price_currency: 'EUR' });
  expect(Number(repriced?.price_amount)).toBeLessThan(99);
  const settled = await merchant.api.invoices.get(invoice.id);
  expect(settled).toMatchObject({ status: 'completed', price_amount: repriced?.price_amount });
  expect(Number(await balanceOf(merchant, 'EUR'))).toBeCloseTo(
    Number(settled.price_amount) - Number(settled.fee),
  );
});

test('a payment seen in time that confirms days later is late, and not settled at its old rate', async () => {
  const { merchant, invoice } = await invoiceOf();
  await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  await world.advance(13 * DAY);
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('new');
  await world.mine('LTC', 3);
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({
    status: 'unresolved',
    status_context: 'paid_late',
  });
});

test('a project sets how long its prices are valid', async () => {
  const longer = await overpaid({ unresolvedPriceHours: 48 });
  const { merchant, invoice } = await invoiceOf('100', { unconfirmedPriceMinutes: 600 });
  await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  await world.advance(9 * HOUR);
  await world.mine('LTC', 3);
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  await world.advance(21 * HOUR);
  await moveRate('10');
  expect(await longer.merchant.api.invoices.refund(longer.invoice.id)).not.toHaveProperty(
    'repriced',
  );
});

/** Mined while the service was down. */
const mineUnseen = (count: number, withTransactions = true) =>
  mine(world.simulation('LTC'), { count, withTransactions });

test('after an outage, a payment confirmed in time is not late', async () => {
  await world.mine('LTC', 11);
  const [seen, unseen] = [await invoiceOf(), await invoiceOf()];
  await world.pay({ invoice_id: seen.invoice.id, risk_level: 'low' });
  const simulations = defined(world.assembled.simulations, 'a sandbox');
  const requested = { invoice_id: unseen.invoice.id, risk_level: 'low' } as const;
  await paySimulated(world.app, simulations, requested);
  await mineUnseen(3);
  await world.advance(5 * HOUR);
  for (const { merchant, invoice } of [seen, unseen])
    expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
});

test('a backdated block makes nothing earlier than its predecessors', async () => {
  const { merchant, invoice } = await invoiceOf();
  const paidAt = new Date(world.clock.now());
  await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  world.clock.advance(5 * HOUR);
  await mineUnseen(11, false);
  const { height } = await mineUnseen(3);
  await world.app.db.query(
    `update simulation.blocks set time = $1 where coin = 'LTC' and height > $2`,
    [paidAt, height - 3],
  );
  await world.settle();
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({
    status: 'unresolved',
    status_context: 'paid_late',
  });
});
