// Credits an unmatched payment to the project's account of the coin, less the processing fee, as a CoinDeposit.
import type { App, Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { feeInside } from '../core/pricing/fee.ts';
import type { Tx } from '../db/tx.ts';
import { writeDecision } from '../deposits/decisions.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { receivedPosting } from '../deposits/postings.ts';
import { markDeposits } from '../deposits/store-deposits.ts';
import { assignToProject } from '../deposits/unmatched.ts';
import { type Posting, post } from '../ledger/post.ts';
import { feePercentOf, loadProject, type Project } from '../projects/project.ts';
import { listDeposit } from './list-deposit.ts';
import { reportCoinDeposits } from './report.ts';
import { lockUnmatched } from './unmatched.ts';

interface CreditRequest {
  readonly depositId: string;
  readonly projectId: string;
  /** The description shown to the merchant. */
  readonly reason: string;
  /** The request's ID, which identifies its retries. */
  readonly request?: string;
  /** Requested with a merchant's key, not by the operator. */
  readonly isMerchant?: boolean;
}

/**
 * A deposit that belongs to a project can be credited only to that project. Errors: 404, 422 `invalid_status` while it
 * is not confirmed and assessed, or when it is no longer unmatched.
 */
export function creditUnmatched(app: App, requested: CreditRequest): Promise<DepositRow> {
  return app.db.transaction(async (tx) => {
    const deposit = await lockUnmatched(tx, {
      ...requested,
      request: requested.request,
      isMerchant: requested.isMerchant,
    });
    await credit(tx, { deposit, requested });
    return deposit;
  });
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
  await reportCoinDeposits(tx, { projectId, ids: [id] });
}

/** The same fee as for a payment in the coin itself, rounded up. Its percentage is a project setting. */
export function feeOfCredit(instance: Instance, project: Project, deposit: DepositRow): bigint {
  const coin = defined(instance.knownCoins.get(deposit.coin), 'the program knows the coin');
  const facts = { operation: 'credit', currency: coin.asset.code } as const;
  return feeInside(deposit.amount, coin.asset, feePercentOf(instance, project, facts));
}
