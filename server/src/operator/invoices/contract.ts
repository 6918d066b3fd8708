// Invoices for browsing, and those that require a decision: what a refund would amount to, and which contain high-risk
// money.
import { code, oneOf, required, text, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  orderWithin,
  paging,
  reason,
  span,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

/** Filters only: unpaid invoices before their expiry, and from it on. */
const UNPAID = ['waiting', 'expired'] as const;
const STATUSES = ['new', 'completed', 'unresolved', 'refunded', 'cancelled'] as const;
const CONTEXTS = ['overpaid', 'underpaid', 'paid_late', 'illicit_resource'] as const;
const TEXT_LENGTH_MAX = 255;

export const invoicesOperations = {
  'invoices.list': operatorOperation({
    summary:
      'List invoices, newest first, or the invoices of a project by prefix of the payer email',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      status: oneOf(
        [...STATUSES, ...UNPAID],
        'only invoices with this status; `waiting` and `expired` divide `new` by the expiry, and `expired` includes `cancelled`',
      ),
      context: oneOf(CONTEXTS, 'only unresolved for this reason'),
      coin: code('coin', 'only payable in this coin'),
      currency: code('currency', 'only with a price in this currency'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      subscription_id: uuid('only of this subscription'),
      payer_email: text(TEXT_LENGTH_MAX, 'only invoices whose payer email has this prefix'),
      ...orderWithin('currency'),
      ...span,
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      project_id: schema.Id,
      custom_id: schema.TextOrNull,
      name: schema.TextOrNull,
      status: schema.oneOf(STATUSES),
      context: schema.nullable(schema.oneOf(CONTEXTS)),
      price: schema.Money,
      pay: schema.Money,
      paid: schema.Money,
      network: schema.Text,
      customer_id: schema.TextOrNull,
      created_at: schema.Time,
      expires_at: schema.Time,
    }),
  }),
  'invoices.high-risk': operatorOperation({
    summary: 'List invoices with high-risk payments on hold, newest first',
    permission: 'read',
    input: { project: anyProject('only of this project'), ...paging },
    output: schema.page({
      id: schema.Id,
      project_id: schema.Id,
      customer_id: schema.TextOrNull,
      requested: schema.Money,
      /** The known source of its high-risk money. */
      source: schema.TextOrNull,
      created_at: schema.Time,
    }),
  }),
  'invoices.preview': operatorOperation({
    summary: 'Preview refunding or accepting an unresolved invoice, at current rates',
    permission: 'read',
    input: { invoice_id: required(uuid('ID of the invoice')) },
    output: schema.row({
      id: schema.Id,
      paid: schema.Money,
      refunded: schema.Money,
      fee: schema.Money,
      credited: schema.Money,
      settled: schema.nullable(schema.row({ price: schema.Money, fee: schema.Money })),
      /** What the invoice would be settled for. Null without a rate. */
      accepted: schema.nullable(schema.row({ price: schema.Money, fee: schema.Money })),
      network_fee: schema.nullable(schema.Money),
      received: schema.nullable(schema.Money),
    }),
  }),
  'invoices.release': operatorOperation({
    summary: 'Allow the merchant to refund or recalculate an invoice with high-risk payments',
    permission: 'money',
    about: { type: 'invoice', input: 'invoice_id' },
    input: {
      invoice_id: required(uuid('ID of the invoice')),
      reason: reason('reason, kept with its deposits'),
    },
    output: schema.row({ id: schema.Id, project_id: schema.Id }),
  }),
} as const;
