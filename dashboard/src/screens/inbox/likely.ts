// Which open invoices unmatched money was probably meant for: those of its coin whose amount and time fit. Pure.
import type { CoinDeposit, Invoice } from '@chaintill/client';
import { scaled } from '../../shared/sums.ts';

/**
 * Those that ask for exactly this much first. None of money that came to a channel. `tolerance`: what the project takes
 * for paid, in percent below the amount, as decimal text.
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

/** As the service has it: what is seen after the expiry is paid late. */
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

/** What came, and what the invoice still lacks, in one unit. */
function differenceOf({ amount }: CoinDeposit, invoice: Invoice) {
  const { units } = scaled([amount, invoice.pay_amount, invoice.paid_amount]);
  const [came = 0n, requested = 0n, paid = 0n] = units;
  return { came, lacks: requested - paid };
}
