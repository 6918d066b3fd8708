// What the hosted pages show of the merchant besides the name: the logo, and who sells.
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Merchant } from '../projects/project.ts';
import { freeText, type Html, html, labelled, webUrl } from './page-parts.ts';

interface MerchantFacts {
  readonly merchant: Merchant;
  readonly locale: Locale;
}

/** The name is beside it. Without a name, the logo stands for it. */
export function merchantLogo(merchant: Merchant, site: string): Html | null {
  const { logo = null, name, legalName, appearance } = merchant;
  if (logo === null) return null;
  const text = name === null ? (legalName ?? '') : '';
  const plate = appearance === 'automatic' ? 'logo plated' : 'logo';
  return html`<img class="${plate}" src="${site}/brand/logos/${logo.name}" alt="${text}" width="${logo.width}" height="${logo.height}">`;
}

/** A line at the end of the page. Null when the merchant has set none of it. */
export function sellerFooter({ merchant, locale }: MerchantFacts): Html | null {
  const { legalName, addressLines = [], taxNumber, termsUrl } = merchant;
  const t = textsOf('payment-page', locale);
  const address = [legalName ?? '', ...addressLines].filter((line) => line.trim() !== '');
  const terms = webUrl(termsUrl ?? null);
  const tax = taxNumber ? labelled(t.taxNumber, locale) + taxNumber : '';
  const lines = [address.join(', '), tax].filter((line) => line !== '');
  if (lines.length === 0 && terms === null) return null;
  const host = terms === null ? '' : new URL(terms).host;
  return html`<footer class="seller">
${lines.map((line) => html`<p>${freeText(line)}</p>`)}
${terms && html`<p><a href="${terms}" target="_blank" rel="noopener noreferrer">${t.termsAt({ host })}</a></p>`}
</footer>`;
}
