// Deposits on the hosted pages: transactions, and the progress of the least confirmed one. Pure.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { groupBy, sumOf } from '../core/group.ts';
import { formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Texts } from '../core/texts/types.ts';
import type { Cursor } from '../deposits/cursor.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { explorerUrlOf } from '../deposits/explorer.ts';
import { fact, type Html, html, plainAmount, shortened, webUrl } from './page-parts.ts';
import type {
  Confirmations,
  PageRefund,
  PageTransaction,
  PaymentPageView,
} from './payment-page-view.ts';
import { copyButton } from './payment-request.ts';

const STATUS_TEXTS = {
  prepared: 'prepared',
  failed: 'failed',
  on_its_way: 'onItsWay',
  confirmed: 'confirmed',
  with_merchant: 'withMerchant',
} as const satisfies Readonly<Record<PageRefund['status'], keyof Texts['payment-page']['refund']>>;

export function refunds(view: PaymentPageView): Html[] {
  return view.refunds.map((refund, index) => refundBlock(view, { refund, index }));
}

function refundBlock(
  view: PaymentPageView,
  { refund, index }: { refund: PageRefund; index: number },
): Html {
  const t = textsOf('payment-page', view.locale);
  const { address, status } = refund;
  const coin = (text: string) => `${plainAmount(text)} ${view.payCurrency}`;
  // For a full refund, the status above already shows this.
  const needsAction = status === 'with_merchant' && view.status !== 'refunded';
  const to = address !== null && html`<code dir="ltr">${shortened(address)}</code>`;
  return html`<div class="refund">
<h3>${t.refund.title}</h3>
<dl>
${fact(t.amount, coin(refund.amount))}
${refund.fees && fact(t.refund.fees, coin(refund.fees))}
${fact(t.refund.status, t.refund[STATUS_TEXTS[status]])}
${to && fact(t.refund.to, to)}
${transaction(view, { refund, index })}
</dl>
${needsAction && html`<p>${t.refund.askMerchant}</p>`}
${status === 'failed' && html`<p>${t.refund.askWhy}</p>`}
</div>`;
}

/** The full txid, so that the payer can copy it without a script. */
function transaction(
  view: PaymentPageView,
  { refund, index }: { refund: PageRefund; index: number },
): Html | null {
  if (refund.txid === null) return null;
  const t = textsOf('payment-page', view.locale);
  const url = webUrl(refund.explorerUrl);
  const shown = html`<code class="txid" dir="ltr">${refund.txid}</code>`;
  const label = t.viewTransaction({ txid: shortened(refund.txid) });
  const linked =
    url === null
      ? shown
      : html`<a href="${url}" target="_blank" rel="noopener noreferrer" aria-label="${label}">${shown}</a>`;
  const copied = { text: refund.txid, label: t.refund.copyTxid };
  return fact(
    t.refund.transaction,
    html`${linked} ${copyButton(`copy-refund-${index}`, t.copy, copied)}`,
  );
}

/** Several outputs of one transaction are one item. */
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
 * The deposit that still needs the most confirmations. Null when all are final, when the chain was never read, or when
 * finality is not counted in blocks.
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
