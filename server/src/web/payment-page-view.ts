// What a hosted payment page shows: the type that a route fills from an invoice or channel, and the few
// rules that page and status endpoint share. Amounts are decimal text in the wire form.
import { createHash } from 'node:crypto';
import type { Locale } from './strings.ts';

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

export interface PaymentPageView {
  readonly kind: 'invoice' | 'channel';
  readonly status: PaymentPageStatus;
  readonly locale: Locale;
  /** Path of this page without a trailing slash, `/invoices/<id>`; the status is at `<pagePath>/status`. */
  readonly pagePath: string;
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
  readonly successUrl: string | null;
  readonly unsuccessUrl: string | null;
  /** Domain time at which this view holds. */
  readonly now: Date;
}

const PAYABLE: readonly PaymentPageStatus[] = ['waiting', 'underpaid'];
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
  return view.kind === 'invoice' && FINAL.includes(view.status);
}

/** Whole seconds until the expiry, rounded up, at least 0; null where nothing expires. */
export function secondsLeft(view: PaymentPageView): number | null {
  if (view.expiresAt === null) return null;
  return Math.max(0, Math.ceil((view.expiresAt.getTime() - view.now.getTime()) / 1000));
}

/** Changes exactly when what the page shows changes, apart from the time that is left. */
export function viewVersion(view: PaymentPageView): string {
  const shown = JSON.stringify({ ...view, now: null, isPayable: isPayable(view) });
  return createHash('sha256').update(shown).digest('hex').slice(0, 16);
}
