// Deposits on the hosted pages: transactions, and the progress of the least confirmed one. Pure; used by the views of
// invoices and channels.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { groupBy, sumOf } from '../core/group.ts';
import { formatAmount } from '../core/money.ts';
import type { Cursor } from '../deposits/cursor.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { explorerUrlOf } from '../deposits/explorer.ts';
import type { Confirmations, PageTransaction } from './payment-page-view.ts';

/** One item per blockchain transaction, however many of its outputs pay the address. */
export function pageTransactions(
  app: App,
  coin: Coin,
  live: readonly DepositRow[],
): PageTransaction[] {
  return [...groupBy(live, (deposit) => deposit.txid)].map(([txid, outputs]) => ({
    txid,
    explorerUrl: explorerUrlOf(app, coin, txid),
    amount: formatAmount(
      sumOf(outputs, (output) => output.amount),
      coin,
    ),
    isConfirmed: outputs.every(isSettled),
  }));
}

/**
 * Confirmations of the deposit that needs the most. Null when all are final, when the chain was never read, or when the
 * network's own finality decides, which is not counted in blocks.
 */
export function fewestConfirmations(
  live: readonly DepositRow[],
  cursor: Cursor | null,
): Confirmations | null {
  if (cursor === null || cursor.finalHeight !== null) return null;
  const open = live
    .filter((deposit) => !isSettled(deposit))
    .map((deposit) => confirmationsOf(deposit, cursor.height));
  open.sort((a, b) => b.needed - b.seen - (a.needed - a.seen));
  return open[0] ?? null;
}

/** A deposit in the newest block has one confirmation. */
function confirmationsOf(deposit: DepositRow, tipHeight: number): Confirmations {
  const needed = deposit.confirmations_required;
  if (deposit.status === 'confirmed') return { seen: needed, needed };
  const { block_height: height } = deposit;
  const depth = height === null ? 0 : Math.max(0, tipHeight - height + 1);
  return { seen: Math.min(depth, needed), needed };
}
