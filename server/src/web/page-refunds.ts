// Refunds on a hosted page, one block for each.

import { textsOf } from '../core/texts/texts.ts';
import type { Texts } from '../core/texts/types.ts';
import { type Html, html } from './html.ts';
import { fact, plainAmount, shortened, webUrl } from './page-text.ts';
import type { PageRefund, PaymentPageView } from './payment-page-view.ts';
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

/** Not shortened, so that it can be copied without a script. */
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
