// Invoices with their payments, recalculations and refunds, as the API shows them, in the recorded key order
// (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import * as schema from '../schema.ts';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';

export const InvoiceTransaction = Type.Object(
  {
    txid: schema.Text,
    risk: schema.nullable(Risk),
    source_addresses: Type.Array(schema.Text),
  },
  schema.closed,
);

export const Invoice = Type.Object(
  {
    id: schema.Id,
    custom_id: schema.nullable(schema.Text),
    customer_id: schema.nullable(schema.Text),
    subscription_id: schema.nullable(schema.Id),
    status: schema.oneOf(['new', 'completed', 'unresolved', 'refunded', 'cancelled']),
    status_context: schema.nullable(
      schema.oneOf(['overpaid', 'underpaid', 'paid_late', 'illicit_resource']),
    ),
    address: schema.Text,
    network: schema.Text,
    uri: schema.Text,
    price_amount: schema.Amount,
    price_currency: schema.Currency,
    pay_amount: schema.Amount,
    pay_currency: schema.Currency,
    fee: schema.Amount,
    fee_currency: schema.Currency,
    paid_amount: schema.Amount,
    exchange: Type.Optional(Exchange),
    transactions: Type.Array(InvoiceTransaction),
    name: schema.nullable(schema.Text),
    description: schema.nullable(schema.Text),
    metadata: schema.nullable(schema.JsonObject),
    success_redirect_url: schema.nullable(schema.Text),
    unsuccess_redirect_url: schema.nullable(schema.Text),
    hosted_page_url: schema.Text,
    created_at: schema.Time,
    expires_at: schema.Time,
  },
  schema.closed,
);

export const InvoiceRecalculation = Type.Object(
  {
    id: schema.Id,
    invoice_id: schema.Id,
    pay_amount: schema.Amount,
    pay_currency: schema.Currency,
    price_amount: schema.Amount,
    price_currency: schema.Currency,
    fee: schema.Amount,
    fee_currency: schema.Currency,
    previous_pay_amount: schema.Amount,
    previous_price_amount: schema.Amount,
    previous_exchange_rate: schema.nullable(schema.Amount),
    exchange: schema.nullable(Exchange),
    created_at: schema.Time,
  },
  schema.closed,
);

export const InvoiceRefund = Type.Object(
  {
    id: schema.Id,
    custom_id: schema.nullable(schema.Text),
    invoice_id: schema.Id,
    amount: schema.Amount,
    amount_currency: schema.Currency,
    fee: schema.Amount,
    fee_currency: schema.Currency,
    address: schema.nullable(schema.Text),
    txid: schema.nullable(schema.Text),
    risk: schema.nullable(Risk),
    created_at: schema.Time,
    network: schema.Text,
    repriced: Type.Optional(
      Type.Object(
        {
          price_amount: schema.Amount,
          original_price_amount: schema.Amount,
          price_currency: schema.Currency,
        },
        {
          ...schema.closed,
          description:
            'Present if the price had expired: the value at the current rate, and the requested amount',
        },
      ),
    ),
  },
  schema.closed,
);
