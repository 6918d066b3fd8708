// Channels and their payments, as the API shows them, in the recorded key order (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import { Amount, Currency, closed, Id, nullable, oneOf, Text, Time } from '../schema.ts';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';

export const Channel = Type.Object(
  {
    id: Id,
    status: oneOf(['enabled', 'disabled']),
    name: Text,
    description: nullable(Text),
    receiver_currency: Currency,
    pay_currency: Currency,
    address: Text,
    network: Text,
    project_id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    uri: Text,
    hosted_page_url: Text,
  },
  closed,
);

export const ChannelPayment = Type.Object(
  {
    id: Id,
    paid_amount: Amount,
    paid_currency: Currency,
    received_amount: Amount,
    received_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    txid: Text,
    exchange: Type.Optional(Exchange),
    status: oneOf(['pending', 'on_hold', 'completed', 'refunded', 'cancelled']),
    status_context: nullable(oneOf(['illicit_resource', 'channel_disabled'])),
    refund_address: nullable(Text),
    coin_withdrawal_id: nullable(Id),
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    channel_id: Id,
    address: Text,
    network: Text,
    risk: nullable(Risk),
    created_at: Time,
  },
  closed,
);
