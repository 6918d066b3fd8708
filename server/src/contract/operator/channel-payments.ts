// Payments to channels, and those that require a decision: because of their risk, or because the channel was disabled.
import { Type } from 'typebox';
import { boolean, code, oneOf, required, text, uuid } from '../fields.ts';
import { Id, nullable, Text, Time } from '../objects/schema-words.ts';
import { anyProject, paging, reason, span } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, page, row, TextOrNull } from './schema-words.ts';

const ADDRESS_LENGTH_MAX = 255;
const TEXT_LENGTH_MAX = 255;
const STATUSES = ['pending', 'on_hold', 'completed', 'refunded', 'cancelled'] as const;

export const channelPaymentsOperations = {
  'channel-payments.list': operatorOperation({
    summary: 'List payments to channels, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      held: boolean('only those on hold'),
      status: oneOf(STATUSES, 'only those in this status'),
      coin: code('coin', 'only those paid in this coin'),
      channel_id: uuid('only to this channel'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      txid: text(TEXT_LENGTH_MAX, 'only those paid by this transaction'),
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
    summary: 'Show what crediting a payment on hold, or sending it back, would come to now',
    permission: 'read',
    input: { channel_payment_id: required(uuid('of the payment')) },
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
      'Credit a payment on hold, at the rate of this moment; of high risk by the operator alone',
    permission: 'money',
    about: { type: 'channel_payment', input: 'channel_payment_id' },
    input: {
      channel_payment_id: required(uuid('of the payment')),
      reason: reason('why; kept with the deposit'),
    },
    output: row({ id: Id, project_id: Id, credited: Money }),
  }),
  'channel-payments.return': operatorOperation({
    summary:
      "Send a payment on hold back, less the network fee; of high risk by a project to the customer's address",
    permission: 'money',
    about: { type: 'channel_payment', input: 'channel_payment_id' },
    input: {
      channel_payment_id: required(uuid('of the payment')),
      to: text(ADDRESS_LENGTH_MAX, "where; without it to the customer's address of the coin"),
      reason: reason('why; kept with the deposit'),
    },
    output: row({ id: Id, address: TextOrNull, withdrawal_id: TextOrNull }),
  }),
} as const;
