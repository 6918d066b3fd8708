// Every text that a hosted page needs, in one language. A language file in strings/ that lacks one does
// not compile. `{...}` stands for a value that the page fills in.
import type { Plural } from '../core/languages.ts';
import type { PaymentPageStatus } from './payment-page-view.ts';
import type { Standing } from './view-of-status.ts';

export interface Strings {
  /** Heading of a page that the merchant gave no name. */
  readonly payment: string;
  readonly testNetwork: string;
  readonly sendExactly: string;
  readonly sendRemaining: string;
  readonly sendAny: string;
  /** Label of the switch between languages. */
  readonly language: string;
  readonly merchant: string;
  /** Before the merchant's mail address or website. */
  readonly contact: string;
  readonly rate: string;
  readonly price: string;
  readonly amount: string;
  readonly network: string;
  readonly created: string;
  readonly payBefore: string;
  readonly expired: string;
  readonly timeLeft: string;
  readonly oneMinuteLeft: string;
  readonly openInWallet: string;
  readonly qrLabel: string;
  readonly address: string;
  readonly copy: string;
  readonly copyAddress: string;
  readonly copyAmount: string;
  readonly copyTag: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly onlyThisCoin: string;
  /** Those who pay from an exchange send less than they type. */
  readonly exchangeFee: string;
  readonly tagNeeded: string;
  readonly received: string;
  readonly remaining: string;
  /** By how many are needed. */
  readonly confirmations: Plural;
  /** Of one transaction in the list. */
  readonly confirmed: string;
  readonly transactions: string;
  readonly viewTransaction: string;
  readonly returnTo: string;
  readonly redirecting: string;
  readonly refresh: string;
  readonly connectionLost: string;
  /** What a channel says while it waits. */
  readonly channelReady: StatusText;
  /** Underpaid and out of time: nothing more is to be sent. */
  readonly underpaidExpired: StatusText;
  /** Shown instead of a page: unknown address, rate limit, something of ours failed. */
  readonly notFound: StatusText;
  readonly tooManyRequests: StatusText;
  readonly unavailable: StatusText;
  readonly subscription: SubscriptionStrings;
  readonly refund: RefundStrings;
  readonly till: TillStrings;
  readonly status: Readonly<Record<PaymentPageStatus, StatusText>>;
}

export interface SubscriptionStrings {
  /** Before the length of a period, such as `1 month`. */
  readonly interval: string;
  /** Before the time at which the paid period ends. */
  readonly nextFrom: string;
  readonly payWith: string;
  readonly viewPayment: string;
  readonly choose: StatusText;
  /** A payment was begun and is not complete: on its way, too little, or too late. */
  readonly started: StatusText;
  readonly paid: StatusText;
  readonly ended: StatusText;
}

export interface RefundStrings {
  readonly title: string;
  /** Label before what fees took of it. */
  readonly fees: string;
  /** Label before one of the five that follow. */
  readonly status: string;
  readonly prepared: string;
  /** It cannot be sent until the merchant acts. */
  readonly failed: string;
  readonly onItsWay: string;
  readonly confirmed: string;
  /** In the merchant's account, and sent nowhere. */
  readonly withMerchant: string;
  /** Label before an address. */
  readonly to: string;
  readonly transaction: string;
  readonly copyTxid: string;
  /** Beside the text of an invoice that is paid: what was too much goes back. */
  readonly excess: string;
  /** Below an amount that is with the merchant. */
  readonly askMerchant: string;
  /** Below a refund that failed. */
  readonly askWhy: string;
  /** Instead of `status.refunded` when nothing was sent to an address. */
  readonly notSent: StatusText;
}

/** Of the page that says how the till is. */
export interface TillStrings {
  readonly status: string;
  readonly works: StatusText;
  readonly delayed: StatusText;
  readonly disturbed: StatusText;
  readonly payments: string;
  readonly payouts: string;
  readonly rates: string;
  readonly callbacks: string;
  readonly standing: Readonly<Record<Standing, string>>;
  /** Before the time at which it was looked. */
  readonly asOf: string;
}

export interface StatusText {
  readonly title: string;
  readonly text: string;
}
