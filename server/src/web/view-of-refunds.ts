// What the hosted pages show of money that goes back: how much, where, and how far it is. Used by the views of invoices
// and channels.
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
  // The payer is not told who looks at it, nor why.
  on_hold: 'prepared',
  processing: 'prepared',
  failed: 'failed',
  sent: 'on_its_way',
  completed: 'confirmed',
  // A refund of an invoice is in the merchant's account then.
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
  // That of a transfer which was given up would be looked for in vain.
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
