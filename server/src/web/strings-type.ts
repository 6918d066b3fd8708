// Every text that a hosted page needs, in one language. A language file in strings/ that lacks one does
// not compile. `{...}` stands for a value that the page fills in.
import type { PaymentPageStatus } from './payment-page-view.ts';

export interface Strings {
  /** Heading of a page that the merchant gave no name. */
  readonly payment: string;
  readonly testNetwork: string;
  readonly sendExactly: string;
  readonly sendRemaining: string;
  readonly sendAny: string;
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
  readonly tagNeeded: string;
  readonly received: string;
  readonly remaining: string;
  readonly confirmations: string;
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

export interface StatusText {
  readonly title: string;
  readonly text: string;
}
