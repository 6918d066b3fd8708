// What a hosted payment page shows: the type that a route fills from an invoice or channel, and the few
// rules that page and status endpoint share. Amounts are decimal text in the wire form.
import { createHash } from 'node:crypto';
import type { Locale } from '../core/languages.ts';
import type { Merchant } from '../projects/merchant.ts';

export interface Confirmations {
  readonly seen: number;
  readonly needed: number;
}

export interface PageTransaction {
  readonly txid: string;
  readonly explorerUrl: string | null;
  /** In the pay currency; null when not known. */
  readonly amount: string | null;
  readonly isConfirmed: boolean;
}

/** Money that went back, or is to. */
export interface PageRefund {
  /** What arrives at the address; of one that is with the merchant, all of it. In the pay currency. */
  readonly amount: string;
  /** What less arrives than was given back, null: nothing. */
  readonly fees: string | null;
  /**
   * `prepared`: no transaction yet. `failed`: it cannot be sent until the merchant acts. `with_merchant`: in the
   * merchant's account, and sent nowhere.
   */
  readonly status: 'prepared' | 'failed' | 'on_its_way' | 'confirmed' | 'with_merchant';
  /** Where it goes; null when it is with the merchant. */
  readonly address: string | null;
  readonly txid: string | null;
  readonly explorerUrl: string | null;
}

export interface PaymentPageView {
  readonly kind: 'invoice' | 'channel';
  readonly status: PaymentPageStatus;
  readonly locale: Locale;
  /** Path of this page without a trailing slash, `/invoices/<id>`; the status is at `<pagePath>/status`. */
  readonly pagePath: string;
  readonly merchant: Merchant;
  /** Merchant's free text. */
  readonly name: string | null;
  readonly description: string | null;
  readonly payCurrency: string;
  /** Invoices: what is due in all, has come and is still missing. Null on channels: any amount. */
  readonly amounts: {
    readonly due: string;
    readonly received: string;
    readonly remaining: string;
  } | null;
  /** Null where it would repeat the amount due, and on channels. */
  readonly price: {
    readonly amount: string;
    readonly currency: string;
    readonly kind: 'fiat' | 'coin';
  } | null;
  /** What one of the pay currency is worth in the currency of the price, as text; null where nothing is converted. */
  readonly rate: string | null;
  readonly networkName: string;
  readonly isTestNetwork: boolean;
  /** Without the tag. */
  readonly address: string;
  /** Destination tag and what the coin calls it (XRP); null where there is none. */
  readonly tag: { readonly name: string; readonly value: string } | null;
  /** Payment URI of what is still missing. Also what the QR code holds. */
  readonly uri: string;
  readonly createdAt: Date | null;
  /** Null on channels. */
  readonly expiresAt: Date | null;
  /** Of the transaction with the fewest; null when not known. */
  readonly confirmations: Confirmations | null;
  readonly transactions: readonly PageTransaction[];
  /** Oldest first. */
  readonly refunds: readonly PageRefund[];
  readonly successUrl: string | null;
  readonly unsuccessUrl: string | null;
  /** Domain time at which this view holds. */
  readonly now: Date;
}

const PAYABLE: readonly PaymentPageStatus[] = ['waiting', 'underpaid'];
const MOVING: readonly PageRefund['status'][] = ['prepared', 'failed', 'on_its_way'];
const FINAL: readonly PaymentPageStatus[] = ['paid', 'refunded', 'cancelled'];

/**
 * Where the payment stands, in the payer's terms. `late`: arrived after the expiry. `on_hold`: under review.
 * `disabled`: a channel that takes no payments. A channel is `waiting` or `confirming` for ever.
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

/** Whether the page asks for money: never after the expiry, when the rate no longer holds. */
export function isPayable(view: PaymentPageView): boolean {
  if (view.kind === 'channel') return view.status !== 'disabled';
  return PAYABLE.includes(view.status) && secondsLeft(view) !== 0;
}

/** Whether the page will not change any more, so that nobody needs to ask for its status. */
export function isFinal(view: PaymentPageView): boolean {
  const isMoving = view.refunds.some(({ status }) => MOVING.includes(status));
  return view.kind === 'invoice' && FINAL.includes(view.status) && !isMoving;
}

/** Whole seconds until the expiry, rounded up, at least 0; null where nothing expires. */
export function secondsLeft(view: PaymentPageView): number | null {
  if (view.expiresAt === null) return null;
  return Math.max(0, Math.ceil((view.expiresAt.getTime() - view.now.getTime()) / 1000));
}

/** Changes exactly when what the page shows changes, apart from the time that is left; the same in every language. */
export function viewVersion(view: PaymentPageView): string {
  const shown = JSON.stringify({ ...view, locale: null, now: null, isPayable: isPayable(view) });
  return createHash('sha256').update(shown).digest('hex').slice(0, 16);
}
