// Invoices for browsing, and those that require a decision: what a refund would amount to, and which contain high-risk
// money.
import { code, oneOf, required, text, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  reason,
  span,
} from '../../contract/operator/operation.ts';
import {
  Id,
  Money,
  nullable,
  oneOf as oneOfThese,
  page,
  row,
  Text,
  TextOrNull,
  Time,
} from '../../contract/schema.ts';

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
      status: oneOf(STATUSES, 'only invoices with this status'),
      context: oneOf(CONTEXTS, 'only unresolved for this reason'),
      coin: code('coin', 'only payable in this coin'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      subscription_id: uuid('only of this subscription'),
      payer_email: text(TEXT_LENGTH_MAX, 'only invoices whose payer email has this prefix'),
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      project_id: Id,
      custom_id: TextOrNull,
      name: TextOrNull,
      status: oneOfThese(STATUSES),
      context: nullable(oneOfThese(CONTEXTS)),
      price: Money,
      pay: Money,
      paid: Money,
      network: Text,
      customer_id: TextOrNull,
      created_at: Time,
      expires_at: Time,
    }),
  }),
  'invoices.high-risk': operatorOperation({
    summary: 'List invoices with high-risk payments on hold, newest first',
    permission: 'read',
    input: { project: anyProject('only of this project'), ...paging },
    output: page({
      id: Id,
      project_id: Id,
      customer_id: TextOrNull,
      requested: Money,
      /** The known source of its high-risk money. */
      source: TextOrNull,
      created_at: Time,
    }),
  }),
  'invoices.preview': operatorOperation({
    summary: 'Preview refunding an unresolved invoice, at current rates',
    permission: 'read',
    input: { invoice_id: required(uuid('ID of the invoice')) },
    output: row({
      id: Id,
      paid: Money,
      refunded: Money,
      fee: Money,
      credited: Money,
      settled: nullable(row({ price: Money, fee: Money })),
      network_fee: nullable(Money),
      received: nullable(Money),
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
    output: row({ id: Id, project_id: Id }),
  }),
} as const;
