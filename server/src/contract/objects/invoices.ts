// Invoices with their payments, recalculations and refunds, as the API shows them, in the recorded key order
// (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';
import {
  Amount,
  Currency,
  closed,
  Id,
  JsonObject,
  nullable,
  oneOf,
  Text,
  Time,
} from './schema-types.ts';

export const InvoiceTransaction = Type.Object(
  {
    txid: Text,
    risk: nullable(Risk),
    source_addresses: Type.Array(Text),
  },
  closed,
);

export const Invoice = Type.Object(
  {
    id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    subscription_id: nullable(Id),
    status: oneOf(['new', 'completed', 'unresolved', 'refunded', 'cancelled']),
    status_context: nullable(oneOf(['overpaid', 'underpaid', 'paid_late', 'illicit_resource'])),
    address: Text,
    network: Text,
    uri: Text,
    price_amount: Amount,
    price_currency: Currency,
    pay_amount: Amount,
    pay_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    paid_amount: Amount,
    exchange: Type.Optional(Exchange),
    transactions: Type.Array(InvoiceTransaction),
    name: nullable(Text),
    description: nullable(Text),
    metadata: nullable(JsonObject),
    success_redirect_url: nullable(Text),
    unsuccess_redirect_url: nullable(Text),
    hosted_page_url: Text,
    created_at: Time,
    expires_at: Time,
  },
  closed,
);

export const InvoiceRecalculation = Type.Object(
  {
    id: Id,
    invoice_id: Id,
    pay_amount: Amount,
    pay_currency: Currency,
    price_amount: Amount,
    price_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    previous_pay_amount: Amount,
    previous_price_amount: Amount,
    previous_exchange_rate: nullable(Amount),
    exchange: nullable(Exchange),
    created_at: Time,
  },
  closed,
);

export const InvoiceRefund = Type.Object(
  {
    id: Id,
    custom_id: nullable(Text),
    invoice_id: Id,
    amount: Amount,
    amount_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    address: nullable(Text),
    txid: nullable(Text),
    risk: nullable(Risk),
    created_at: Time,
    network: Text,
    repriced: Type.Optional(
      Type.Object(
        { price_amount: Amount, original_price_amount: Amount, price_currency: Currency },
        {
          ...closed,
          description:
            'Present if the price had expired: the value at the current rate, and the requested amount',
        },
      ),
    ),
  },
  closed,
);
