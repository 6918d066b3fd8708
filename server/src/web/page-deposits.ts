// Deposits on the hosted pages: transactions, and the progress of the least confirmed one. Pure.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { groupBy, sumOf } from '../core/group.ts';
import type { Locale } from '../core/languages.ts';
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
  // For a full refund, the status above already says whom to ask.
  const asks = view.status !== 'refunded';
  return view.refunds.map((refund, index) =>
    refundBlock(refund, {
      locale: view.locale,
      currency: view.payCurrency,
      asks,
      copyId: `copy-refund-${index}`,
    }),
  );
}

interface Shown {
  readonly locale: Locale;
  /** Code of the coin. */
  readonly currency: string;
  /** Whether it says whom to ask for money that is with the merchant. */
  readonly asks: boolean;
  /** Of its heading. Default: 3. */
  readonly level?: 2;
  /** Null: the page has no script that copies. */
  readonly copyId: string | null;
}

export function refundBlock(refund: PageRefund, shown: Shown): Html {
  const t = textsOf('payment-page', shown.locale);
  const { address, status } = refund;
  const coin = (text: string) => `${plainAmount(text)} ${shown.currency}`;
  const to = address !== null && html`<code dir="ltr">${shortened(address)}</code>`;
  return html`<div class="refund">
${shown.level === 2 ? html`<h2>${t.refund.title}</h2>` : html`<h3>${t.refund.title}</h3>`}
<dl>
${fact(t.amount, coin(refund.amount))}
${refund.fees && fact(t.refund.fees, coin(refund.fees))}
${fact(t.refund.status, t.refund[STATUS_TEXTS[status]])}
${to && fact(t.refund.to, to)}
${transaction(refund, shown)}
</dl>
${status === 'with_merchant' && shown.asks && html`<p>${t.refund.askMerchant}</p>`}
${status === 'failed' && html`<p>${t.refund.askWhy}</p>`}
</div>`;
}

/** The full txid, so that the payer can copy it without a script. */
function transaction({ txid, explorerUrl }: PageRefund, { locale, copyId }: Shown): Html | null {
  if (txid === null) return null;
  const t = textsOf('payment-page', locale);
  const url = webUrl(explorerUrl);
  const shown = html`<code class="txid" dir="ltr">${txid}</code>`;
  const label = t.viewTransaction({ txid: shortened(txid) });
  const linked =
    url === null
      ? shown
      : html`<a href="${url}" target="_blank" rel="noopener noreferrer" aria-label="${label}">${shown}</a>`;
  const copied = { text: txid, label: t.refund.copyTxid };
  const copy = copyId === null ? null : copyButton(copyId, t.copy, copied);
  return fact(t.refund.transaction, html`${linked} ${copy}`);
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
