// The request of a new withdrawal, from the form and what its address says.
import { expect, test } from 'vitest';
import {
  newWithdrawal,
  type Payable,
  requestOf,
  withDestination,
} from '../src/screens/withdrawals/new-withdrawal.ts';

const minutes = { slow: 1, average: 1, fast: 1 };
const xrp = (address: string, tag: string | null): Payable => ({
  currency: 'XRP',
  network: 'ripple',
  address,
  tag,
  tag_name: 'Destination tag',
  minutes,
});
const account = { currency: 'XRP', available: '100.0' } as Parameters<
  typeof requestOf
>[1]['account'];
const addressOf = (form: typeof newWithdrawal, coin: Payable) =>
  requestOf(form, { coin, account }).address;

test('the tag is that of the address, the one typed, or stated to be none', () => {
  expect(addressOf(newWithdrawal, xrp('rAda', '7'))).toBe('rAda?dt=7');
  expect(addressOf({ ...newWithdrawal, tag: ' 8 ' }, xrp('rAda', null))).toBe('rAda?dt=8');
  expect(addressOf({ ...newWithdrawal, isWithoutTag: true }, xrp('rAda', null))).toBe('rAda?dt=0');
});

test.each([{ tag: '42' }, { isWithoutTag: true }])(
  'another destination never gets the tag of the one before: %j',
  (typed) => {
    const first = { ...newWithdrawal, address: 'rAda', ...typed };
    const next = withDestination(first, 'rGrace:7', null);
    expect(addressOf(next, xrp('rGrace', '7'))).toBe('rGrace?dt=7');
  },
);

test('a chosen coin and the amount of a payment URI go with their address; a typed amount and account stay', () => {
  const first = { ...newWithdrawal, coin: 'USDT polygon', amount: '0.5', charged_currency: 'EUR' };
  expect(withDestination(first, 'next', '0.5')).toMatchObject({
    address: 'next',
    coin: '',
    amount: '',
    charged_currency: 'EUR',
  });
  expect(withDestination(first, 'next', null).amount).toBe('0.5');
  expect(withDestination(first, 'next', '0.6').amount).toBe('0.5');
});
