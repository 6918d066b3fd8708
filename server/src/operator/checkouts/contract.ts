// Checkouts for browsing, and what one has received. People create, cancel and accept one with the operations of the
// merchant (contract/objects/checkouts.ts).
import { Type } from 'typebox';
import { boolean, code, oneOf, required, text, uuid } from '../../contract/fields.ts';
import { CHECKOUT_CONTEXTS, CHECKOUT_STATUSES } from '../../contract/objects/checkouts.ts';
import { operatorOperation, paging, span, theProject } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const TEXT_LENGTH_MAX = 255;

const shown = {
  id: schema.Id,
  project_id: schema.Id,
  custom_id: schema.TextOrNull,
  name: schema.TextOrNull,
  customer_id: schema.TextOrNull,
  payment_link_id: schema.nullable(schema.Id),
  status: schema.oneOf(CHECKOUT_STATUSES),
  context: schema.nullable(schema.oneOf(CHECKOUT_CONTEXTS)),
  price: schema.Money,
  /** What confirmed payments count. */
  paid: schema.Money,
  created_at: schema.Time,
  expires_at: schema.Time,
};

export const checkoutsOperations = {
  'checkouts.list': operatorOperation({
    summary: 'List checkouts, newest first',
    permission: 'read',
    input: {
      project: theProject,
      status: oneOf(CHECKOUT_STATUSES, 'only checkouts with this status'),
      context: oneOf(CHECKOUT_CONTEXTS, 'only with this reason for the status'),
      currency: code('currency', 'only with a price in this currency'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      payment_link_id: uuid('only those that this payment link made'),
      paid: boolean('only those that received a payment'),
      ...span,
      ...paging,
    },
    output: schema.page(shown),
  }),
  'checkouts.show': operatorOperation({
    summary: 'Show what a checkout has received and what remains, with its payments',
    permission: 'read',
    input: { project: theProject, checkout_id: required(uuid('ID of the checkout')) },
    output: schema.row({
      ...shown,
      /** What the next choice of a coin asks for. Unconfirmed payments count as paid. */
      remaining: schema.Money,
      /** The newest email with its receipt. Null: none yet. */
      receipt_mail: schema.nullable(
        schema.row({
          status: schema.oneOf(['pending', 'sent', 'failed', 'withdrawn']),
          attempts: Type.Integer(),
          failure: schema.TextOrNull,
          created_at: schema.Time,
          sent_at: schema.TimeOrNull,
          next_attempt_at: schema.TimeOrNull,
        }),
      ),
      /** All payments to its addresses, oldest first. */
      payments: schema.rows({
        id: schema.Id,
        invoice_id: schema.Id,
        amount: schema.Money,
        network: schema.Text,
        txid: schema.Text,
        explorer_url: schema.TextOrNull,
        status: schema.Text,
        is_unmatched: Type.Boolean(),
        seen_at: schema.Time,
        confirmed_at: schema.TimeOrNull,
      }),
    }),
  }),
  'checkouts.resend-receipt': operatorOperation({
    summary: 'Send the receipt of a completed checkout to its payer again',
    permission: 'write',
    about: { type: 'checkout', input: 'checkout_id' },
    input: { project: theProject, checkout_id: required(uuid('ID of the checkout')) },
    output: schema.row({ id: schema.Id }),
  }),
} as const;
