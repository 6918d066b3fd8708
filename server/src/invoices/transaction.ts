// An invoice's row in the merchant's transaction list.
import { type DepositRow, isLive } from '../deposits/deposit.ts';
import type { TransactionChange } from '../transactions/record.ts';
import type { InvoiceRow } from './invoice.ts';

/** The invoice's row in the transaction list follows its status and counts when it completes. */
export function transactionOf(
  invoice: InvoiceRow,
  deposits: readonly DepositRow[],
): TransactionChange {
  const risks = deposits
    .filter(isLive)
    .flatMap((deposit) => (deposit.risk === null ? [] : [deposit.risk]));
  const worst = risks.sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level))[0] ?? null;
  return {
    referenceId: invoice.id,
    amount: invoice.price_amount - invoice.fee,
    isCounted: invoice.status === 'completed',
    fee: invoice.fee,
    status: invoice.status,
    statusContext: invoice.status_context,
    risk: worst,
    riskLevel: worst?.level ?? null,
  };
}

const LEVELS = ['low', 'medium', 'high'];
