// The row of an unmatched payment in the merchant's transaction list, a CoinDeposit (wire.md (d), "Transaction rows"):
// `completed` once credited, `refunded` once returned, `on_hold` when the refund was canceled. Only credited amounts
// count in the balance.
import { assetCode } from '../coins/coin.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { changeTransactions, recordTransactions } from '../transactions/record.ts';

export interface DepositListing {
  readonly deposit: DepositRow;
  readonly projectId: string;
  readonly status: 'completed' | 'refunded' | 'on_hold';
  readonly description: string | null;
  /** Deducted from the credit. */
  readonly fee?: bigint;
}

/** Adds the row, or updates the existing one. */
export async function listDeposit(tx: Tx, listing: DepositListing): Promise<void> {
  const { deposit, projectId, status, description, fee = null } = listing;
  const now = tx.now;
  const change = {
    referenceId: deposit.id,
    // A refunded deposit never entered the account.
    amount: status === 'refunded' ? 0n : deposit.amount - (fee ?? 0n),
    isCounted: status === 'completed',
    fee,
    status,
    statusContext: null,
    risk: deposit.risk,
    riskLevel: deposit.risk?.level ?? null,
  };
  const found = await tx.query(
    'select 1 from account_transactions where project_id = $1 and reference_id = $2 limit 1',
    [projectId, deposit.id],
  );
  if (found.length > 0) return changeTransactions(tx, projectId, { changes: [change], now });
  const row = {
    ...change,
    nonce: tx.instance.random.bytes(10).toString('hex'),
    currency: assetCode(deposit.coin),
    referenceType: 'CoinDeposit' as const,
    // Set before there is a fee, because a row that was first refunded may be credited later.
    feeCurrency: assetCode(deposit.coin),
    customId: null,
    customerId: null,
    description,
  };
  return recordTransactions(tx, projectId, { now, rows: [row] });
}
