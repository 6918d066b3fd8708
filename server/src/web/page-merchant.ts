// The merchant on hosted pages: the name above what is paid for, and how to contact the merchant.
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Merchant } from '../projects/merchant.ts';
import { type Html, html } from './html.ts';
import { fact, freeText, labelled, webUrl } from './page-text.ts';

/** For a payment page or a subscription's page. */
interface MerchantFacts {
  readonly merchant: Merchant;
  readonly locale: Locale;
}

export function merchantName({ merchant, locale }: MerchantFacts): Html | null {
  if (merchant.name === null) return null;
  const label = html`<span class="unseen">${labelled(textsOf('payment-page', locale).merchant, locale)}</span>`;
  return html`<p class="merchant">${label}${freeText(merchant.name)}</p>`;
}

/** `subject`: of an email to the merchant, so that they can find the payment. */
export function merchantContact({ merchant, locale }: MerchantFacts, subject: string): Html | null {
  if (merchant.contact === null) return null;
  const link = contactLink(merchant.contact, subject);
  return link === null ? null : fact(textsOf('payment-page', locale).contact, link);
}

function contactLink(contact: string, subject: string): Html | null {
  if (contact.includes('@') && !contact.includes(':')) {
    const href = `mailto:${encodeURIComponent(contact)}?subject=${encodeURIComponent(subject)}`;
    return html`<a href="${href}">${contact}</a>`;
  }
  const url = webUrl(contact);
  if (url === null) return null;
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${new URL(url).host}</a>`;
}
