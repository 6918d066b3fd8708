// What is known of one customer, and of one subscription: since when, who paid, what came in, and what is held.
import { Type } from 'typebox';
import { required, text, uuid } from '../fields.ts';
import { Currency, Id, nullable, oneOf, Text, Time } from '../objects/schema-words.ts';
import { theProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, row, TimeOrNull } from './schema-words.ts';

const TEXT_LENGTH_MAX = 255;

/** Of the newest objects alone, so that it costs the same whoever it is. */
const sums = {
  /** Prices of invoices that are completed, and what payments to channels credited. */
  paid: Type.Array(Money),
  /** What came in and waits for a decision. */
  held: Type.Array(Money),
  /** Of how many objects that is; false: there are older ones, which are not in it. */
  looked_at: Type.Integer(),
  is_all: Type.Boolean(),
};

export const customersOperations = {
  'customers.show': operatorOperation({
    summary: 'Show what is known of a customer: payers, what he paid, and what of it is held',
    permission: 'read',
    input: {
      project: theProject,
      customer_id: required(text(TEXT_LENGTH_MAX, "the merchant's id of the customer")),
    },
    output: row({
      id: Text,
      project_id: Id,
      /** Null: he is only named by invoices or channels. */
      currency: nullable(Currency),
      created_at: TimeOrNull,
      payer_emails: Type.Array(Text),
      ...sums,
    }),
  }),
  'subscriptions.show': operatorOperation({
    summary: 'Show what is known of a subscription: since when, what was paid, and what is held',
    permission: 'read',
    input: { project: theProject, subscription_id: required(uuid('of the subscription')) },
    output: row({
      id: Id,
      project_id: Id,
      status: oneOf(['active', 'cancelled']),
      starts_at: Time,
      created_at: Time,
      ...sums,
    }),
  }),
} as const;
