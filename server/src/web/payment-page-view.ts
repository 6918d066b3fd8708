// The view model of a hosted payment page, and the rules that the page and the status endpoint share. Amounts are
// decimal text in wire format.
import { createHash } from 'node:crypto';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Merchant } from '../projects/project.ts';
import type { PageCheckout } from './invoice-of-checkout.ts';
import { fact, freeText, type Html, html, labelled, webUrl } from './page-parts.ts';

export interface Confirmations {
  readonly seen: number;
  readonly needed: number;
}

export interface PageTransaction {
  readonly txid: string;
  readonly explorerUrl: string | null;
  /** In the pay currency. Null when unknown. */
  readonly amount: string | null;
  readonly isConfirmed: boolean;
}

export interface PageRefund {
  /** In the pay currency: what arrives at the address or, for a refund to the merchant, the whole amount. */
  readonly amount: string;
  /** Deducted from the refund. Null: none. */
  readonly fees: string | null;
  /** `failed`: the merchant must act. `with_merchant`: in the merchant's account, not sent. */
  readonly status: 'prepared' | 'failed' | 'on_its_way' | 'confirmed' | 'with_merchant';
  /** Null when the refund is with the merchant. */
  readonly address: string | null;
  readonly txid: string | null;
  readonly explorerUrl: string | null;
  /** True: of the price of a completed invoice. Otherwise of its excess, or of an unresolved invoice. */
  readonly isAfterCompletion?: boolean;
}

/** The refund that a payer can ask for. */
export interface PageRequest {
  /** Where it can be asked for. Null: not (anymore). */
  readonly askPath: string | null;
  /** Of the request that waits for the merchant. */
  readonly address: string | null;
  /** Of a payment that bought something: what was paid too much, or a refund that could not be sent. */
  readonly because: {
    readonly why: 'surplus' | 'again';
    readonly amount: string;
    readonly currency: string;
  } | null;
}

export interface PaymentPageView {
  readonly kind: 'invoice' | 'channel';
  readonly status: PaymentPageStatus;
  readonly locale: Locale;
  /** `/invoices/<id>`, without a trailing slash. The status is at `<pagePath>/status`. */
  readonly pagePath: string;
  readonly merchant: Merchant;
  readonly name: string | null;
  readonly description: string | null;
  readonly payCurrency: string;
  /** Null for channels, which accept any amount. */
  readonly amounts: {
    readonly due: string;
    readonly received: string;
    readonly remaining: string;
  } | null;
  /** Null for channels, and when the price equals the amount due. */
  readonly price: {
    readonly amount: string;
    readonly currency: string;
    readonly kind: 'fiat' | 'coin';
  } | null;
  /** The value of one unit of the pay currency in the price currency. Null when nothing is converted. */
  readonly rate: string | null;
  readonly networkName: string;
  readonly isTestNetwork: boolean;
  readonly isToken: boolean;
  /** Without the tag. */
  readonly address: string;
  /** Destination tag and the coin's name for it (XRP). Null when the coin has no tags. */
  readonly tag: { readonly name: string; readonly value: string } | null;
  /** Payment URI for the missing amount; also the content of the QR code. */
  readonly uri: string;
  readonly createdAt: Date | null;
  readonly expiresAt: Date | null;
  /** Of the transaction with the fewest. Null when unknown. */
  readonly confirmations: Confirmations | null;
  readonly transactions: readonly PageTransaction[];
  /** Oldest first. */
  readonly refunds: readonly PageRefund[];
  /** The refund that its payer can ask for. Omitted: none. */
  readonly request?: PageRequest;
  readonly successUrl: string | null;
  readonly unsuccessUrl: string | null;
  /** Of an invoice. Null, or omitted: it has none. */
  readonly checkout?: PageCheckout | null;
  readonly now: Date;
}

const PAYABLE: readonly PaymentPageStatus[] = ['waiting', 'underpaid'];
const MOVING: readonly PageRefund['status'][] = ['prepared', 'failed', 'on_its_way'];
const FINAL: readonly PaymentPageStatus[] = ['paid', 'refunded', 'cancelled'];

/**
 * `late`: arrived after the expiry. `on_hold`: under review. `disabled`: a channel that accepts no payments. A channel
 * is otherwise `waiting` or `confirming`.
 */
export type PaymentPageStatus =
  | 'waiting'
  | 'underpaid'
  | 'confirming'
  | 'paid'
  | 'overpaid'
  | 'late'
  | 'expired'
  | 'on_hold'
  | 'refunded'
  | 'cancelled'
  | 'disabled';

/** Never after the expiry, when the rate is no longer valid. */
export function isPayable(view: PaymentPageView): boolean {
  if (view.kind === 'channel') return view.status !== 'disabled';
  return PAYABLE.includes(view.status) && secondsLeft(view) !== 0;
}

export function isRefundMoving({ status }: PageRefund): boolean {
  return MOVING.includes(status);
}

export function isFinal(view: PaymentPageView): boolean {
  const isMoving = view.refunds.some((refund) => isRefundMoving(refund));
  return view.kind === 'invoice' && FINAL.includes(view.status) && !isMoving;
}

/** Rounded up, at least 0. Null when nothing expires. */
export function secondsLeft(view: PaymentPageView): number | null {
  if (view.expiresAt === null) return null;
  return Math.max(0, Math.ceil((view.expiresAt.getTime() - view.now.getTime()) / 1000));
}

/** Changes when the visible content changes, except for the remaining time. The same in every language. */
export function viewVersion(view: PaymentPageView): string {
  const shown = JSON.stringify({ ...view, locale: null, now: null, isPayable: isPayable(view) });
  return createHash('sha256').update(shown).digest('hex').slice(0, 16);
}

interface MerchantFacts {
  readonly merchant: Merchant;
  readonly locale: Locale;
}

export function merchantName({ merchant, locale }: MerchantFacts): Html | null {
  if (merchant.name === null) return null;
  const label = html`<span class="unseen">${labelled(textsOf('payment-page', locale).merchant, locale)}</span>`;
  return html`<p class="merchant">${label}${freeText(merchant.name)}</p>`;
}

export function merchantContact({ merchant, locale }: MerchantFacts, subject: string): Html | null {
  if (merchant.contact === null) return null;
  const link = contactLink(merchant.contact, subject);
  return link === null ? null : fact(textsOf('payment-page', locale).contact, link);
}

interface Contact {
  readonly href: string;
  readonly text: string;
  readonly isMail: boolean;
}

/** Null unless the contact is an email address or a web address. */
function contactOf(contact: string | null, subject: string): Contact | null {
  if (contact === null) return null;
  if (contact.includes('@') && !contact.includes(':')) {
    // RFC 6068: the `@` of the address is not encoded.
    const address = contact.split('@').map(encodeURIComponent).join('@');
    const href = `mailto:${address}?subject=${encodeURIComponent(subject)}`;
    return { href, text: contact, isMail: true };
  }
  const url = webUrl(contact);
  return url === null ? null : { href: url, text: new URL(url).host, isMail: false };
}

const NEW_TAB = html` target="_blank" rel="noopener noreferrer"`;

function contactLink(contact: string, subject: string): Html | null {
  const found = contactOf(contact, subject);
  if (found === null) return null;
  return html`<a href="${found.href}"${!found.isMail && NEW_TAB}>${found.text}</a>`;
}

/** The contact as an action, for statuses in which only the merchant can help. */
export function contactButton(
  { merchant, locale }: MerchantFacts,
  { subject, isPrimary }: { subject: string; isPrimary: boolean },
): Html | null {
  const found = contactOf(merchant.contact, subject);
  if (found === null) return null;
  const text = textsOf('payment-page', locale).contactMerchant;
  return html`<a class="${isPrimary ? 'button primary' : 'button'}" id="contact" href="${found.href}"${!found.isMail && NEW_TAB}>${text}</a>`;
}

export interface StatusText {
  readonly title: string;
  readonly text: string;
}
