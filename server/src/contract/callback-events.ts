// The events that merchants are told of by callback, per type of object, and when (wire.md part 2 (e)).
// The OpenAPI document, docs/callbacks.md and the client's types are made from this table, and no other event compiles.
import type { Static } from 'typebox';
import type { ChannelPayment } from './objects/channels.ts';
import type { CoinDeposit } from './objects/coin-deposits.ts';
import type { CoinWithdrawal } from './objects/coin-withdrawals.ts';
import type { Invoice } from './objects/invoices.ts';
import type { Subscription } from './objects/subscriptions.ts';

/** What `data` can be, by component of the OpenAPI document. */
interface CallbackObjects {
  Invoice: Static<typeof Invoice>;
  ChannelPayment: Static<typeof ChannelPayment>;
  CoinDeposit: Static<typeof CoinDeposit>;
  CoinWithdrawal: Static<typeof CoinWithdrawal>;
  Subscription: Static<typeof Subscription>;
}

export interface CallbackType {
  readonly object: keyof CallbackObjects;
  readonly events: Readonly<Record<string, string>>;
}

export const callbackEvents = {
  Invoice: {
    object: 'Invoice',
    events: {
      created: 'The invoice was made. Sent only when the project is set to it',
      transaction_created: 'A payment was seen on the network; it may still disappear',
      transaction_confirmed: 'A payment is confirmed deeply enough and assessed',
      status_changed: 'The invoice has a new `status` or `status_context`',
      recalculated: 'A recalculation was applied; `status_changed` follows',
      refunded: 'A refund was made; `status_changed` follows',
    },
  },
  ChannelPayment: {
    object: 'ChannelPayment',
    events: {
      created: 'A payment to the channel was seen on the network; it may still disappear',
      completed: 'The payment is credited',
      on_hold: 'The payment is confirmed but held: high risk, or the channel is disabled',
      refunded: 'The payment was sent back',
      cancelled: 'The payment disappeared, or was not confirmed within 14 days',
    },
  },
  CoinDeposit: {
    object: 'CoinDeposit',
    events: {
      on_hold:
        'Unmatched money is confirmed and waits for a decision. Sent only when the project is set to it',
      completed: 'It was credited. Sent only when the project is set to it',
      refunded: 'It is sent back by a withdrawal. Sent only when the project is set to it',
      attached:
        'It is now a payment of an invoice or a channel. Sent only when the project is set to it',
    },
  },
  CoinWithdrawal: {
    object: 'CoinWithdrawal',
    events: {
      created: 'The withdrawal is committed; before that nothing is told',
      status_changed: 'The withdrawal has a new `status`',
    },
  },
  Subscription: {
    object: 'Subscription',
    events: {
      paid: 'The payment of the present period is in; once in every period',
      cancelled: 'It was not paid by the end of the period, or you cancelled it',
    },
  },
} as const satisfies Readonly<Record<string, CallbackType>>;

type Catalogue = typeof callbackEvents;

/** The events of one type of object. */
export type EventOf<Type extends keyof Catalogue> = keyof Catalogue[Type]['events'];

/** A type of object, one of its events, and the object as the API shows it at that moment. */
export type CallbackBody = {
  [Type in keyof Catalogue]: {
    readonly type: Type;
    readonly event: EventOf<Type>;
    readonly data: CallbackObjects[Catalogue[Type]['object']];
  };
}[keyof Catalogue];
