// Recomputes due channel payments from their deposits: completed at the rate of that moment when confirmed
// and of acceptable risk, on hold when not, cancelled when unconfirmed for 14 days (wire.md (d)).
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { receivedPosting } from '../deposits/postings.ts';
import { depositsById } from '../deposits/store.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { putOff, runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import { CANCEL_AFTER, type ChannelPaymentRow, type ChannelRow } from './channel.ts';
import { completePayment, creditPostings } from './complete.ts';
import { RETURN_RETRY_AFTER, returnsByItself, returnToCustomer } from './return-by-itself.ts';
import { CHANNEL_COLUMNS, CHANNEL_PAYMENTS_WORKER, putOffPayment } from './store.ts';
import { lockPayments, type Step, storeSteps } from './store-steps.ts';

const BATCH_MAX = 500;
const RATES_RETRY_AFTER = 10 * SECOND;

export const channelPaymentWorker: Worker = {
  name: CHANNEL_PAYMENTS_WORKER,
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
        (ids) => reconcileAndReturn(app, project, ids),
        (id, error) =>
          putOff(app, { id, error }, (dueAt) => putOffPayment(app.db, { projectId, id, dueAt })),
      );
    }
    return due.length;
  },
};

async function reconcileAndReturn(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<void> {
  const returnable = await reconcilePayments(app, project, ids);
  for (const payment of returnable) await returnToCustomer(app, project, payment);
}

/** Gives the payments whose return to the customer is due. */
function reconcilePayments(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<ChannelPaymentRow[]> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const now = tx.now;
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
    await storeSteps(tx, { projectId: project.id, steps, now });
    return steps.map((step) => step.after).filter((row) => returnsByItself(project, row));
  });
}

interface StepFacts {
  readonly payment: ChannelPaymentRow;
  readonly deposit: DepositRow;
  readonly channel: ChannelRow;
  readonly now: Date;
}

function planStep(app: App, project: Project, step: StepFacts): Step {
  const { payment, deposit } = step;
  const after = decide(app, project, step);
  const isBookedNow = isSettled(deposit) && deposit.booked_at === null;
  const isCreditedNow = after.status === 'completed' && payment.status !== 'completed';
  // Confirmed only after its payment was cancelled, or sent back in vain: the money is there, and nobody's.
  const isOver = payment.status === 'cancelled' || payment.status === 'refunded';
  const isUnmatched = isOver && isSettled(deposit) && deposit.credited_at === null;
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
function decide(app: App, project: Project, step: StepFacts): ChannelPaymentRow {
  const { payment, deposit, channel, now } = step;
  const rest = { ...payment, due_at: null };
  if (payment.status !== 'pending') return dueForReturn(app, project, rest);
  if (isSettled(deposit)) {
    const assessed = { ...rest, risk: deposit.risk };
    if (deposit.risk?.level === 'high') {
      const held = { status: 'on_hold', status_context: 'illicit_resource' } as const;
      return dueForReturn(app, project, { ...assessed, ...held });
    }
    if (channel.status === 'disabled')
      return { ...assessed, status: 'on_hold', status_context: 'channel_disabled' };
    return completeNow(app, project, assessed);
  }
  // Its payer sent another transaction in its place, which has a payment of its own if it pays the channel.
  if (deposit.status === 'dropped' && deposit.replaced_by !== null)
    return { ...rest, status: 'cancelled' };
  // Confirmed, and waiting for its risk assessment.
  if (deposit.status === 'confirmed') return rest;
  const cancelAt = payment.created_at.getTime() + CANCEL_AFTER;
  return now.getTime() >= cancelAt
    ? { ...rest, status: 'cancelled' }
    : { ...rest, due_at: new Date(cancelAt) };
}

/** Should the process die before the return is stored, the payment is looked at again. */
function dueForReturn(app: App, project: Project, payment: ChannelPaymentRow): ChannelPaymentRow {
  if (!returnsByItself(project, payment)) return payment;
  return { ...payment, due_at: new Date(app.clock.now() + RETURN_RETRY_AFTER) };
}

/** No rate at the moment: the payment waits, it is not credited at a stale one. */
function completeNow(app: App, project: Project, payment: ChannelPaymentRow): ChannelPaymentRow {
  try {
    return completePayment(app, project, payment);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...payment, risk: null, due_at: new Date(app.clock.now() + RATES_RETRY_AFTER) };
  }
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
