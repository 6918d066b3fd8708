// Recomputes due channel payments from their deposits: completed at the rate of that moment when confirmed
// and of acceptable risk, on hold when not, cancelled when unconfirmed for 14 days (wire.md (d)).
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { type Decimal, formatDecimal } from '../core/decimal.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { priceChannelPayment } from '../core/pricing/channel.ts';
import { assertMove } from '../core/statuses.ts';
import type { Tx } from '../db/database.ts';
import { receivedPosting } from '../deposits/book.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { type DepositMark, depositsById, markDeposits } from '../deposits/store.ts';
import { emit } from '../events/emit.ts';
import { lockLedger, type Posting, post } from '../ledger/post.ts';
import { feePercentOf, loadProject, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { changeTransactions } from '../transactions/record.ts';
import { putOff, runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import {
  CANCEL_AFTER,
  type ChannelPaymentRow,
  type ChannelRow,
  channelPaymentStatuses,
} from './channel.ts';
import { presentChannelPayment } from './present.ts';
import { CHANNEL_COLUMNS, PAYMENT_COLUMNS } from './store.ts';

const BATCH_MAX = 500;
const RATES_RETRY_AFTER = 10 * SECOND;

export const channelPaymentWorker: Worker = {
  name: 'channel-payments',
  pollMilliseconds: 1000,
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from channel_payments where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      const project = known(await loadProject(app.db, projectId), 'a payment has a project');
      await runApart(
        rows.map((row) => row.id),
        (ids) => reconcilePayments(app, project, ids),
        (id, error) => putOff(app, { table: 'channel_payments', projectId, id, error }),
      );
    }
    return due.length;
  },
};

function reconcilePayments(app: App, project: Project, ids: readonly string[]): Promise<void> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const now = new Date(app.clock.now());
    const locked = await lockPayments(tx, project.id, ids);
    const payments = locked.filter((row) => row.due_at !== null && row.due_at <= now);
    const found = await depositsById(
      tx,
      payments.map((row) => row.deposit_id),
    );
    const deposits = new Map(found.map((deposit) => [deposit.id, deposit]));
    const channels = await channelsOf(tx, project.id, payments);
    const steps = payments.map((payment) =>
      planStep(app, project, {
        payment,
        deposit: known(deposits.get(payment.deposit_id), 'a payment has a deposit'),
        channel: known(channels.get(payment.channel_id), 'a payment has a channel'),
        now,
      }),
    );
    await store(tx, app, { project, steps, now });
  });
}

interface Step {
  readonly before: ChannelPaymentRow;
  readonly after: ChannelPaymentRow;
  readonly postings: readonly Posting[];
  readonly mark: DepositMark;
}

interface StepFacts {
  readonly payment: ChannelPaymentRow;
  readonly deposit: DepositRow;
  readonly channel: ChannelRow;
  readonly now: Date;
}

function planStep(app: App, project: Project, facts: StepFacts): Step {
  const { payment, deposit } = facts;
  const after = decide(app, project, facts);
  const isBookedNow = isSettled(deposit) && deposit.booked_at === null;
  const isCreditedNow = after.status === 'completed' && payment.status !== 'completed';
  // Confirmed only after its payment was cancelled: the money is there, so it is shown as unmatched.
  const isUnmatched = payment.status === 'cancelled' && isSettled(deposit);
  return {
    before: payment,
    after,
    postings: [
      ...(isBookedNow ? [receivedPosting(deposit)] : []),
      ...(isCreditedNow ? creditPostings(after) : []),
    ],
    mark: {
      id: deposit.id,
      isBooked: deposit.booked_at !== null || isBookedNow,
      isCredited: deposit.credited_at !== null || isCreditedNow,
      announced: isSettled(deposit) ? 'confirmed' : deposit.announced,
      isUnmatched,
    },
  };
}

/** What the facts make of the payment. Only a pending one moves by itself. */
function decide(app: App, project: Project, facts: StepFacts): ChannelPaymentRow {
  const { payment, deposit, channel, now } = facts;
  const rest = { ...payment, due_at: null };
  if (payment.status !== 'pending') return rest;
  if (isSettled(deposit)) {
    const assessed = { ...rest, risk: deposit.risk };
    if (deposit.risk?.level === 'high')
      return { ...assessed, status: 'on_hold', status_context: 'illicit_resource' };
    if (channel.status === 'disabled')
      return { ...assessed, status: 'on_hold', status_context: 'channel_disabled' };
    return complete(app, project, assessed);
  }
  // Confirmed, and waiting for its risk assessment.
  if (deposit.status === 'confirmed') return rest;
  const cancelAt = payment.created_at.getTime() + CANCEL_AFTER;
  return now.getTime() >= cancelAt
    ? { ...rest, status: 'cancelled' }
    : { ...rest, due_at: new Date(cancelAt) };
}

function complete(app: App, project: Project, payment: ChannelPaymentRow): ChannelPaymentRow {
  let rate: Decimal | null;
  try {
    rate = rateOf(app, payment);
  } catch (error) {
    // No rate at the moment: the payment waits, it is not credited at a stale one.
    if (!(error instanceof AppError)) throw error;
    return { ...payment, risk: null, due_at: new Date(app.clock.now() + RATES_RETRY_AFTER) };
  }
  const receiver = known(app.currencies.get(payment.received_currency), 'currency is registered');
  const price = priceChannelPayment({
    paid: payment.paid_amount,
    payCurrency: known(app.currencies.get(payment.paid_currency), 'currency is registered'),
    receiverCurrency: receiver,
    rate,
    feePercent: feePercentOf(app, project, { operation: 'channel', currency: receiver.code }),
  });
  return {
    ...payment,
    status: 'completed',
    status_context: null,
    received_amount: price.received,
    fee: price.fee,
    rate: rate === null ? null : formatDecimal(rate),
  };
}

function rateOf(app: App, payment: ChannelPaymentRow): Decimal | null {
  if (payment.paid_currency === payment.received_currency) return null;
  return quoteNow(app, { base: payment.paid_currency, quote: payment.received_currency }).sellRate;
}

function creditPostings(payment: ChannelPaymentRow): Posting[] {
  const isConverted = payment.paid_currency !== payment.received_currency;
  const source = isConverted ? 'exchange' : 'deposits';
  const reference = { referenceType: 'ChannelPayment', referenceId: payment.id };
  const currency = payment.received_currency;
  const postings: Posting[] = [
    {
      ...reference,
      purpose: 'credit',
      from: source,
      to: 'available',
      currency,
      amount: payment.received_amount,
    },
    { ...reference, purpose: 'fee', from: source, to: 'fees', currency, amount: payment.fee },
  ];
  if (isConverted) {
    postings.unshift({
      ...reference,
      purpose: 'convert',
      from: 'deposits',
      to: 'exchange',
      currency: payment.paid_currency,
      amount: payment.paid_amount,
    });
  }
  return postings.filter((posting) => posting.amount > 0n);
}

async function store(
  tx: Tx,
  app: App,
  batch: { project: Project; steps: readonly Step[]; now: Date },
): Promise<void> {
  const { project, steps, now } = batch;
  const moved = steps
    .filter((step) => step.before.status !== step.after.status)
    .map((step) => step.after);
  const marks = steps.map((step) => step.mark);
  const events = moved.map((payment) => ({
    type: 'ChannelPayment' as const,
    event: payment.status,
    objectId: payment.id,
    data: presentChannelPayment(app, payment),
  }));
  await Promise.all([
    post(tx, project.id, { postings: steps.flatMap((step) => step.postings), now }),
    updatePayments(tx, project.id, steps),
    changeTransactions(tx, project.id, moved.map(transactionChangeOf)),
    markDeposits(tx, marks, now),
    emit(tx, project.id, { app, events }),
  ]);
}

function transactionChangeOf(payment: ChannelPaymentRow) {
  return {
    referenceId: payment.id,
    amount: payment.received_amount,
    isCounted: payment.status === 'completed',
    fee: payment.fee,
    status: payment.status,
    statusContext: payment.status_context,
    risk: payment.risk,
    riskLevel: payment.risk?.level ?? null,
  };
}

function lockPayments(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<ChannelPaymentRow[]> {
  return tx.query<ChannelPaymentRow>(
    `select ${PAYMENT_COLUMNS} from channel_payments
     where project_id = $1 and id = any($2::uuid[]) order by id for update`,
    [projectId, ids],
  );
}

async function channelsOf(
  tx: Tx,
  projectId: string,
  payments: readonly ChannelPaymentRow[],
): Promise<ReadonlyMap<string, ChannelRow>> {
  const rows = await tx.query<ChannelRow>(
    `select ${CHANNEL_COLUMNS} from channels where project_id = $1 and id = any($2::uuid[]) order by id limit ${BATCH_MAX}`,
    [projectId, [...new Set(payments.map((payment) => payment.channel_id))]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function updatePayments(tx: Tx, projectId: string, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  for (const { before, after } of steps) {
    assertMove(channelPaymentStatuses, { from: before.status, to: after.status });
  }
  const rows = steps.map((step) => step.after);
  const updated = await tx.query(
    `update channel_payments p
     set status = t.status, status_context = t.status_context, received_amount = t.received_amount,
       fee = t.fee, rate = t.rate, risk = t.risk, due_at = t.due_at
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::text[],
       $9::jsonb[], $10::timestamptz[])
       as t(id, from_status, status, status_context, received_amount, fee, rate, risk, due_at)
     where p.project_id = $1 and p.id = t.id and p.status = t.from_status returning 1`,
    [
      projectId,
      rows.map((row) => row.id),
      steps.map((step) => step.before.status),
      rows.map((row) => row.status),
      rows.map((row) => row.status_context),
      rows.map((row) => row.received_amount.toString()),
      rows.map((row) => row.fee.toString()),
      rows.map((row) => row.rate),
      rows.map((row) => (row.risk === null ? null : JSON.stringify(row.risk))),
      rows.map((row) => row.due_at),
    ],
  );
  if (updated.length !== steps.length)
    throw new Error('a channel payment is not in the status that was expected');
}
