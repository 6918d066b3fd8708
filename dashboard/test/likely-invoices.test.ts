// Guarantees of the suggestions for an unmatched payment: only open invoices in its coin with a matching amount and
// time.
import type { CoinDeposit, Invoice } from '@chaintill/client';
import { expect, test } from 'vitest';
import { likelyAmong } from '../src/screens/inbox/likely.ts';

const deposit = {
  amount: '0.5',
  currency: 'BTC',
  network: 'bitcoin',
  created_at: '2026-11-28T12:00:00.000Z',
  customer_id: null,
  invoice_id: null,
  channel_id: null,
} as unknown as CoinDeposit;

const invoice = {
  id: 'a',
  status: 'new',
  pay_amount: '0.5',
  paid_amount: '0.0',
  pay_currency: 'BTC',
  network: 'bitcoin',
  customer_id: null,
  created_at: '2026-11-28T11:50:00.000Z',
  expires_at: '2026-11-28T12:10:00.000Z',
} as unknown as Invoice;

const found = (
  changes: Partial<Invoice>,
  of: Partial<CoinDeposit> = {},
  tolerance = '1',
): boolean =>
  likelyAmong({ ...deposit, ...of }, { invoices: [{ ...invoice, ...changes }], tolerance })
    .length === 1;

test('the tolerance is project default, and without one the amount is exact', () => {
  const near = { pay_amount: '0.501' };
  expect(found(near, {}, '0.5')).toBe(true);
  expect(found(near, {}, '0.1')).toBe(false);
  expect(found(near, {}, '0')).toBe(false);
  expect(found({}, {}, '0')).toBe(true);
});

test.each<[string, Partial<Invoice>, boolean]>([
  ['the same amount', {}, true],
  ['one percent more', { pay_amount: '0.505' }, true],
  ['one percent less', { pay_amount: '0.4951' }, true],
  ['five percent more', { pay_amount: '0.525' }, false],
  ['what is still missing', { pay_amount: '0.8', paid_amount: '0.3' }, true],
  ['the whole, of which a part was paid', { paid_amount: '0.3' }, false],
  ['nothing any more', { paid_amount: '0.5' }, false],
])('an invoice for %s', (_what, changes, is) => expect(found(changes)).toBe(is));

test.each<[string, Partial<Invoice>, boolean]>([
  ['was made after the payment', { created_at: '2026-11-28T12:00:01.000Z' }, false],
  ['expires at that moment', { expires_at: '2026-11-28T12:00:00.000Z' }, true],
  ['expired a second before it', { expires_at: '2026-11-28T11:59:59.000Z' }, false],
  ['is finished', { status: 'completed' }, false],
  ['is in another coin', { pay_currency: 'LTC' }, false],
  ['is on another network', { network: 'litecoin' }, false],
])('an invoice that %s', (_what, changes, is) =>
  expect(found({ created_at: '2026-11-20T00:00:00.000Z', ...changes } as Partial<Invoice>)).toBe(
    is,
  ),
);

test('an invoice of another customer is not suggested, and a channel payment matches no invoice', () => {
  expect(found({ customer_id: 'ada' }, { customer_id: 'ada' })).toBe(true);
  expect(found({ customer_id: 'bob' }, { customer_id: 'ada' })).toBe(false);
  expect(found({ customer_id: 'ada' })).toBe(true);
  expect(found({}, { channel_id: 'c' })).toBe(false);
});

test('invoices with exactly this amount come first', () => {
  const near = { ...invoice, id: 'near', pay_amount: '0.501' };
  expect(
    likelyAmong(deposit, { invoices: [near, invoice], tolerance: '1' }).map(({ id }) => id),
  ).toEqual(['a', 'near']);
});
