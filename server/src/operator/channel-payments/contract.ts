// Payments to channels, including those that need a decision because of their risk or because the channel was disabled.
import { Type } from 'typebox';
import { boolean, code, oneOf, required, text, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  reason,
  span,
} from '../../contract/operator/operation.ts';
import { Id, Money, nullable, page, row, Text, TextOrNull, Time } from '../../contract/schema.ts';

const ADDRESS_LENGTH_MAX = 255;
const TEXT_LENGTH_MAX = 255;
const STATUSES = ['pending', 'on_hold', 'completed', 'refunded', 'cancelled'] as const;

export const channelPaymentsOperations = {
  'channel-payments.list': operatorOperation({
    summary: 'List payments to channels, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      held: boolean('only payments on hold'),
      status: oneOf(STATUSES, 'only payments with this status'),
      coin: code('coin', 'only payments in this coin'),
      channel_id: uuid('only to this channel'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      txid: text(TEXT_LENGTH_MAX, 'only payments in this transaction'),
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      amount: Money,
      /** Null before it is completed. */
      credited: Money,
      status: Text,
      context: TextOrNull,
      risk: TextOrNull,
      source: TextOrNull,
      customer_id: TextOrNull,
      channel_id: Id,
      project_id: Id,
      txid: Text,
      created_at: Time,
    }),
  }),
  'channel-payments.preview': operatorOperation({
    summary: 'Preview crediting or returning a payment on hold, at current rates',
    permission: 'read',
    input: { channel_payment_id: required(uuid('ID of the payment')) },
    output: row({
      id: Id,
      amount: Money,
      context: TextOrNull,
      needs_operator: Type.Boolean(),
      credit: nullable(row({ fee: Money, credited: Money })),
      address: TextOrNull,
      network_fee: nullable(Money),
      received: nullable(Money),
    }),
  }),
  'channel-payments.release': operatorOperation({
    summary:
      'Credit a payment on hold at the current rate. Only the operator can credit high-risk payments',
    permission: 'money',
    about: { type: 'channel_payment', input: 'channel_payment_id' },
    input: {
      channel_payment_id: required(uuid('ID of the payment')),
      reason: reason('reason, kept with the deposit'),
    },
    output: row({ id: Id, project_id: Id, credited: Money }),
  }),
  'channel-payments.refund': operatorOperation({
    summary:
      "Return a payment on hold, less the network fee. Projects return high-risk payments to the customer's address",
    permission: 'money',
    about: { type: 'channel_payment', input: 'channel_payment_id' },
    input: {
      channel_payment_id: required(uuid('ID of the payment')),
      to: text(
        ADDRESS_LENGTH_MAX,
        "recipient address; default: the customer's address for the coin",
      ),
      reason: reason('reason, kept with the deposit'),
    },
    output: row({ id: Id, address: TextOrNull, withdrawal_id: TextOrNull }),
  }),
} as const;
