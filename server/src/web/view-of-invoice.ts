// Builds the hosted page's view of an invoice from its row, its deposits and the chain height.
import type { App } from '../app.ts';
import { type Coin, networkLabel } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { sumOf } from '../core/group.ts';
import type { Locale } from '../core/languages.ts';
import { type Decimal, formatAmount } from '../core/money.ts';
import { sitePath } from '../core/site-path.ts';
import { readCursor } from '../deposits/cursor.ts';
import { type DepositRow, depositsOfOwners, isLive, isSettled } from '../deposits/deposit.ts';
import { explorerUrlOf } from '../deposits/explorer.ts';
import { refundOfferOf } from '../invoices/ask-for-refund.ts';
import { isWithinTolerance } from '../invoices/decide-invoice.ts';
import { findInvoiceById, type InvoiceRow } from '../invoices/store-invoices.ts';
import {
  loadProject,
  merchantOf,
  type UnresolvedContext,
  underpaymentTolerancePercentOf,
} from '../projects/project.ts';
import { type MoneyBackRow, moneyBackOf } from '../withdrawals/money-back.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { checkoutOfInvoice } from './invoice-of-checkout.ts';
import { fewestConfirmations, pageTransactions } from './page-deposits.ts';
import { pageRequest } from './page-request.ts';
import type { PageRefund, PaymentPageStatus, PaymentPageView } from './payment-page-view.ts';

const STATUS_OF: Readonly<Record<WithdrawalStatus, PageRefund['status']>> = {
  new: 'prepared',
  pending: 'prepared',
  // The payer sees neither the review nor its reason.
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
    return { ...WITH_MERCHANT, amount, isAfterCompletion: false };
  }
  // The payer would not find the transaction of an abandoned payout on the chain.
  const txid = status === 'prepared' || status === 'failed' ? null : row.txid;
  return {
    amount: formatAmount(received, coin),
    fees: row.amount > received ? formatAmount(row.amount - received, coin) : null,
    status,
    address: coin.formatAddress({ address, tag: row.tag }),
    txid,
    explorerUrl: txid === null ? null : explorerUrlOf(app, coin, txid),
    isAfterCompletion: row.is_after_completion,
  };
}

/** An address can receive any number of dust deposits. */
const TRANSACTIONS_MAX = 20;

interface StatusFacts {
  readonly invoice: InvoiceRow;
  readonly live: readonly DepositRow[];
  readonly tolerancePercent: Decimal;
  readonly now: Date;
}

const UNRESOLVED: Readonly<Record<UnresolvedContext, PaymentPageStatus>> = {
  overpaid: 'overpaid',
  underpaid: 'underpaid',
  paid_late: 'late',
  illicit_resource: 'on_hold',
};

export async function viewOfInvoice(
  app: App,
  id: string,
  locale: Locale,
): Promise<PaymentPageView | null> {
  const invoice = await findInvoiceById(app.db, id);
  if (invoice === null) return null;
  const [deposits, project, cursor] = await Promise.all([
    depositsOfOwners(app.db, [invoice.id]),
    loadProject(app.db, invoice.project_id),
    readCursor(app, invoice.pay_currency),
  ]);
  const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  const refunds = await viewOfRefunds(app, coin, {
    projectId: invoice.project_id,
    invoiceId: invoice.id,
    depositIds: deposits.map((deposit) => deposit.id),
  });
  const live = deposits.filter(isLive);
  const now = new Date(app.clock.now());
  const owner = defined(project, 'its project exists');
  const tolerancePercent = underpaymentTolerancePercentOf(owner);
  const status = statusOfInvoice({ invoice, live, tolerancePercent, now });
  const isConfirming = status === 'confirming';
  const hasReceived = live.length > 0;
  const checkout = await checkoutOfInvoice(app, invoice, { status, hasReceived, now });
  const offer = await refundOfferOf(app.db, app, { invoice, project: owner });
  return {
    ...fixedView(app, invoice),
    request: pageRequest(`${sitePath(app.config)}/invoices/${invoice.id}`, coin, offer),
    ...amountsView(app, invoice, live),
    merchant: merchantOf(owner),
    status,
    locale,
    confirmations: isConfirming ? fewestConfirmations(live, cursor) : null,
    refunds,
    checkout,
    now,
  };
}

function fixedView(app: App, invoice: InvoiceRow) {
  const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  const price = defined(app.currencies.get(invoice.price_currency), 'currency is registered');
  return {
    kind: 'invoice' as const,
    pagePath: `${sitePath(app.config)}/invoices/${invoice.id}`,
    name: invoice.name,
    description: invoice.description,
    payCurrency: coin.asset.code,
    price:
      price.code === coin.asset.code
        ? null
        : {
            amount: formatAmount(invoice.price_amount, price),
            currency: price.code,
            kind: price.kind,
          },
    rate: price.code === coin.asset.code ? null : invoice.rate,
    networkName: networkLabel(coin),
    isTestNetwork: app.config.network !== 'main',
    isToken: coin.token !== null,
    address: invoice.address,
    tag:
      invoice.tag === null || coin.destinationTag === null
        ? null
        : { name: coin.destinationTag.name, value: String(invoice.tag) },
    createdAt: invoice.created_at,
    expiresAt: invoice.expires_at,
    successUrl: invoice.success_redirect_url,
    unsuccessUrl: invoice.unsuccess_redirect_url,
  };
}

/** The URI requests the missing amount, so that a wallet opened with it sends no more than that. */
function amountsView(app: App, invoice: InvoiceRow, live: readonly DepositRow[]) {
  const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  const received = sumOf(live, (deposit) => deposit.amount);
  const missing = invoice.pay_amount - received;
  const remaining = missing > 0n ? missing : 0n;
  const destination = { address: invoice.address, tag: invoice.tag };
  return {
    amounts: {
      due: formatAmount(invoice.pay_amount, coin),
      received: formatAmount(received, coin),
      remaining: formatAmount(remaining, coin),
    },
    uri: coin.paymentUri(destination, remaining, app.config.network),
    transactions: pageTransactions(app, coin, live).slice(-TRANSACTIONS_MAX),
  };
}

/**
 * More detailed than the merchant's status: `new` is waiting, partly paid, being confirmed, or expired (wire.md (d)).
 */
function statusOfInvoice(facts: StatusFacts): PaymentPageStatus {
  const { invoice } = facts;
  switch (invoice.status) {
    case 'new':
      return statusOfOpen(facts);
    case 'unresolved':
      return UNRESOLVED[defined(invoice.status_context, 'an unresolved invoice has a context')];
    case 'completed':
      return 'paid';
    case 'refunded':
      return 'refunded';
    case 'cancelled':
      return facts.live.some(isSettled) ? 'late' : 'cancelled';
  }
}

function statusOfOpen(facts: StatusFacts): PaymentPageStatus {
  const { invoice, live, now } = facts;
  const inTime = live.filter((deposit) => deposit.first_seen_at <= invoice.expires_at);
  const sum = sumOf(inTime, (deposit) => deposit.amount);
  if (sum >= invoice.pay_amount || isWithinTolerance(facts, sum)) return 'confirming';
  if (inTime.length < live.length) return 'late';
  if (sum > 0n) return 'underpaid';
  return now < invoice.expires_at ? 'waiting' : 'expired';
}
