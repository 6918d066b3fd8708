// Customers, channels and subscriptions as people search for them, and the details of one customer or subscription:
// start date, payers, received and held amounts.
import { Type } from 'typebox';
import { code, oneOf as oneOfField, required, text, uuid } from '../../contract/fields.ts';
import { CustomerAddress } from '../../contract/objects/customers.ts';
import { operatorOperation, paging, span, theProject } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const TEXT_LENGTH_MAX = 255;

/** Only over the newest objects, to limit the cost. */
const sums = {
  /** Prices of completed invoices, and credits of channel payments. */
  paid: Type.Array(schema.Money),
  /** Received and waiting for a decision. */
  held: Type.Array(schema.Money),
  /** The number of objects included; false: older ones exist and are not included. */
  looked_at: Type.Integer(),
  is_all: Type.Boolean(),
};

export const customersOperations = {
  'customers.list': operatorOperation({
    summary: 'List customers by ID prefix, sorted by ID or by creation',
    permission: 'read',
    input: {
      project: theProject,
      begins: text(TEXT_LENGTH_MAX, 'only customers whose ID has this prefix'),
      order: oneOfField(['id', 'newest', 'oldest'], 'which rows are first (default: id)'),
      ...span,
      limit: paging.limit,
      after: text(TEXT_LENGTH_MAX, 'ID of the last row on the previous page'),
    },
    output: schema.pageBy(
      {
        id: schema.Text,
        currency: schema.Currency,
        addresses: Type.Array(CustomerAddress),
        created_at: schema.Time,
      },
      schema.Text,
    ),
  }),
  'channels.list': operatorOperation({
    summary: 'List channels, newest first, or by reference prefix',
    permission: 'read',
    input: {
      project: theProject,
      status: oneOfField(['enabled', 'disabled'], 'only channels with this status'),
      coin: code('coin', 'only channels in this coin'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      custom_id: text(TEXT_LENGTH_MAX, 'only channels whose reference has this prefix'),
      ...span,
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      name: schema.Text,
      status: schema.oneOf(['enabled', 'disabled']),
      pay_currency: schema.Text,
      network: schema.Text,
      receiver_currency: schema.Currency,
      address: schema.Text,
      custom_id: schema.TextOrNull,
      customer_id: schema.TextOrNull,
      created_at: schema.Time,
    }),
  }),
  'subscriptions.list': operatorOperation({
    summary: 'List subscriptions, newest first, or by prefix of email or reference',
    permission: 'read',
    input: {
      project: theProject,
      status: oneOfField(['active', 'cancelled'], 'only subscriptions with this status'),
      currency: code('currency', 'only subscriptions in this currency'),
      payer_email: text(TEXT_LENGTH_MAX, 'only subscriptions whose payer email has this prefix'),
      custom_id: text(TEXT_LENGTH_MAX, 'only subscriptions whose reference has this prefix'),
      ...span,
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      name: schema.Text,
      status: schema.oneOf(['active', 'cancelled']),
      custom_id: schema.TextOrNull,
      price: schema.Money,
      period: schema.oneOf(['day', 'week', 'month', 'year']),
      period_quantity: Type.Integer(),
      current_period_ends_at: schema.Time,
      current_period_paid: Type.Boolean(),
      payer_email: schema.Text,
      created_at: schema.Time,
    }),
  }),
  'customers.show': operatorOperation({
    summary: 'Show a customer: payer emails, total paid, and amounts on hold',
    permission: 'read',
    input: {
      project: theProject,
      customer_id: required(text(TEXT_LENGTH_MAX, 'customer ID that the merchant chose')),
    },
    output: schema.row({
      id: schema.Text,
      project_id: schema.Id,
      /** Null: the customer is only referenced by invoices or channels. */
      currency: schema.nullable(schema.Currency),
      created_at: schema.TimeOrNull,
      payer_emails: Type.Array(schema.Text),
      ...sums,
    }),
  }),
  'subscriptions.show': operatorOperation({
    summary: 'Show a subscription: start, total paid, and amounts on hold',
    permission: 'read',
    input: { project: theProject, subscription_id: required(uuid('ID of the subscription')) },
    output: schema.row({
      id: schema.Id,
      project_id: schema.Id,
      status: schema.oneOf(['active', 'cancelled']),
      starts_at: schema.Time,
      created_at: schema.Time,
      /** The newest mail to the payer; `failed`: retries are exhausted. */
      mail: schema.nullable(
        schema.row({
          status: schema.oneOf(['pending', 'sent', 'failed', 'withdrawn']),
          attempts: Type.Integer(),
          failure: schema.TextOrNull,
          created_at: schema.Time,
          sent_at: schema.TimeOrNull,
          next_attempt_at: schema.TimeOrNull,
        }),
      ),
      ...sums,
    }),
  }),
  'subscriptions.resend': operatorOperation({
    summary: 'Send the email for the current period to the payer again',
    permission: 'configure',
    about: { type: 'subscription', input: 'subscription_id' },
    input: { project: theProject, subscription_id: required(uuid('ID of the subscription')) },
    output: schema.row({ id: schema.Id }),
  }),
} as const;
