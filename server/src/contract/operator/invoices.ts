// Invoices that wait for a person: what a refund would come to, and those that hold money of high risk.
import { required, uuid } from '../fields.ts';
import { Id, nullable, Time } from '../objects/schema-words.ts';
import { anyProject, paging, reason } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, page, row, TextOrNull } from './schema-words.ts';

export const invoicesOperations = {
  'invoices.illicit': operatorOperation({
    summary: 'List invoices that hold money of high risk, newest first',
    permission: 'read',
    input: { project: anyProject('only of this project'), ...paging },
    output: page({
      id: Id,
      project_id: Id,
      customer_id: TextOrNull,
      asked: Money,
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
