// Invoices for browsing, and those that require a decision: what a refund would amount to, and which contain high-risk
// money.
import { code, oneOf, required, text, uuid } from '../fields.ts';
import { Id, nullable, oneOf as oneOfThese, Text, Time } from '../objects/schema-words.ts';
import { anyProject, paging, reason, span } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, page, row, TextOrNull } from './schema-words.ts';

const STATUSES = ['new', 'completed', 'unresolved', 'refunded', 'cancelled'] as const;
const CONTEXTS = ['overpaid', 'underpaid', 'paid_late', 'illicit_resource'] as const;
const TEXT_LENGTH_MAX = 255;

export const invoicesOperations = {
  'invoices.list': operatorOperation({
    summary: 'List invoices, newest first, or those of a project by what the mail begins with',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      status: oneOf(STATUSES, 'only those in this status'),
      context: oneOf(CONTEXTS, 'only those that are undecided for this reason'),
      coin: code('coin', 'only those to be paid in this coin'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      subscription_id: uuid('only of this subscription'),
      payer_email: text(TEXT_LENGTH_MAX, "only those whose payer's mail begins with this"),
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
  'invoices.illicit': operatorOperation({
    summary: 'List invoices that hold money of high risk, newest first',
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
    summary: 'Show what refunding an unresolved invoice would come to now',
    permission: 'read',
    input: { invoice_id: required(uuid('of the invoice')) },
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
    summary: 'Let the merchant of such an invoice refund or recalculate it',
    permission: 'money',
    about: { type: 'invoice', input: 'invoice_id' },
    input: {
      invoice_id: required(uuid('of the invoice')),
      reason: reason('why; kept with its deposits'),
    },
    output: row({ id: Id, project_id: Id }),
  }),
} as const;
