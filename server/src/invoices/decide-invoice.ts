// Decides what an invoice's facts imply. Pure and idempotent. The rules follow the state table in wire.md (d), in its
// order of precedence.
import { sumOf } from '../core/group.ts';
import type { Decimal } from '../core/money.ts';
import { shareOf } from '../core/pricing/payment.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import type { UnresolvedContext } from '../projects/project.ts';
import {
  CANCEL_AFTER,
  EXPIRY_CHECK_AFTER,
  type InvoiceRow,
  type InvoiceStatus,
  isFinal,
} from './store-invoices.ts';

export interface InvoiceFacts {
  readonly invoice: InvoiceRow;
  readonly deposits: readonly DepositRow[];
  readonly now: Date;
  /** A payment that is short by at most this percentage counts as full. Default: zero. */
  readonly tolerancePercent: Decimal;
  /** A payment that is over by at most this amount counts as exact. In the pay currency. */
  readonly surplusMax: bigint;
  /** Up to this share of the invoice, high-risk money is set aside. Above it, the whole invoice is illicit. */
  readonly highRiskSharePercent: Decimal;
  /** How many milliseconds after expiry the price still applies to a payment that was seen in time. */
  readonly unconfirmedPrice: number;
  /** Its checkout is paid with what is confirmed: it settles for its part before its quote ends. */
  readonly settlesPart?: boolean;
}

export interface InvoiceDecision {
  readonly status: InvoiceStatus;
  readonly context: UnresolvedContext | null;
  /** All deposits that have not disappeared from the chain, confirmed or not. */
  readonly paidAmount: bigint;
  /** Confirmed and assessed. May differ from the pay amount within the tolerances. */
  readonly settledAmount: bigint;
  readonly creditedIds: ReadonlySet<string>;
  /** Deposits beyond what the invoice accepts, and small amounts of high-risk money. */
  readonly unmatchedIds: ReadonlySet<string>;
  /** When to check the invoice again. Null when only a deposit can change it. */
  readonly dueAt: Date | null;
}

export function decideInvoice(facts: InvoiceFacts): InvoiceDecision {
  const { invoice } = facts;
  const there = facts.deposits.filter(isLive).filter((deposit) => !isTaken(invoice, deposit));
  const aside = new Set(isFinal(invoice.status) ? [] : setAside(facts, there));
  const live = there.filter((deposit) => !aside.has(deposit.id));
  const paidAmount = sumOf(live, (deposit) => deposit.amount);
  const decision =
    invoice.status === 'new'
      ? decideNew(facts, { live, paidAmount })
      : decideFinished(facts, { live, paidAmount });
  return { ...decision, unmatchedIds: new Set([...decision.unmatchedIds, ...aside]) };
}

/** The deposit was resolved in the inbox and no longer belongs to this invoice. */
function isTaken(invoice: InvoiceRow, deposit: DepositRow): boolean {
  return !isFinal(invoice.status) && deposit.credited_at !== null;
}

/** These deposits wait for the operator and do not block the rest of the invoice. */
function setAside(invoice: InvoiceFacts, there: readonly DepositRow[]): string[] {
  const { digits, scale } = invoice.highRiskSharePercent;
  const risky = there.filter((item) => isSettled(item) && item.risk?.level === 'high');
  const sum = sumOf(risky, (deposit) => deposit.amount);
  const isLittle = sum * 100n * 10n ** BigInt(scale) <= digits * invoice.invoice.pay_amount;
  return isLittle ? risky.map((deposit) => deposit.id) : [];
}

interface Money {
  readonly live: readonly DepositRow[];
  readonly paidAmount: bigint;
}

function decideNew(facts: InvoiceFacts, { live, paidAmount }: Money): InvoiceDecision {
  const { invoice } = facts;
  const settled = live.filter(isSettled);
  const isPrompt = (deposit: DepositRow) => isInTime(facts, deposit);
  const inTime = settled.filter(isPrompt);
  const sum = sumOf(inTime, (deposit) => deposit.amount);
  const outcome = (status: InvoiceStatus, context: UnresolvedContext | null): InvoiceDecision => ({
    status,
    context,
    paidAmount,
    settledAmount: sum,
    ...sortMoney(settled, status, inTime),
    dueAt: status === 'new' ? nextCheckAt(facts) : null,
  });

  if (settled.some((deposit) => deposit.risk?.level === 'high'))
    return outcome('unresolved', 'illicit_resource');
  const isOfCheckout = invoice.checkout_id !== null;
  if (isTooMuch(facts, sum) && !isOfCheckout) return outcome('unresolved', 'overpaid');
  if (isEnough(facts, sum)) return outcome('completed', null);
  const isPart = isOfCheckout && isWorthMore(facts, sum);
  if (isPart && facts.settlesPart === true) return outcome('completed', null);
  if (facts.now <= invoice.expires_at) return outcome('new', null);
  // Waits, until `cancelTime`, for an unconfirmed payment that was sent in time and can still complete the invoice.
  const isOverdue = facts.now.getTime() >= cancelTime(invoice);
  const expected = sumOf(live.filter(isPrompt), (deposit) => deposit.amount);
  const isWaiting = expected > sum && (isOfCheckout || isEnough(facts, expected));
  const isUnassessed = live.some(
    (deposit) => deposit.status === 'confirmed' && !isSettled(deposit),
  );
  if (isWaiting && (!isOverdue || isUnassessed)) return outcome('new', null);
  // A checkout counts what arrived in time. The rest is asked for by its next invoice.
  if (isPart) return outcome('completed', null);
  if (settled.some((deposit) => !isPrompt(deposit))) return outcome('unresolved', 'paid_late');
  if (sum > 0n) return outcome('unresolved', 'underpaid');
  return outcome(isOverdue && !isUnassessed ? 'cancelled' : 'new', null);
}

/**
 * A finished invoice never changes. An unresolved one changes when more of its money turns out to be illicit, when
 * the missing amount arrives late, and when a deep reorganization removes money that was not credited yet.
 */
function decideFinished(facts: InvoiceFacts, sums: Money): InvoiceDecision {
  const { invoice } = facts;
  const settled = sums.live.filter(isSettled);
  const sum = sumOf(settled, (deposit) => deposit.amount);
  const { status, context } =
    invoice.status === 'unresolved'
      ? decideUnresolved(facts, { settled, sum, live: sums.live })
      : { status: invoice.status, context: invoice.status_context };
  const canCancel = status === 'unresolved' && sums.live.length === 0;
  return {
    status,
    context,
    paidAmount: sums.paidAmount,
    settledAmount: sum,
    ...sortMoney(settled, status, status === invoice.status ? [] : settled),
    dueAt: canCancel ? new Date(cancelTime(invoice)) : null,
  };
}

function decideUnresolved(
  facts: InvoiceFacts,
  money: { settled: readonly DepositRow[]; sum: bigint; live: readonly DepositRow[] },
): { status: InvoiceStatus; context: UnresolvedContext | null } {
  const { invoice, now } = facts;
  const { settled, sum, live } = money;
  const isGone = live.length === 0;
  const context = invoice.status_context;
  if (isGone && now.getTime() >= cancelTime(invoice)) return { status: 'cancelled', context: null };
  if (settled.some((deposit) => deposit.risk?.level === 'high'))
    return { status: 'unresolved', context: 'illicit_resource' };
  const hasLate = settled.some((deposit) => !isInTime(facts, deposit));
  // Underpaid at expiry, and the rest arrived later (wire.md (i)).
  if (context === 'underpaid' && hasLate) return { status: 'unresolved', context: 'paid_late' };
  // The remaining amount is unknown while a deposit is missing or unsettled.
  if (isGone || settled.length < live.length) return { status: 'unresolved', context };
  if (context === 'paid_late' && !hasLate && sum < invoice.pay_amount)
    return { status: 'unresolved', context: 'underpaid' };
  if (context !== 'overpaid' || isTooMuch(facts, sum)) return { status: 'unresolved', context };
  if (sum >= invoice.pay_amount) return { status: 'completed', context: null };
  return { status: 'unresolved', context: hasLate ? 'paid_late' : 'underpaid' };
}

/** Seen before the expiry and confirmed while the price was valid, so no merchant gets an outdated rate. */
function isInTime({ invoice, unconfirmedPrice }: InvoiceFacts, deposit: DepositRow): boolean {
  if (deposit.first_seen_at > invoice.expires_at) return false;
  if (invoice.rate === null || deposit.confirmed_at === null) return true;
  return deposit.confirmed_at.getTime() <= invoice.expires_at.getTime() + unconfirmedPrice;
}

function sortMoney(
  settled: readonly DepositRow[],
  status: InvoiceStatus,
  settling: readonly DepositRow[],
): Pick<InvoiceDecision, 'creditedIds' | 'unmatchedIds'> {
  const creditedIds = new Set(status === 'completed' ? settling.map((deposit) => deposit.id) : []);
  const rest = settled.filter(
    (deposit) => deposit.credited_at === null && !creditedIds.has(deposit.id),
  );
  return {
    creditedIds,
    unmatchedIds: new Set(isFinal(status) ? rest.map((deposit) => deposit.id) : []),
  };
}

/** Of a checkout's invoice, the tolerance of the checkout counts, as a coin amount. */
function isEnough(facts: InvoiceFacts, sum: bigint): boolean {
  const { enough_amount: enough, pay_amount: asked } = facts.invoice;
  if (enough !== null) return sum >= enough;
  return sum >= asked || isWithinTolerance(facts, sum);
}

/** The share of the price is more than its fee. */
function isWorthMore({ invoice }: InvoiceFacts, sum: bigint): boolean {
  const share = shareOf(invoice, sum);
  return share > 0n && shareOf({ ...invoice, price_amount: invoice.fee }, sum) < share;
}

function isTooMuch({ invoice, surplusMax }: InvoiceFacts, sum: bigint): boolean {
  return sum > invoice.pay_amount + surplusMax;
}

export function isWithinTolerance(
  {
    tolerancePercent,
    invoice,
  }: { invoice: Pick<InvoiceRow, 'pay_amount'>; tolerancePercent: Decimal },
  sum: bigint,
): boolean {
  const { digits, scale } = tolerancePercent;
  // A shortfall of more than half the amount is never tolerated, regardless of the setting.
  if (digits === 0n || sum * 2n < invoice.pay_amount) return false;
  const whole = 100n * 10n ** BigInt(scale);
  return sum * whole >= invoice.pay_amount * (whole - digits);
}

/** First the expiry, plus a millisecond because the expiry is inclusive, then the end of the 14 days. */
function nextCheckAt({ invoice, now }: InvoiceFacts): Date | null {
  if (now <= invoice.expires_at) return new Date(invoice.expires_at.getTime() + EXPIRY_CHECK_AFTER);
  const cancelAt = cancelTime(invoice);
  return now.getTime() < cancelAt ? new Date(cancelAt) : null;
}

function cancelTime(invoice: InvoiceRow): number {
  return invoice.created_at.getTime() + CANCEL_AFTER;
}
