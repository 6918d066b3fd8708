// Decisions about a channel payment on hold (wire.md (d)): release (credit at the current rate) or return. For high
// risk, only the operator can credit the payment or choose the return address (decision 75).
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { type AppError, apiError, invalid, notFound, rule } from '../core/errors.ts';
import { refundAddressOf } from '../customers/return-addresses.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  ledByFirst,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
} from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, isSettled, lockDeposit } from '../deposits/deposit.ts';
import { refuseInQuarantine, writeDecision } from '../deposits/unmatched.ts';
import { endAlert } from '../ledger/alerts.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { findReturnRoute, type ReturnRoute, sendBack } from '../withdrawals/send-back.ts';
import { type ChannelPaymentRow, needsOperator, PAYMENT_COLUMNS } from './store-channels.ts';
import {
  completePayment,
  creditPostings,
  lockPayments,
  stepOf,
  storeSteps,
} from './store-steps.ts';

export interface PaymentFilter extends PageRequest {
  readonly projectId: string | null;
  readonly status: ChannelPaymentRow['status'] | null;
  readonly coin: string | null;
  readonly channelId: string | null;
  readonly customerId: string | null;
  readonly txid: string | null;
  readonly span: Span;
}

/** Newest first. Errors: 404. */
export function pageOfPayments(
  sql: Sql,
  { span, projectId, status, after, limit, ...filter }: PaymentFilter,
): Promise<NewestPage<ChannelPaymentRow>> {
  // Most payments are completed. With a parameter, the planner could not tell which partial index applies.
  const isRarer = status !== null && status !== 'completed';
  const few: readonly Condition[] = [
    [filter.channelId, (place) => `channel_id = ${place}::uuid and ${IN_ITS_PROJECT(place)}`],
    [filter.txid, (place) => `txid = ${place}`],
  ];
  const many: readonly Condition[] = [
    [filter.customerId, (place) => `customer_id = ${place}`],
    [filter.coin, (place) => `paid_currency = ${place}`],
  ];
  const isAmongFew = isRarer || few.some(([value]) => value !== null);
  const led = isAmongFew ? { indexed: few, filters: many } : ledByFirst(many);
  return newestPage<ChannelPaymentRow>(sql, {
    table: 'channel_payments',
    columns: PAYMENT_COLUMNS,
    projectId,
    after,
    limit,
    ...(isRarer && { always: `status = '${status}'` }),
    indexed: led.indexed,
    filters: [...led.filters, [isRarer ? null : status, (place) => `status = ${place}`]],
    span: { ...span, column: 'created_at' },
  });
}

/** The index of a channel's payments starts with the project. */
const IN_ITS_PROJECT = (channel: string) =>
  `project_id = any(array(select c.project_id from channels c where c.id = ${channel}))`;

export interface Decision {
  readonly id: string;
  readonly reason: string | { readonly code: 'high_risk' };
  /** Omitted by the operator. */
  readonly projectId?: string;
  /** The person who decides, in the form that withdrawals store. Omitted by the CLI and for automatic returns. */
  readonly requestedBy?: string;
}

const reasonFacts = ({ reason }: Decision) =>
  typeof reason === 'string' ? { reason } : { decision_code: reason.code };

/**
 * Errors: 404; 422 `invalid_status` unless the payment is on hold and its coin is not in quarantine, and for project
 * members when the payment is high-risk; 503 `rates_unavailable`.
 */
export async function releasePayment(app: App, requested: Decision): Promise<ChannelPaymentRow> {
  const { project } = await findPayment(app, requested);
  return app.db.transaction(async (tx) => {
    const held = await lockHeld(tx, project, requested.id);
    if (requested.projectId !== undefined && needsOperator(held.payment, held.deposit))
      throw apiError('invalid_status.high_risk_credit');
    const after = completePayment(app, project, held.payment);
    await store(tx, { held, after, isCreditedToMerchant: true });
    await noteDecision(tx, { held, decision: 'released', facts: reasonFacts(requested) });
    return after;
  });
}

/**
 * Project members can return high-risk money only to the customer's address. Errors: 404, 422 `invalid_status`,
 * `invalid` (target `to`), `high_risk_address` or `refund_too_small`, 503.
 */
export async function returnPayment(
  app: App,
  requested: Decision & { readonly address: string | null },
): Promise<ChannelPaymentRow> {
  const { project, payment } = await findPayment(app, requested);
  if (payment.status !== 'on_hold') throw invalidStatus(payment);
  const ofCustomer = await customerAddressOf(app, payment);
  const address = requested.address ?? ofCustomer;
  if (address === null) throw invalid(rule.filled('to'));
  const isChosen = requested.projectId !== undefined && address !== ofCustomer;
  const coin = defined(app.knownCoins.get(payment.paid_currency), 'the coin is registered');
  const route = await findReturnRoute(app, { coin, projectId: project.id, address, target: 'to' });
  return app.db.transaction(async (tx) => {
    const held = await lockHeld(tx, project, requested.id);
    if (isChosen && needsOperator(held.payment, held.deposit))
      throw apiError('invalid_status.high_risk_other_address');
    const after = await sendHeldBack(tx, {
      project,
      held,
      route,
      requestedBy: requested.requestedBy,
    });
    await store(tx, { held, after, isCreditedToMerchant: false });
    const facts = { ...reasonFacts(requested), address, withdrawal_id: after.coin_withdrawal_id };
    await noteDecision(tx, { held, decision: 'sent_back', facts });
    await endAlert(tx, { kind: 'automatic_refund_failed', subject: after.id });
    return after;
  });
}

/** Never the sending address: an exchange does not credit its customer for money returned there. */
export function customerAddressOf(app: App, payment: ChannelPaymentRow): Promise<string | null> {
  return refundAddressOf(app.db, {
    projectId: payment.project_id,
    customerId: payment.customer_id,
    coin: defined(app.knownCoins.get(payment.paid_currency), 'the coin is registered'),
  });
}

interface Held {
  readonly payment: ChannelPaymentRow;
  readonly deposit: DepositRow;
}

/** The operator has only the ID and can wait for the slower search. Errors: 404. */
export async function findPayment(
  app: App,
  { id, projectId }: { id: string; projectId?: string },
): Promise<{ project: Project; payment: ChannelPaymentRow }> {
  const rows = await app.db.query<ChannelPaymentRow>(
    `select ${PAYMENT_COLUMNS} from channel_payments
     where id = $1 and ($2::uuid is null or project_id = $2) order by project_id limit 1`,
    [id, projectId ?? null],
  );
  const payment = rows[0];
  if (payment === undefined) throw notFound();
  const project = defined(await loadProject(app.db, payment.project_id), 'a payment has a project');
  return { project, payment };
}

/** Takes the ledger lock. */
async function lockHeld(tx: Tx, project: Project, id: string): Promise<Held> {
  await lockLedger(tx, project.id);
  const [payment] = await lockPayments(tx, project.id, [id]);
  if (payment === undefined) throw notFound();
  if (payment.status !== 'on_hold') throw invalidStatus(payment);
  const deposit = defined(await lockDeposit(tx, payment.deposit_id), 'a payment has a deposit');
  await refuseInQuarantine(tx, deposit.coin);
  const isOpen = deposit.booked_at !== null && deposit.credited_at === null;
  if (!isOpen || !isSettled(deposit) || deposit.block_height === null)
    throw apiError('invalid_status.payment_not_in_chain');
  return { payment, deposit };
}

async function sendHeldBack(
  tx: Tx,
  {
    project,
    held,
    route,
    requestedBy,
  }: { project: Project; held: Held; route: ReturnRoute; requestedBy: string | undefined },
): Promise<ChannelPaymentRow> {
  const { payment } = held;
  const withdrawal = await sendBack(tx, {
    project,
    route,
    charged: payment.paid_amount,
    customerId: payment.customer_id,
    depositId: payment.deposit_id,
    apiKey: requestedBy ?? null,
  });
  return {
    ...payment,
    status: 'refunded',
    status_context: null,
    refund_address: route.coin.formatAddress(route.destination),
    coin_withdrawal_id: withdrawal.id,
    due_at: null,
  };
}

async function store(
  tx: Tx,
  {
    held,
    after,
    isCreditedToMerchant,
  }: { held: Held; after: ChannelPaymentRow; isCreditedToMerchant: boolean },
): Promise<void> {
  const { id, announced } = held.deposit;
  const step = stepOf(tx.instance, {
    before: held.payment,
    after,
    postings: isCreditedToMerchant ? creditPostings(after) : [],
    mark: { id, announced, isBooked: true, isCredited: true, isUnmatched: false },
  });
  await storeSteps(tx, { projectId: after.project_id, steps: [step] });
}

function noteDecision(
  tx: Tx,
  entry: { held: Held; decision: 'released' | 'sent_back'; facts: object },
): Promise<void> {
  const { payment } = entry.held;
  return writeDecision(tx, {
    depositId: payment.deposit_id,
    projectId: payment.project_id,
    decision: entry.decision,
    facts: { channel_payment_id: payment.id, ...entry.facts },
  });
}

export function invalidStatus({ status }: ChannelPaymentRow): AppError {
  return apiError('invalid_status.channel_payment', { status });
}
