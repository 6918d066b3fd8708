// The events that send a callback to the merchant, by object type, with their descriptions (wire.md part 2 (e)). The
// OpenAPI document, docs/callbacks.md and the client's types are generated from this table, and no other event
// compiles.
import type { Static } from 'typebox';
import type { ChannelPayment } from './objects/channels.ts';
import type { Checkout } from './objects/checkouts.ts';
import type { CoinDeposit } from './objects/coin-deposits.ts';
import type { CoinWithdrawal } from './objects/coin-withdrawals.ts';
import type { Invoice } from './objects/invoices.ts';
import type { RefundClaim } from './objects/refund-claims.ts';
import type { Subscription } from './objects/subscriptions.ts';

/** The types of `data`, by component of the OpenAPI document. */
interface CallbackObjects {
  Invoice: Static<typeof Invoice>;
  ChannelPayment: Static<typeof ChannelPayment>;
  CoinDeposit: Static<typeof CoinDeposit>;
  CoinWithdrawal: Static<typeof CoinWithdrawal>;
  Subscription: Static<typeof Subscription>;
  Checkout: Static<typeof Checkout>;
  RefundClaim: Static<typeof RefundClaim>;
}

export interface CallbackType {
  readonly object: keyof CallbackObjects;
  readonly events: Readonly<Record<string, string>>;
}

export const callbackEvents = {
  Invoice: {
    object: 'Invoice',
    events: {
      created: 'The invoice was created. Sent only if enabled in the project settings',
      transaction_created: 'A payment was seen on the network; it may still disappear',
      transaction_confirmed: 'A payment has enough confirmations and its risk is assessed',
      status_changed: 'The invoice has a new `status` or `status_context`',
      recalculated: 'A recalculation was applied; `status_changed` follows',
      refunded: 'A refund was created; `status_changed` follows',
    },
  },
  ChannelPayment: {
    object: 'ChannelPayment',
    events: {
      created: 'A payment to the channel was seen on the network; it may still disappear',
      completed: 'The payment is credited',
      on_hold: 'The payment is confirmed but on hold: high risk, or the channel is disabled',
      refunded: 'The payment was sent back',
      cancelled: 'The payment disappeared, or was not confirmed within 14 days',
    },
  },
  CoinDeposit: {
    object: 'CoinDeposit',
    events: {
      on_hold:
        'An unmatched payment is confirmed and needs a decision. Sent only if enabled in the project settings',
      completed: 'The unmatched payment was credited. Sent only if enabled in the project settings',
      refunded:
        'A withdrawal sends the unmatched payment back. Sent only if enabled in the project settings',
      attached:
        'The unmatched payment was attached to an invoice or a channel. Sent only if enabled in the project settings',
    },
  },
  CoinWithdrawal: {
    object: 'CoinWithdrawal',
    events: {
      created: 'The withdrawal is committed. No callback is sent before that',
      status_changed: 'The withdrawal has a new `status`',
    },
  },
  Subscription: {
    object: 'Subscription',
    events: {
      paid: 'The current period is paid. Sent once per period',
      cancelled: 'The period was not paid in time, or you canceled the subscription',
    },
  },
  Checkout: {
    object: 'Checkout',
    events: {
      created: 'The checkout was created',
      payment_received: 'A payment was seen on the network; it may still disappear',
      processing: 'Enough was seen, and is being confirmed',
      completed: 'The price is paid, less the tolerance, and credited',
      expired: 'The time has passed without a payment',
      partially_paid_expired: 'The time has passed, and a part was paid',
      paid_late: 'The time has passed, and a payment that arrived late waits for you',
      refunded: 'A refund of one of its invoices was created',
      invalid: 'What was seen has disappeared from the network; the checkout is open again',
    },
  },
  RefundClaim: {
    object: 'RefundClaim',
    events: {
      claimed: 'The payer has entered an address; you approve or decline',
      approved: 'The refund was approved; its withdrawal is created',
      declined: 'The refund was declined',
      revoked: 'The claim has ended without a decision about it',
      sent: 'The refund was sent; again if another transaction replaces it',
      completed: 'The refund is confirmed',
      failed: 'The withdrawal of the refund was canceled; nothing was paid',
    },
  },
} as const satisfies Readonly<Record<string, CallbackType>>;

type Catalogue = typeof callbackEvents;

/** The events of one object type. */
export type EventOf<Type extends keyof Catalogue> = keyof Catalogue[Type]['events'];

/** An object type, one of its events, and the object as the API shows it at that time. */
export type CallbackBody = {
  [Type in keyof Catalogue]: {
    readonly type: Type;
    readonly event: EventOf<Type>;
    readonly data: CallbackObjects[Catalogue[Type]['object']];
  };
}[keyof Catalogue];
