// Computes everything to store for one channel payment from its facts. Pure.
import type { Instance } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { receivedPosting } from '../deposits/postings.ts';
import type { Project } from '../projects/project.ts';
import { CANCEL_AFTER, type ChannelPaymentRow, type ChannelRow } from './channel.ts';
import { completePayment, creditPostings } from './complete.ts';
import { RETURN_RETRY_AFTER, returnsByItself } from './return-by-itself.ts';
import { type Step, stepOf } from './store-steps.ts';

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
  // Confirmed only after the payment was canceled or returned: the money arrived and has no owner.
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

/** The new state of the payment. Only a pending payment changes automatically. */
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
  // The payer replaced it with another transaction, which has its own payment if it pays the channel.
  if (deposit.status === 'dropped' && deposit.replaced_by !== null)
    return { ...rest, status: 'cancelled' };
  // Confirmed, and awaiting its risk assessment.
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
