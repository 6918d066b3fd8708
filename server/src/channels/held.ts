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
  return app.db.transaction((tx) => releaseWithin(tx, project, requested));
}

/** Like `releasePayment`, in the caller's transaction. */
export async function releaseWithin(
  tx: Tx,
  project: Project,
  requested: Decision,
): Promise<ChannelPaymentRow> {
  const held = await lockHeld(tx, project.id, requested.id);
  if (requested.projectId !== undefined) refuseHighRiskCredit(held);
  const after = completePayment(tx.instance, project, held.payment);
  await store(tx, { held, after, isCreditedToMerchant: true });
  await noteDecision(tx, { held, decision: 'released', facts: reasonFacts(requested) });
  return after;
}

/**
 * Project members can return high-risk money only to the customer's address. Errors: 404, 422 `invalid_status`,
 * `invalid` (target `to`), `high_risk_address` or `refund_too_small`, 503.
 */
export async function returnPayment(app: App, requested: Return): Promise<ChannelPaymentRow> {
  const found = await findHeldRoute(app, requested);
  return app.db.transaction((tx) => returnWithin(tx, { ...found, requested }));
}

export interface Return extends Decision {
  /** Null: the customer's. */
  readonly address: string | null;
  /** The name of the request field with the address. Default: `to`. */
  readonly target?: string;
}

interface FoundRoute {
  readonly project: Project;
  readonly route: ReturnRoute;
  readonly address: string;
}

/** Everything that is read before the transaction. Errors: see `returnPayment`. */
export async function findHeldRoute(app: App, requested: Return): Promise<FoundRoute> {
  const { project, payment } = await findPayment(app, requested);
  if (payment.status !== 'on_hold') throw invalidStatus(payment);
  const { target = 'to' } = requested;
  const address = requested.address ?? (await customerAddressOf(app, payment));
  if (address === null) throw invalid(rule.filled(target));
  const coin = defined(app.knownCoins.get(payment.paid_currency), 'the coin is registered');
  const route = await findReturnRoute(app, { coin, projectId: project.id, address, target });
  return { project, route, address };
}

/** Like `returnPayment`, in the caller's transaction. */
export async function returnWithin(
  tx: Tx,
  { project, route, address, requested }: FoundRoute & { readonly requested: Return },
): Promise<ChannelPaymentRow> {
  const held = await lockHeld(tx, project.id, requested.id);
  if (requested.projectId !== undefined) await refuseChosenAddress(tx, held, address);
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
}

/** For project members. Errors: 422 `invalid_status`. */
export function refuseHighRiskCredit({ payment, deposit }: Held): void {
  if (needsOperator(payment, deposit)) throw apiError('invalid_status.high_risk_credit');
}

/** For project members. Errors: 422 `invalid_status` for high-risk money to another address than the customer's. */
export async function refuseChosenAddress(
  tx: Tx,
  { payment, deposit }: Held,
  address: string,
): Promise<void> {
  if (!needsOperator(payment, deposit)) return;
  if (
    address === (await customerAddressOf({ db: tx, knownCoins: tx.instance.knownCoins }, payment))
  )
    return;
  throw apiError('invalid_status.high_risk_other_address');
}

/** Never the sending address: an exchange does not credit its customer for money returned there. */
export function customerAddressOf(
  { db, knownCoins }: Pick<App, 'knownCoins'> & { readonly db: Sql },
  payment: ChannelPaymentRow,
): Promise<string | null> {
  return refundAddressOf(db, {
    projectId: payment.project_id,
    customerId: payment.customer_id,
    coin: defined(knownCoins.get(payment.paid_currency), 'the coin is registered'),
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

/** Takes the ledger lock. Errors: 404, 422 `invalid_status` while no decision about the payment is possible. */
export async function lockHeld(tx: Tx, projectId: string, id: string): Promise<Held> {
  await lockLedger(tx, projectId);
  const [payment] = await lockPayments(tx, projectId, [id]);
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
