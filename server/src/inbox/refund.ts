// Returns an unmatched payment to an address, less the network fee, as a withdrawal of the project that owns it.
import type { App, Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { feeInside } from '../core/pricing/fee.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, lockDeposit, markDeposits } from '../deposits/deposit.ts';
import { receivedPosting } from '../deposits/postings.ts';
import { assignToProject, clearReported, writeDecision } from '../deposits/unmatched.ts';
import { type Posting, post } from '../ledger/post.ts';
import { feePercentOf, loadProject, type Project } from '../projects/project.ts';
import { cancelFacts } from '../withdrawals/reasons.ts';
import {
  costOfReturn,
  findReturnRoute,
  type ReturnRoute,
  sendBack,
} from '../withdrawals/send-back.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';
import { findDeposit, listDeposit, lockUnmatched, reportResolved } from './unmatched.ts';

export interface RefundUnmatchedRequest {
  readonly depositId: string;
  /** Required for a deposit without a project. */
  readonly projectId: string | null;
  readonly address: string;
  /** The name of the request field with the address. Default: `to`. */
  readonly target?: string;
  /** The description shown to the merchant. */
  readonly reason: string;
  /** The API key or person that makes the request. Omitted by the CLI. */
  readonly apiKey?: string;
  readonly request?: string;
  readonly isMerchant?: boolean;
}

/**
 * Errors: 404, 422 `invalid` (targets `to` and `project`), `invalid_status`, `high_risk_address` or
 * `refund_too_small`, 503.
 */
export async function refundUnmatched(
  app: App,
  requested: RefundUnmatchedRequest,
): Promise<WithdrawalRow> {
  const found = await findRefundRoute(app, requested);
  return app.db.transaction((tx) => refundUnmatchedWithin(tx, { ...found, requested }));
}

interface FoundRoute {
  readonly project: Project;
  readonly route: ReturnRoute;
}

/** Everything that is read before the transaction. Errors: see `refundUnmatched`. */
export async function findRefundRoute(
  app: App,
  requested: RefundUnmatchedRequest,
): Promise<FoundRoute> {
  const seen = await findDeposit(app.db, requested.depositId);
  const projectId = requested.projectId ?? seen.project_id;
  if (projectId === null) throw invalid(rule.filled('project'));
  const project = await loadProject(app.db, projectId);
  if (project === null) throw notFound();
  const coin = defined(app.knownCoins.get(seen.coin), 'the coin is registered');
  const { address, target = 'to' } = requested;
  const route = await findReturnRoute(app, { coin, projectId, address, target });
  return { project, route };
}

/** Like `refundUnmatched`, in the caller's transaction. */
export async function refundUnmatchedWithin(
  tx: Tx,
  { project, route, requested }: FoundRoute & { readonly requested: RefundUnmatchedRequest },
): Promise<WithdrawalRow> {
  const { depositId, request, isMerchant } = requested;
  const ids = { depositId, projectId: project.id, request, isMerchant };
  const deposit = await lockUnmatched(tx, ids);
  return refund(tx, { project, deposit, route, requested });
}

async function refund(
  tx: Tx,
  wanted: {
    project: Project;
    deposit: DepositRow;
    route: ReturnRoute;
    requested: RefundUnmatchedRequest;
  },
): Promise<WithdrawalRow> {
  const { project, deposit, route, requested } = wanted;
  const { reason, request } = requested;
  const { id, announced } = deposit;
  const now = tx.now;
  await assignToProject(tx, deposit.id, project.id);
  const postings = deposit.booked_at === null ? [receivedPosting(deposit)] : [];
  await post(tx, project.id, { postings, now });
  const withdrawal = await sendBack(tx, {
    project,
    route,
    charged: deposit.amount,
    customerId: null,
    depositId: id,
    apiKey: requested.apiKey ?? null,
  });
  const mark = { id, announced, isBooked: true, isCredited: true, isUnmatched: false };
  await markDeposits(tx, [mark], now);
  const listing = { deposit, projectId: project.id, description: reason };
  await listDeposit(tx, { ...listing, status: 'refunded' });
  await writeDecision(tx, {
    depositId: id,
    projectId: project.id,
    decision: 'sent_back',
    facts: { reason, request, address: withdrawal.address, withdrawal_id: withdrawal.id },
  });
  await reportResolved(tx, { projectId: project.id, id });
  return withdrawal;
}

/**
 * After a canceled refund, the payment is unmatched again. The money of a refund to an address stays in the merchant's
 * account. The caller holds the ledger lock and has reversed the postings.
 */
export async function returnToInbox(tx: Tx, row: WithdrawalRow): Promise<void> {
  if (row.status === 'cancelled' && row.deposit_id !== null)
    await takeBack(tx, { row, depositId: row.deposit_id });
}

async function takeBack(
  tx: Tx,
  { row, depositId }: { row: WithdrawalRow; depositId: string },
): Promise<void> {
  const deposit = defined(await lockDeposit(tx, depositId), 'what was sent back is a deposit');
  const { id, announced } = deposit;
  const mark = { id, announced, isBooked: true, isCredited: false, isUnmatched: true };
  await markDeposits(tx, [mark], tx.now);
  await clearReported(tx, id);
  const listing = { deposit, projectId: row.project_id, status: 'on_hold' as const };
  await listDeposit(tx, { ...listing, description: null });
  await writeDecision(tx, {
    depositId,
    projectId: row.project_id,
    decision: 'returned_to_inbox',
    facts: { withdrawal_id: row.id, ...cancelFacts(row) },
  });
}

interface CreditRequest {
  readonly depositId: string;
  readonly projectId: string;
  readonly reason: string;
  readonly request?: string;
  readonly isMerchant?: boolean;
}

/**
 * A project's deposit can be credited only to that project. Errors: 404, 422 `invalid_status` while the deposit is not
 * confirmed and assessed, or when it is no longer unmatched.
 */
export function creditUnmatched(app: App, requested: CreditRequest): Promise<DepositRow> {
  return app.db.transaction((tx) => creditUnmatchedWithin(tx, requested));
}

/** Like `creditUnmatched`, in the caller's transaction. */
export async function creditUnmatchedWithin(tx: Tx, requested: CreditRequest): Promise<DepositRow> {
  const { request, isMerchant } = requested;
  const deposit = await lockUnmatched(tx, { ...requested, request, isMerchant });
  await credit(tx, { deposit, requested });
  return deposit;
}

async function credit(
  tx: Tx,
  { deposit, requested }: { deposit: DepositRow; requested: CreditRequest },
): Promise<void> {
  const { projectId, reason } = requested;
  const now = tx.now;
  const { id, announced } = deposit;
  const project = defined(await loadProject(tx, projectId), 'its ledger is locked');
  const fee = feeOfCredit(tx.instance, project, deposit);
  const ofDeposit = { referenceType: 'CoinDeposit', referenceId: id, from: 'deposits' } as const;
  const moved = { ...ofDeposit, currency: assetCode(deposit.coin) } as const;
  const shares: readonly Posting[] = [
    { ...moved, purpose: 'credit', to: 'available', amount: deposit.amount - fee },
    { ...moved, purpose: 'fee', to: 'fees', amount: fee },
  ];
  const received = deposit.booked_at === null ? [receivedPosting(deposit)] : [];
  const postings = [...received, ...shares.filter(({ amount }) => amount > 0n)];
  await assignToProject(tx, deposit.id, projectId);
  await post(tx, projectId, { postings, now });
  const mark = { id, announced, isBooked: true, isCredited: true, isUnmatched: false };
  await markDeposits(tx, [mark], now);
  const listing = { deposit, projectId, fee, description: reason };
  await listDeposit(tx, { ...listing, status: 'completed' });
  await writeDecision(tx, {
    depositId: id,
    projectId,
    decision: 'credited',
    facts: { reason, request: requested.request, fee: `${fee}` },
  });
  await reportResolved(tx, { projectId, id });
}

/** The same fee as for a payment in the coin itself, rounded up. */
function feeOfCredit(instance: Instance, project: Project, deposit: DepositRow): bigint {
  const coin = defined(instance.knownCoins.get(deposit.coin), 'the coin is registered');
  const facts = { operation: 'credit', currency: coin.asset.code } as const;
  return feeInside(deposit.amount, coin.asset, feePercentOf(instance, project, facts));
}

/** In the coin's smallest unit. */
interface InboxPreview {
  readonly coin: string;
  readonly amount: bigint;
  readonly credit: { readonly fee: bigint; readonly credited: bigint } | null;
  readonly networkFee: bigint | null;
  /** Null when the fee is unknown or exceeds the amount. */
  readonly received: bigint | null;
}

/** Errors: 404. */
export async function previewUnmatched(app: App, depositId: string): Promise<InboxPreview> {
  const deposit = await findDeposit(app.db, depositId);
  const { amount, coin: code, project_id: projectId } = deposit;
  const coin = defined(app.knownCoins.get(code), 'the coin is registered');
  const project = projectId === null ? null : await loadProject(app.db, projectId);
  const fee = project === null ? null : feeOfCredit(app, project, deposit);
  return {
    coin: coin.asset.code,
    amount,
    credit: fee === null ? null : { fee, credited: amount - fee },
    ...costOfReturn(app, coin, amount),
  };
}
