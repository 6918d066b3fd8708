// What one channel payment's facts imply, as everything that is stored of it: pure.
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

/** Pure: everything that one payment's facts imply. */
export function planStep(instance: Instance, project: Project, facts: StepFacts): Step {
  const { payment, deposit } = facts;
  const after = decide(instance, project, facts);
  const isBookedNow = isSettled(deposit) && deposit.booked_at === null;
  const isCreditedNow = after.status === 'completed' && payment.status !== 'completed';
  // Confirmed only after its payment was cancelled, or sent back in vain: the money is there, and nobody's.
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

/** What the facts make of the payment. Only a pending one moves by itself. */
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
function dueForReturn(
  instance: Instance,
  project: Project,
  payment: ChannelPaymentRow,
): ChannelPaymentRow {
  if (!returnsByItself(project, payment)) return payment;
  return { ...payment, due_at: new Date(instance.clock.now() + RETURN_RETRY_AFTER) };
}

/** No rate at the moment: the payment waits, it is not credited at a stale one. */
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
