// The inbox of unmatched payments: deposits that arrived late or as surplus, without or with a wrong tag, to an address
// that was never issued, or whose refund was canceled. None are lost: each waits here until a person credits it,
// refunds it or attaches it to its invoice or channel.
import { AppError, notFound } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { refuseInQuarantine } from '../deposits/refuse-in-quarantine.ts';
import { DEPOSIT_COLUMNS, lockDeposit } from '../deposits/store-deposits.ts';
import { lockLedger } from '../ledger/post.ts';
import { canBeDecided, needsOperator, type UnmatchedReason } from './coin-deposit.ts';

/** The reasons as text. */
export const UNMATCHED_WORDS: Readonly<Record<UnmatchedReason, string>> = {
  late: 'late',
  surplus: 'on top of what was asked for',
  channel_payment_over: 'its channel payment was given up',
  no_tag: 'without a tag',
  unknown_tag: 'the tag was given to nobody',
  other_asset: 'paid in another asset than the one that the address was given out for',
  other_network: 'paid on another network than the one that the address was given out for',
  unknown_address: 'the address was given to nobody',
  below_minimum: 'less than the minimum deposit of its network',
};

/** A retry of a request that has already decided. Its first run was still in progress when the retry started. */
export class RepeatedDecision extends Error {
  override readonly name = 'RepeatedDecision';
}

interface Deciding {
  readonly depositId: string;
  readonly projectId: string;
  readonly request: string | undefined;
  /** True for a merchant's key, false for the operator. */
  readonly isMerchant: boolean | undefined;
}

/**
 * Takes the ledger lock. Errors: 404, also for another project's deposit; 422 `invalid_status`, also in a quarantine
 * and for a merchant with high-risk money. Throws RepeatedDecision for a retry, even if the deposit is waiting again:
 * one request takes effect only once.
 */
export async function lockUnmatched(tx: Tx, ids: Deciding): Promise<DepositRow> {
  await lockLedger(tx, ids.projectId);
  const deposit = await lockDeposit(tx, ids.depositId);
  if (deposit === null || isForeign(deposit, ids.projectId)) throw notFound();
  if (ids.request !== undefined && (await hasDecided(tx, deposit.id, ids.request)))
    throw new RepeatedDecision();
  await refuseInQuarantine(tx, deposit.coin);
  const isOpen = deposit.is_unmatched && deposit.credited_at === null;
  if (!isOpen || !canBeDecided(deposit)) {
    throw new AppError({
      code: 'invalid_status',
      status: 422,
      message: 'only a confirmed and assessed deposit that is unmatched can be decided on',
    });
  }
  if (ids.isMerchant === true && needsOperator(deposit)) {
    throw new AppError({
      code: 'invalid_status',
      status: 422,
      message: 'it is of high risk: only the operator decides about it',
    });
  }
  return deposit;
}

async function hasDecided(tx: Tx, depositId: string, request: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from deposit_decisions where deposit_id = $1 and facts ->> 'request' = $2 limit 1`,
    [depositId, request],
  );
  return rows.length > 0;
}

/** An unmatched deposit may have been shown to one project. Until it is in that project's ledger, it has no owner. */
function isForeign(deposit: DepositRow, projectId: string): boolean {
  if (deposit.project_id === null || deposit.project_id === projectId) return false;
  return deposit.owner_id !== null || deposit.booked_at !== null;
}

export async function findDeposit(sql: Sql, id: string): Promise<DepositRow> {
  const rows = await sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = $1`,
    [id],
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}
