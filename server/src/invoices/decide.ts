// What an invoice's facts imply: pure, run as often as anyone likes. The rules are the rows of the state
// table in wire.md (d), in its order of precedence.
import type { Decimal } from '../core/decimal.ts';
import { sumOf } from '../core/group.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import type { UnresolvedContext } from '../projects/project.ts';
import {
  CANCEL_AFTER,
  EXPIRY_LOOK_AFTER,
  type InvoiceRow,
  type InvoiceStatus,
  isFinal,
} from './invoice.ts';

export interface InvoiceFacts {
  readonly invoice: InvoiceRow;
  readonly deposits: readonly DepositRow[];
  readonly now: Date;
  /** A payment short by at most this percentage counts as full; zero unless the merchant says so. */
  readonly tolerancePercent: Decimal;
  /** A payment over by at most this counts as right; in the pay currency. */
  readonly surplusMax: bigint;
  /** High-risk money up to this share waits alone; above it all of the invoice is illicit. */
  readonly highRiskSharePercent: Decimal;
  /** How long after the expiry the price holds for what was seen in time and is not confirmed, in milliseconds. */
  readonly unconfirmedPrice: number;
}

export interface InvoiceDecision {
  readonly status: InvoiceStatus;
  readonly context: UnresolvedContext | null;
  /** All that was sent and has not vanished, confirmed or not. */
  readonly paidAmount: bigint;
  /** Confirmed and assessed money that settles a completed invoice; off the pay amount within the tolerances. */
  readonly settledAmount: bigint;
  /** Deposits whose money settles the invoice with this decision. */
  readonly creditedIds: ReadonlySet<string>;
  /** Deposits that came on top of what the invoice could take, or are a little high-risk money: unmatched. */
  readonly unmatchedIds: ReadonlySet<string>;
  /** When to look again without being woken; null when only a deposit can change anything. */
  readonly dueAt: Date | null;
}

export function decideInvoice(standing: InvoiceFacts): InvoiceDecision {
  const { invoice } = standing;
  const there = standing.deposits.filter(isLive).filter((deposit) => !isTaken(invoice, deposit));
  const aside = new Set(isFinal(invoice.status) ? [] : setAside(standing, there));
  const live = there.filter((deposit) => !aside.has(deposit.id));
  const paidAmount = sumOf(live, (deposit) => deposit.amount);
  const decision =
    invoice.status === 'new'
      ? decideNew(standing, { live, paidAmount })
      : decideFinished(standing, { live, paidAmount });
  return { ...decision, unmatchedIds: new Set([...decision.unmatchedIds, ...aside]) };
}

/** A person has decided on it in the inbox: it is no longer this invoice's. */
function isTaken(invoice: InvoiceRow, deposit: DepositRow): boolean {
  return !isFinal(invoice.status) && deposit.credited_at !== null;
}

/** High-risk money that is too small a part of the invoice to hold up the rest: it waits for the operator. */
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

function decideNew(standing: InvoiceFacts, { live, paidAmount }: Money): InvoiceDecision {
  const { invoice } = standing;
  const settled = live.filter(isSettled);
  const isPrompt = (deposit: DepositRow) => isInTime(standing, deposit);
  const inTime = settled.filter(isPrompt);
  const sum = sumOf(inTime, (deposit) => deposit.amount);
  const outcome = (status: InvoiceStatus, context: UnresolvedContext | null): InvoiceDecision => ({
    status,
    context,
    paidAmount,
    settledAmount: sum,
    ...sortMoney(settled, status, inTime),
    dueAt: status === 'new' ? nextLook(standing) : null,
  });

  if (settled.some((deposit) => deposit.risk?.level === 'high'))
    return outcome('unresolved', 'illicit_resource');
  if (isTooMuch(standing, sum)) return outcome('unresolved', 'overpaid');
  if (sum >= invoice.pay_amount || isWithinTolerance(standing, sum))
    return outcome('completed', null);
  if (standing.now <= invoice.expires_at) return outcome('new', null);
  // What was sent in time and is not confirmed is waited for if it can still pay it in full; not for ever.
  const isOverdue = standing.now.getTime() >= cancelTime(invoice);
  const hoped = sumOf(live.filter(isPrompt), (deposit) => deposit.amount);
  const isWaiting =
    hoped > sum && (hoped >= invoice.pay_amount || isWithinTolerance(standing, hoped));
  const isUnassessed = live.some(
    (deposit) => deposit.status === 'confirmed' && !isSettled(deposit),
  );
  if (isWaiting && (!isOverdue || isUnassessed)) return outcome('new', null);
  if (settled.some((deposit) => !isPrompt(deposit))) return outcome('unresolved', 'paid_late');
  if (sum > 0n) return outcome('unresolved', 'underpaid');
  return outcome(isOverdue && !isUnassessed ? 'cancelled' : 'new', null);
}

/**
 * Finished or unresolved. A finished one stays as it is. An unresolved one changes when more of its money
 * turns out to be illicit, when what it lacks comes late, and when a deep reorganisation took money of it away that
 * was not credited yet.
 */
function decideFinished(standing: InvoiceFacts, sums: Money): InvoiceDecision {
  const { invoice } = standing;
  const settled = sums.live.filter(isSettled);
  const sum = sumOf(settled, (deposit) => deposit.amount);
  const { status, context } =
    invoice.status === 'unresolved'
      ? decideUnresolved(standing, { settled, sum, live: sums.live })
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
  standing: InvoiceFacts,
  money: { settled: readonly DepositRow[]; sum: bigint; live: readonly DepositRow[] },
): { status: InvoiceStatus; context: UnresolvedContext | null } {
  const { invoice, now } = standing;
  const { settled, sum, live } = money;
  const isGone = live.length === 0;
  const context = invoice.status_context;
  if (isGone && now.getTime() >= cancelTime(invoice)) return { status: 'cancelled', context: null };
  if (settled.some((deposit) => deposit.risk?.level === 'high'))
    return { status: 'unresolved', context: 'illicit_resource' };
  const hasLate = settled.some((deposit) => !isInTime(standing, deposit));
  // Too little by the expiry, and the rest came after it (wire.md (i)).
  if (context === 'underpaid' && hasLate) return { status: 'unresolved', context: 'paid_late' };
  // While something is being looked for or on its way, what is left cannot be told.
  if (isGone || settled.length < live.length) return { status: 'unresolved', context };
  if (context === 'paid_late' && !hasLate && sum < invoice.pay_amount)
    return { status: 'unresolved', context: 'underpaid' };
  if (context !== 'overpaid' || isTooMuch(standing, sum)) return { status: 'unresolved', context };
  if (sum >= invoice.pay_amount) return { status: 'completed', context: null };
  return { status: 'unresolved', context: hasLate ? 'paid_late' : 'underpaid' };
}

/** Seen before the expiry, and confirmed while the price still held: nobody is paid in full at a rate of last week. */
function isInTime({ invoice, unconfirmedPrice }: InvoiceFacts, deposit: DepositRow): boolean {
  if (deposit.first_seen_at > invoice.expires_at) return false;
  if (invoice.rate === null || deposit.confirmed_at === null) return true;
  return deposit.confirmed_at.getTime() <= invoice.expires_at.getTime() + unconfirmedPrice;
}

/** What becomes of settled money that is nobody's yet, once the invoice is final. */
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
  // Half the amount is no slip, whatever the setting says.
  if (digits === 0n || sum * 2n < invoice.pay_amount) return false;
  const whole = 100n * 10n ** BigInt(scale);
  return sum * whole >= invoice.pay_amount * (whole - digits);
}

/** The expiry (a millisecond later, as it is inclusive), the end of the 14 days, then only what is seen. */
function nextLook({ invoice, now }: InvoiceFacts): Date | null {
  if (now <= invoice.expires_at) return new Date(invoice.expires_at.getTime() + EXPIRY_LOOK_AFTER);
  const cancelAt = cancelTime(invoice);
  return now.getTime() < cancelAt ? new Date(cancelAt) : null;
}

function cancelTime(invoice: InvoiceRow): number {
  return invoice.created_at.getTime() + CANCEL_AFTER;
}
