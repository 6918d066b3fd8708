// Finds the open invoices that an unmatched payment was probably meant for: same coin, matching amount and time. Pure.
import type { CoinDeposit, Invoice } from '@chaintill/client';
import { scaled } from '../../shared/amounts.ts';

/**
 * Exact amounts come first. Returns none for a payment to a channel. `tolerance`: the project's underpayment tolerance,
 * in percent, as decimal text.
 */
export function likelyAmong(
  deposit: CoinDeposit,
  { invoices, tolerance }: { invoices: readonly Invoice[]; tolerance: string },
): Invoice[] {
  if (deposit.channel_id !== null) return [];
  const fitting = invoices.filter(
    (invoice) => isRequested(deposit, invoice) && isNear(deposit, invoice, tolerance),
  );
  const isExact = (invoice: Invoice) => isExactly(deposit, invoice);
  return [...fitting.filter(isExact), ...fitting.filter((each) => !isExact(each))];
}

export function isExactly(deposit: CoinDeposit, invoice: Invoice): boolean {
  const { came, lacks } = differenceOf(deposit, invoice);
  return came === lacks;
}

function isRequested(deposit: CoinDeposit, invoice: Invoice): boolean {
  const { customer_id: customer } = deposit;
  const isOfCoin = invoice.pay_currency === deposit.currency && invoice.network === deposit.network;
  const isOfCustomer =
    customer === null || invoice.customer_id === null || invoice.customer_id === customer;
  const isOpen = invoice.status === 'new' || invoice.status === 'unresolved';
  return isOpen && isOfCoin && isOfCustomer && isInTime(deposit, invoice);
}

/** The service's rule: a payment seen after the expiry is late. */
function isInTime({ created_at: seenAt }: CoinDeposit, invoice: Invoice): boolean {
  const [seen, made, expires] = [seenAt, invoice.created_at, invoice.expires_at].map((time) =>
    new Date(time).getTime(),
  );
  return (made ?? 0) <= (seen ?? 0) && (seen ?? 0) <= (expires ?? 0);
}

function isNear(deposit: CoinDeposit, invoice: Invoice, tolerance: string): boolean {
  const { came, lacks } = differenceOf(deposit, invoice);
  const off = came > lacks ? came - lacks : lacks - came;
  const { units, decimals } = scaled([tolerance]);
  const [percent = 0n] = units;
  return lacks > 0n && off * 100n * 10n ** BigInt(decimals) <= lacks * percent;
}

/** The received amount and the missing amount of the invoice, in a common unit. */
function differenceOf({ amount }: CoinDeposit, invoice: Invoice) {
  const { units } = scaled([amount, invoice.pay_amount, invoice.paid_amount]);
  const [came = 0n, requested = 0n, paid = 0n] = units;
  return { came, lacks: requested - paid };
}
