// The refund that a payer can ask for, on the pages of payments and checkouts: the way to its form, or the request that
// waits for the merchant.
import type { Coin } from '../coins/coin.ts';
import type { Locale } from '../core/languages.ts';
import { formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { RefundOffer } from '../invoices/ask-for-refund.ts';
import { fact, type Html, html, plainAmount, shortened } from './page-parts.ts';
import type { PageRequest } from './payment-page-view.ts';

/** `pagePath`: of the invoice. */
export function pageRequest(
  pagePath: string,
  coin: Coin,
  { isOffered, open, requestable }: RefundOffer,
): PageRequest {
  return {
    askPath: isOffered ? `${pagePath}/refund` : null,
    address: open?.address ?? null,
    because:
      requestable === null || requestable.why === 'part'
        ? null
        : {
            why: requestable.why,
            amount: formatAmount(requestable.shares.paid, coin),
            currency: coin.asset.code,
          },
  };
}

/** In another tab, because no site may embed the form. The whole address is only on the page of the request. */
export function requestBlock(
  { askPath, address, because }: PageRequest,
  { locale, coin = null }: { locale: Locale; coin?: string | null },
): Html | null {
  const { claim: t, refund } = textsOf('payment-page', locale);
  if (address !== null)
    return html`<div class="refund">
<h3>${t.claimed.title}</h3>
<p>${t.requested}</p>
<dl>${fact(refund.to, html`<code dir="ltr">${shortened(address)}</code>`)}</dl>
</div>`;
  if (askPath === null) return null;
  const name = coin === null ? t.ask : t.askIn({ currency: coin });
  return html`${because && reason(because, locale)}
<div class="links"><a class="button" id="${coin === null ? 'ask-refund' : `ask-refund-${coin}`}" target="_blank" rel="noopener noreferrer" href="${askPath}?locale=${locale}">${name}</a></div>`;
}

function reason(
  { why, amount, currency }: NonNullable<PageRequest['because']>,
  locale: Locale,
): Html {
  const { claim: t } = textsOf('payment-page', locale);
  const text = why === 'again' ? t.askAgain : t.askSurplus;
  return html`<p>${text({ amount: `${plainAmount(amount)} ${currency}` })}</p>`;
}
