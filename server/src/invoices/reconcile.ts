// Recomputes due invoices from what is known, and stores what changed with its postings and events in one
// transaction. Run twice, nothing happens; miss a notification, the next run repairs it.
import type { App } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import type { EventOf } from '../contract/callback-events.ts';
import { known } from '../core/assert.ts';
import { decimal } from '../core/decimal.ts';
import { groupBy } from '../core/group.ts';
import { recalculateInvoice } from '../core/pricing/recalculation.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import { receivedPosting } from '../deposits/postings.ts';
import { type DepositMark, depositsOfOwners, markDeposits } from '../deposits/store.ts';
import { emit, type NewEvent } from '../events/emit.ts';
import { lockLedger, type Posting, post } from '../ledger/post.ts';
import {
  type AutomaticResolution,
  highRiskSharePercentOf,
  loadProject,
  type Project,
  resolutionOf,
  unconfirmedPriceOf,
  underpaymentTolerancePercentOf,
} from '../projects/project.ts';
import { changeTransactions, type TransactionChange } from '../transactions/record.ts';
import { putOff, runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import { decideInvoice, type InvoiceDecision } from './decide.ts';
import { transactionOf } from './finish.ts';
import type { InvoiceRow } from './invoice.ts';
import { presentInvoice } from './present.ts';
import { RESOLUTION_RETRY_AFTER, resolveAutomatically } from './resolve.ts';
import { settlementPostings } from './settle.ts';
import {
  INVOICES_WORKER,
  type InvoiceChange,
  lockInvoices,
  putOffInvoice,
  updateInvoices,
} from './store.ts';
import { surplusMaxOf } from './surplus.ts';

const BATCH_MAX = 500;

/** Looks at invoices whose time has come: touched by a deposit, expired, or due for automatic resolution. */
export const invoiceWorker: Worker = {
  name: INVOICES_WORKER,
  pollMilliseconds: 1000,
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from invoices where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      const project = known(await loadProject(app.db, projectId), 'an invoice has a project');
      await runApart(
        rows.map((row) => row.id),
        (ids) => reconcileAndResolve(app, project, ids),
        (id, error) =>
          putOff(app, { id, error }, (dueAt) => putOffInvoice(app.db, { projectId, id, dueAt })),
      );
    }
    return due.length;
  },
};

async function reconcileAndResolve(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<void> {
  const unresolved = await reconcileInvoices(app, project, ids);
  for (const invoice of unresolved) await resolveAutomatically(app, project, invoice);
}

/** Returns the invoices whose automatic resolution is due. */
function reconcileInvoices(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<InvoiceRow[]> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const now = tx.now;
    const locked = await lockInvoices(tx, project.id, ids);
    const invoices = locked.filter((row) => row.due_at !== null && row.due_at <= now);
    const deposits = groupBy(
      await depositsOfOwners(
        tx,
        invoices.map((row) => row.id),
      ),
      (row) => row.owner_id,
    );
    const steps = invoices.map((invoice) =>
      planStep(app, project, { invoice, deposits: deposits.get(invoice.id) ?? [], now }),
    );
    await store(tx, { project, steps, now });
    return steps.filter((step) => step.resolvesNow).map((step) => step.after);
  });
}

interface Step {
  readonly before: InvoiceRow;
  readonly after: InvoiceRow;
  readonly resolvesNow: boolean;
  readonly postings: readonly Posting[];
  readonly marks: readonly DepositMark[];
  readonly events: readonly NewEvent[];
  readonly transaction: TransactionChange | null;
}

interface StepFacts {
  readonly invoice: InvoiceRow;
  readonly deposits: readonly DepositRow[];
  readonly now: Date;
}

/** Pure: everything that one invoice's facts imply. */
function planStep(app: App, project: Project, step: StepFacts): Step {
  const { invoice, deposits, now } = step;
  const decision = decideInvoice({
    ...{ invoice, deposits, now },
    tolerancePercent: underpaymentTolerancePercentOf(project),
    surplusMax: surplusMaxOf(app, project, invoice),
    highRiskSharePercent: highRiskSharePercentOf(project),
    unconfirmedPrice: unconfirmedPriceOf(project),
  });
  const after = applyDecision(app, project, { invoice, decision, now });
  const booked = deposits.filter((deposit) => isSettled(deposit) && deposit.booked_at === null);
  const isCompleted = after.status === 'completed' && invoice.status !== 'completed';
  const settlement = isCompleted ? settlementPostings(settlementOf(after)) : [];
  const events = eventsOf(app, { before: invoice, after, deposits });
  return {
    before: invoice,
    after,
    resolvesNow: isResolutionDue(project, after, invoice),
    postings: [...booked.map(receivedPosting), ...settlement],
    marks: marksOf(deposits, decision),
    events,
    // That a payment was seen changes nothing of the row: it has no risk yet.
    transaction: events.some(({ event }) => event !== 'transaction_created')
      ? transactionOf(after, deposits)
      : null,
  };
}

function applyDecision(
  app: App,
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
    // Should the process die before the resolution is stored, the invoice is looked at again.
    return { ...after, due_at: new Date(decided.now.getTime() + RESOLUTION_RETRY_AFTER) };
  }
  const isOff =
    decision.status === 'completed' &&
    invoice.status !== 'completed' &&
    decision.settledAmount !== invoice.pay_amount;
  return isOff ? repriced(app, after, decision.settledAmount) : after;
}

/** Short or over within the merchant's tolerance: settled at the invoice's own rate for what came. */
function repriced(app: App, invoice: InvoiceRow, paid: bigint): InvoiceRow {
  const price = recalculateInvoice({
    paid,
    payCurrency: known(
      app.currencies.get(assetCode(invoice.pay_currency)),
      'currency is registered',
    ),
    priceCurrency: known(app.currencies.get(invoice.price_currency), 'currency is registered'),
    rate: invoice.rate === null ? null : decimal(invoice.rate),
    feePercent: decimal(invoice.fee_percent),
  });
  // The pay amount was rounded up: what is short of it may still be worth the price, never more, and what is over
  // it never less. And a price of the smallest unit has no smaller one to be settled at.
  const isShort = paid < invoice.pay_amount;
  const isBeyond = isShort
    ? price.price > invoice.price_amount
    : price.price < invoice.price_amount;
  if (price.price === 0n || isBeyond) return { ...invoice, pay_amount: paid };
  return { ...invoice, pay_amount: paid, price_amount: price.price, fee: price.fee };
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
  const hasNobody = resolution === 'refund_to_customer' && invoice.customer_id === null;
  return hasNobody ? 'nothing' : resolution;
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
  app: App,
  change: { before: InvoiceRow; after: InvoiceRow; deposits: readonly DepositRow[] },
): NewEvent[] {
  const { before, after, deposits } = change;
  const unchanged = { ...after, status: before.status, status_context: before.status_context };
  const event = (name: EventOf<'Invoice'>, row: InvoiceRow): NewEvent => ({
    type: 'Invoice',
    event: name,
    objectId: row.id,
    data: presentInvoice(app, row, deposits),
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

async function store(
  tx: Tx,
  batch: { project: Project; steps: readonly Step[]; now: Date },
): Promise<void> {
  const { project, steps, now } = batch;
  const changes = steps.flatMap((step) => step.transaction ?? []);
  const marks = steps.flatMap((step) => step.marks);
  await Promise.all([
    post(tx, project.id, { postings: steps.flatMap((step) => step.postings), now }),
    updateInvoices(tx, { projectId: project.id, changes: steps.map(changeOf) }),
    changeTransactions(tx, project.id, { changes, now }),
    markDeposits(tx, marks, now),
    emit(
      tx,
      project.id,
      steps.flatMap((step) => step.events),
    ),
  ]);
}

function changeOf(step: { before: InvoiceRow; after: InvoiceRow }): InvoiceChange {
  const { before, after } = step;
  return { ...after, from: before.status, from_context: before.status_context };
}
