// Which open invoices unmatched money was probably meant for: those of its coin whose amount and time fit. Pure.
import type { CoinDeposit, Invoice } from '@chaintill/client';
import { scaled } from '../../shared/sums.ts';

/** What payers round, and what exchanges keep as a fee, in percent of the amount. */
const TOLERANCE_PERCENT = 1n;
/** Milliseconds after its expiry in which a payment may still be meant for an invoice. */
const LATE_MAX = 24 * 60 * 60 * 1000;

/** Those that ask for exactly this much first. None of money that came to a channel. */
export function likelyAmong(deposit: CoinDeposit, invoices: readonly Invoice[]): Invoice[] {
  if (deposit.channel_id !== null) return [];
  const fitting = invoices.filter((invoice) => doesFit(deposit, invoice));
  const isExact = (invoice: Invoice) => differenceOf(deposit, invoice).isExact;
  return [...fitting.filter(isExact), ...fitting.filter((each) => !isExact(each))];
}

export function isExactly(deposit: CoinDeposit, invoice: Invoice): boolean {
  return differenceOf(deposit, invoice).isExact;
}

function doesFit(deposit: CoinDeposit, invoice: Invoice): boolean {
  const { customer_id: customer } = deposit;
  const isOfCoin = invoice.pay_currency === deposit.currency && invoice.network === deposit.network;
  const isOfCustomer =
    customer === null || invoice.customer_id === null || invoice.customer_id === customer;
  const isOpen = invoice.status === 'new' || invoice.status === 'unresolved';
  return (
    isOpen &&
    isOfCoin &&
    isOfCustomer &&
    isInTime(deposit, invoice) &&
    differenceOf(deposit, invoice).isSmall
  );
}

function isInTime({ created_at: seenAt }: CoinDeposit, invoice: Invoice): boolean {
  const [seen, made, expires] = [seenAt, invoice.created_at, invoice.expires_at].map((time) =>
    new Date(time).getTime(),
  );
  return (made ?? 0) <= (seen ?? 0) && (seen ?? 0) <= (expires ?? 0) + LATE_MAX;
}

/** Of what the invoice still lacks. */
function differenceOf({ amount }: CoinDeposit, invoice: Invoice) {
  const { units } = scaled([amount, invoice.pay_amount, invoice.paid_amount]);
  const [came = 0n, asked = 0n, paid = 0n] = units;
  const lacks = asked - paid;
  const off = came > lacks ? came - lacks : lacks - came;
  return { isExact: off === 0n, isSmall: lacks > 0n && off * 100n <= lacks * TOLERANCE_PERCENT };
}
