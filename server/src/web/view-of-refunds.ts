// Refunds on the hosted pages: amount, destination and progress. Used by the views of invoices and channels.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';
import { explorerUrlOf } from '../deposits/explorer.ts';
import { type MoneyBackRow, moneyBackOf } from '../withdrawals/money-back.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import type { PageRefund } from './payment-page-view.ts';

const STATUS_OF: Readonly<Record<WithdrawalStatus, PageRefund['status']>> = {
  new: 'prepared',
  pending: 'prepared',
  // The payer sees neither who reviews it nor why.
  on_hold: 'prepared',
  processing: 'prepared',
  failed: 'failed',
  sent: 'on_its_way',
  completed: 'confirmed',
  // A refund of an invoice is then in the merchant's account.
  cancelled: 'with_merchant',
};

const WITH_MERCHANT = {
  fees: null,
  status: 'with_merchant',
  address: null,
  txid: null,
  explorerUrl: null,
} as const;

export async function viewOfRefunds(
  app: App,
  coin: Coin,
  about: { projectId: string; invoiceId: string | null; depositIds: readonly string[] },
): Promise<PageRefund[]> {
  const rows = await moneyBackOf(app.db, about);
  return rows.map((row) => viewOfRefund(app, coin, row));
}

function viewOfRefund(app: App, coin: Coin, row: MoneyBackRow): PageRefund {
  const { address, received_amount: received } = row;
  const status = row.status === null ? 'with_merchant' : STATUS_OF[row.status];
  if (status === 'with_merchant' || address === null || received === null) {
    const amount = formatAmount(row.amount, coin);
    return { ...WITH_MERCHANT, amount };
  }
  // The transaction of an abandoned payout would not be found on the chain.
  const txid = status === 'prepared' || status === 'failed' ? null : row.txid;
  return {
    amount: formatAmount(received, coin),
    fees: row.amount > received ? formatAmount(row.amount - received, coin) : null,
    status,
    address: coin.formatAddress({ address, tag: row.tag }),
    txid,
    explorerUrl: txid === null ? null : explorerUrlOf(app, coin, txid),
  };
}
