// The row of unmatched money in the merchant's transaction list, a CoinDeposit (wire.md (d), "Transaction rows"):
// `completed` once credited, `refunded` once sent back, `on_hold` when that was cancelled. Only what is credited
// counts in the balance.
import { assetCode } from '../coins/coin.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { changeTransactions, recordTransactions } from '../transactions/record.ts';

export interface DepositListing {
  readonly deposit: DepositRow;
  readonly projectId: string;
  readonly status: 'completed' | 'refunded' | 'on_hold';
  readonly description: string;
  /** Taken of what is credited. */
  readonly fee?: bigint;
}

/** Adds the row, or changes the one that is there. */
export async function listDeposit(tx: Tx, listing: DepositListing): Promise<void> {
  const { deposit, projectId, status, description, fee = null } = listing;
  const now = tx.now;
  const change = {
    referenceId: deposit.id,
    // What went back never was in the account.
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
    // Known before there is a fee: a row that was sent back first may be credited later.
    feeCurrency: assetCode(deposit.coin),
    customId: null,
    customerId: null,
    description,
  };
  return recordTransactions(tx, projectId, { now, rows: [row] });
}
