// Computes everything to store for one channel payment from its facts. Pure.
import type { App, Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { refundAddressOf } from '../customers/return-addresses.ts';
import { type DepositRow, depositsById, isSettled } from '../deposits/deposit.ts';
import { receivedPosting } from '../deposits/postings.ts';
import { isInQuarantine } from '../deposits/unmatched.ts';
import { openAlert } from '../ledger/alerts.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project, returnsHighRisk } from '../projects/project.ts';
import { uncompared } from '../withdrawals/payout-doubts.ts';
import { reschedule, runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import { returnPayment } from './held.ts';
import {
  CANCEL_AFTER,
  CHANNEL_PAYMENTS_WORKER,
  type ChannelPaymentRow,
  type ChannelRow,
  channelsById,
  reschedulePayment,
} from './store-channels.ts';
import {
  completePayment,
  creditPostings,
  lockPayments,
  type Step,
  stepOf,
  storeSteps,
} from './store-steps.ts';

const RETURN_RETRY_AFTER = 30 * SECOND;

function returnsByItself(project: Project, payment: ChannelPaymentRow): boolean {
  const { status, status_context, customer_id } = payment;
  const isIllicit = status === 'on_hold' && status_context === 'illicit_resource';
  return isIllicit && customer_id !== null && returnsHighRisk(project);
}

/** Retries temporary failures. After a permanent rejection, the payment waits for a person. */
async function returnToCustomer(
  app: App,
  project: Project,
  payment: ChannelPaymentRow,
): Promise<void> {
  // After a database rollback, an earlier return may be missing.
  if (uncompared(app).includes(payment.paid_currency)) return;
  // The payment may have been returned in the part of the history that the database lost.
  if (await isInQuarantine(app.db, payment.paid_currency)) return;
  const address = await refundAddressOf(app.db, {
    projectId: project.id,
    customerId: payment.customer_id,
    coin: defined(app.knownCoins.get(payment.paid_currency), 'the coin is registered'),
  });
  try {
    if (address === null) await stopTrying(app, payment);
    else
      await returnPayment(app, {
        id: payment.id,
        projectId: project.id,
        address,
        reason: { code: 'high_risk' },
      });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.log.warn(
      { code: error.code, channel_payment_id: payment.id },
      'not returned automatically',
    );
    if (error.status === 503) return;
    await stopTrying(app, payment);
    await openAlert(app, {
      kind: 'automatic_refund_failed',
      subject: payment.id,
      facts: {
        project_id: payment.project_id,
        channel_id: payment.channel_id,
        channel_payment_id: payment.id,
        code: error.code,
      },
    });
  }
}

/** A later event may have made the payment due again. */
async function stopTrying(app: App, payment: ChannelPaymentRow): Promise<void> {
  await app.db.query(
    'update channel_payments set due_at = null where project_id = $1 and id = $2 and due_at = $3',
    [payment.project_id, payment.id, payment.due_at],
  );
}

const BATCH_MAX = 500;

export const channelPaymentWorker: Worker = {
  name: CHANNEL_PAYMENTS_WORKER,
  pollMilliseconds: 1000,
  due: () => '(select min(due_at) from channel_payments) <= $1',
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from channel_payments where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      const project = defined(await loadProject(app.db, projectId), 'a payment has a project');
      await runApart(
        rows.map((row) => row.id),
        (ids) => reconcileAndReturn(app, project, ids),
        (id, error) =>
          reschedule(app, { id, error }, (dueAt) =>
            reschedulePayment(app.db, { projectId, id, dueAt }),
          ),
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

/** Returns the payments whose return to the customer is due. */
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
    const channels = await channelsById(
      tx,
      project.id,
      payments.map((payment) => payment.channel_id),
    );
    const steps = payments.map((payment) =>
      planStep(tx.instance, project, {
        payment,
        deposit: defined(deposits.get(payment.deposit_id), 'a payment has a deposit'),
        channel: defined(channels.get(payment.channel_id), 'a payment has a channel'),
        now,
      }),
    );
    await storeSteps(tx, { projectId: project.id, steps });
    return steps.map((step) => step.after).filter((row) => returnsByItself(project, row));
  });
}

const RATES_RETRY_AFTER = 10 * SECOND;

export interface StepFacts {
  readonly payment: ChannelPaymentRow;
  readonly deposit: DepositRow;
  readonly channel: ChannelRow;
  readonly now: Date;
}

export function planStep(instance: Instance, project: Project, facts: StepFacts): Step {
  const { payment, deposit } = facts;
  const after = decide(instance, project, facts);
  const isBookedNow = isSettled(deposit) && deposit.booked_at === null;
  const isCreditedNow = after.status === 'completed' && payment.status !== 'completed';
  // The payment was canceled or returned before its deposit confirmed, so the money is unmatched.
  const isOver = payment.status === 'cancelled' || payment.status === 'refunded';
  const isUnmatched = isOver && isSettled(deposit) && deposit.credited_at === null;
  return stepOf(instance, {
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
  });
}

/** Only a pending payment changes automatically. */
function decide(instance: Instance, project: Project, step: StepFacts): ChannelPaymentRow {
  const { payment, deposit, channel, now } = step;
  const rest = { ...payment, due_at: null };
  if (payment.status !== 'pending') return dueForReturn(instance, project, rest);
  if (isSettled(deposit)) {
    const assessed = { ...rest, risk: deposit.risk };
    if (deposit.risk?.level === 'high') {
      const held = { status: 'on_hold', status_context: 'illicit_resource' } as const;
      return dueForReturn(instance, project, { ...assessed, ...held });
    }
    if (channel.status === 'disabled')
      return { ...assessed, status: 'on_hold', status_context: 'channel_disabled' };
    return completeNow(instance, project, assessed);
  }
  // The payer replaced the transaction. If the replacement pays the channel, it has its own payment.
  if (deposit.status === 'dropped' && deposit.replaced_by !== null)
    return { ...rest, status: 'cancelled' };
  if (deposit.status === 'confirmed') return rest;
  const cancelAt = payment.created_at.getTime() + CANCEL_AFTER;
  return now.getTime() >= cancelAt
    ? { ...rest, status: 'cancelled' }
    : { ...rest, due_at: new Date(cancelAt) };
}

/** If the process crashes before the return is stored, the payment is checked again. */
function dueForReturn(
  instance: Instance,
  project: Project,
  payment: ChannelPaymentRow,
): ChannelPaymentRow {
  if (!returnsByItself(project, payment)) return payment;
  return { ...payment, due_at: new Date(instance.clock.now() + RETURN_RETRY_AFTER) };
}

/** Without a current rate, the payment waits. It is never credited at a stale rate. */
function completeNow(
  instance: Instance,
  project: Project,
  payment: ChannelPaymentRow,
): ChannelPaymentRow {
  try {
    return completePayment(instance, project, payment);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...payment, risk: null, due_at: new Date(instance.clock.now() + RATES_RETRY_AFTER) };
  }
}
