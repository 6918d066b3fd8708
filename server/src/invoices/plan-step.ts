// Computes everything to store for one invoice from its facts. Pure.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import type { EventOf } from '../contract/callback-events.ts';
import { defined } from '../core/assert.ts';
import { decimal } from '../core/money.ts';
import { priceOfPart, recalculateInvoice } from '../core/pricing/payment.ts';
import { type DepositMark, type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import { receivedPosting } from '../deposits/postings.ts';
import type { Result } from '../deposits/result.ts';
import type { NewEvent } from '../events/emit.ts';
import {
  type AutomaticResolution,
  highRiskSharePercentOf,
  type Project,
  resolutionOf,
  unconfirmedPriceOf,
  underpaymentTolerancePercentOf,
} from '../projects/project.ts';
import { decideInvoice, type InvoiceDecision } from './decide-invoice.ts';
import { surplusMaxOf, transactionOf } from './finish.ts';
import { presentInvoice } from './present.ts';
import { RESOLUTION_RETRY_AFTER } from './resolve.ts';
import { settlementPostings } from './settle.ts';
import type { InvoiceRow } from './store-invoices.ts';

export interface Step extends Result {
  readonly before: InvoiceRow;
  readonly after: InvoiceRow;
  readonly resolvesNow: boolean;
}

export interface StepFacts {
  readonly invoice: InvoiceRow;
  readonly deposits: readonly DepositRow[];
  readonly now: Date;
  readonly settlesPart?: boolean;
}

export function planStep(instance: Instance, project: Project, step: StepFacts): Step {
  const { invoice, deposits, now, settlesPart = false } = step;
  const decision = decideInvoice({
    invoice,
    deposits,
    now,
    tolerancePercent: underpaymentTolerancePercentOf(project),
    surplusMax: surplusMaxOf(instance, project, invoice),
    highRiskSharePercent: highRiskSharePercentOf(project),
    unconfirmedPrice: unconfirmedPriceOf(project),
    settlesPart,
  });
  const after = applyDecision(instance, project, { invoice, decision, now });
  const booked = deposits.filter((deposit) => isSettled(deposit) && deposit.booked_at === null);
  const isCompleted = after.status === 'completed' && invoice.status !== 'completed';
  const settlement = isCompleted ? settlementPostings(settlementOf(after)) : [];
  const events = eventsOf(instance, { before: invoice, after, deposits });
  return {
    before: invoice,
    after,
    resolvesNow: isResolutionDue(project, after, invoice),
    postings: [...booked.map(receivedPosting), ...settlement],
    marks: marksOf(deposits, decision),
    events,
    // A newly seen payment has no risk yet, so the row does not change.
    changes: events.some(({ event }) => event !== 'transaction_created')
      ? [transactionOf(after, deposits)]
      : [],
  };
}

function applyDecision(
  instance: Instance,
  project: Project,
  decided: { invoice: InvoiceRow; decision: InvoiceDecision; now: Date },
): InvoiceRow {
  const { invoice, decision } = decided;
  const after: InvoiceRow = {
    ...invoice,
    status: decision.status,
    status_context: decision.context,
    paid_amount: decision.paidAmount,
    due_at: decision.dueAt,
  };
  if (after.status === 'unresolved' && invoice.status === 'new') {
    return {
      ...after,
      due_at: automaticResolution(project, after) === 'nothing' ? null : decided.now,
    };
  }
  if (isResolutionDue(project, after, invoice)) {
    // If the process crashes before the resolution is stored, the invoice is checked again.
    return { ...after, due_at: new Date(decided.now.getTime() + RESOLUTION_RETRY_AFTER) };
  }
  const isOff =
    decision.status === 'completed' &&
    invoice.status !== 'completed' &&
    decision.settledAmount !== invoice.pay_amount;
  return isOff ? repriced(instance, after, decision.settledAmount) : after;
}

/** Under- or overpaid within the merchant's tolerance: settles for the received amount at the invoice's own rate. */
function repriced(instance: Instance, invoice: InvoiceRow, paid: bigint): InvoiceRow {
  if (invoice.checkout_id !== null) return pricedByPart(instance, invoice, paid);
  const price = recalculateInvoice({
    paid,
    payCurrency: defined(
      instance.currencies.get(assetCode(invoice.pay_currency)),
      'currency is registered',
    ),
    priceCurrency: defined(
      instance.currencies.get(invoice.price_currency),
      'currency is registered',
    ),
    rate: invoice.rate === null ? null : decimal(invoice.rate),
    feePercent: decimal(invoice.fee_percent),
  });
  // The pay amount was rounded up, so a slightly smaller amount may still be worth the price, which is the cap. A
  // surplus must never yield less than the price. A price of one smallest unit cannot be reduced.
  const isShort = paid < invoice.pay_amount;
  const isBeyond = isShort
    ? price.price > invoice.price_amount
    : price.price < invoice.price_amount;
  if (price.price === 0n || isBeyond) return { ...invoice, pay_amount: paid };
  return { ...invoice, pay_amount: paid, price_amount: price.price, fee: price.fee };
}

/** Of a checkout: for what arrived, in part or too much. */
function pricedByPart(instance: Instance, invoice: InvoiceRow, paid: bigint): InvoiceRow {
  const { price, fee } = priceOfPart({
    price: invoice.price_amount,
    priceCurrency: defined(
      instance.currencies.get(invoice.price_currency),
      'currency is registered',
    ),
    payAmount: invoice.pay_amount,
    paid,
    feePercent: decimal(invoice.fee_percent),
  });
  return { ...invoice, pay_amount: paid, price_amount: price, fee };
}

function settlementOf(invoice: InvoiceRow) {
  return {
    invoiceId: invoice.id,
    payCoin: invoice.pay_currency,
    priceCurrency: invoice.price_currency,
    payAmount: invoice.pay_amount,
    price: invoice.price_amount,
    fee: invoice.fee,
  };
}

function automaticResolution(project: Project, invoice: InvoiceRow): AutomaticResolution {
  const context = invoice.status_context;
  if (context === null) return 'nothing';
  const resolution = resolutionOf(project, context);
  const lacksCustomer = resolution === 'refund_to_customer' && invoice.customer_id === null;
  return lacksCustomer ? 'nothing' : resolution;
}

function isResolutionDue(project: Project, after: InvoiceRow, before: InvoiceRow): boolean {
  return (
    before.status === 'unresolved' &&
    after.status === 'unresolved' &&
    after.paid_amount > 0n &&
    automaticResolution(project, after) !== 'nothing'
  );
}

function marksOf(deposits: readonly DepositRow[], decision: InvoiceDecision): DepositMark[] {
  return deposits.flatMap((deposit) => {
    const mark = {
      id: deposit.id,
      isBooked: deposit.booked_at !== null || isSettled(deposit),
      isCredited: deposit.credited_at !== null || decision.creditedIds.has(deposit.id),
      announced: announcedNow(deposit),
      isUnmatched: decision.unmatchedIds.has(deposit.id),
    };
    const isSame =
      mark.isBooked === (deposit.booked_at !== null) &&
      mark.isCredited === (deposit.credited_at !== null) &&
      mark.announced === deposit.announced &&
      mark.isUnmatched === deposit.is_unmatched;
    return isSame ? [] : [mark];
  });
}

function announcedNow(deposit: DepositRow): DepositRow['announced'] {
  if (isSettled(deposit)) return 'confirmed';
  return isLive(deposit) && deposit.announced === 'none' ? 'seen' : deposit.announced;
}

/** `transaction_created`, then `transaction_confirmed`, both before any `status_changed` (wire.md (d)). */
function eventsOf(
  instance: Instance,
  change: { before: InvoiceRow; after: InvoiceRow; deposits: readonly DepositRow[] },
): NewEvent[] {
  const { before, after, deposits } = change;
  const unchanged = { ...after, status: before.status, status_context: before.status_context };
  const event = (name: EventOf<'Invoice'>, row: InvoiceRow): NewEvent => ({
    type: 'Invoice',
    event: name,
    objectId: row.id,
    data: presentInvoice(instance, row, deposits),
  });
  const seen = deposits.filter(
    (deposit) => deposit.announced === 'none' && announcedNow(deposit) !== 'none',
  );
  const confirmed = deposits.filter(
    (deposit) => deposit.announced !== 'confirmed' && isSettled(deposit),
  );
  const isMoved = before.status !== after.status || before.status_context !== after.status_context;
  return [
    ...seen.map(() => event('transaction_created', unchanged)),
    ...confirmed.map(() => event('transaction_confirmed', unchanged)),
    ...(isMoved ? [event('status_changed', after)] : []),
  ];
}
