// Subscriptions: payers who are billed by email every period.
import { Type } from 'typebox';
import { email } from '../email.ts';
import { amount, code, integer, oneOf, required, text, time, url, uuid } from '../fields.ts';
import { idText, operationsOf, paging, reference } from '../operation.ts';
import * as schema from '../schema.ts';

export const Subscription = schema.row({
  id: schema.Id,
  status: schema.oneOf(['active', 'cancelled']),
  custom_id: schema.nullable(schema.Text),
  name: schema.Text,
  amount: schema.amountOf('Amount requested from the customer every period'),
  currency: schema.Currency,
  period: schema.oneOf(['day', 'week', 'month', 'year']),
  period_quantity: Type.Integer({ description: 'Number of periods between two payments' }),
  current_period_starts_at: schema.Time,
  current_period_ends_at: Type.String({
    format: 'date-time',
    description: 'Due date of the payment. Without payment, the subscription is cancelled',
  }),
  current_period_paid: Type.Boolean(),
  payer_email: schema.Text,
  payer_name: schema.nullable(schema.Text),
  product_name: schema.nullable(schema.Text),
  product_description: schema.nullable(schema.Text),
  success_redirect_url: schema.nullable(schema.Text),
  unsuccess_redirect_url: schema.nullable(schema.Text),
  hosted_page_url: Type.String({
    description:
      'URL of the page where the customer chooses a coin and pays, the same in every period',
  }),
  created_at: schema.Time,
  cancelled_at: schema.nullable(schema.Time),
});

export const subscriptionsOperations = operationsOf('subscriptions', {
  createSubscription: {
    method: 'POST',
    path: '/api/subscriptions',
    summary: 'Create a subscription: request an amount from a customer every period, by email',
    body: {
      name: required(text(255)),
      amount: required(amount('Amount per period')),
      currency: required(code('currency', 'Currency of the amount')),
      period: required(oneOf(['day', 'week', 'month', 'year'])),
      period_quantity: required(
        integer({ min: 1, max: 365 }, 'Number of periods between two payments'),
      ),
      starts_at: required(
        time(
          'Due date of the first payment, at least 3 days ahead, with a precision of one second',
        ),
      ),
      payer_email: required(email('Email address for payment links')),
      payer_name: text(255),
      custom_id: reference('Your reference, unique'),
      product_name: text(255, 'Name that the customer sees'),
      product_description: text(1000),
      success_redirect_url: url(),
      unsuccess_redirect_url: url(),
    },
    response: Subscription,
    status: 201,
    errors: ['duplicate_custom_id'],
  },
  listSubscriptions: {
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'List subscriptions, newest first',
    query: paging,
    response: Subscription,
    shape: 'page',
  },
  showSubscriptionByCustomId: {
    method: 'GET',
    path: '/api/subscriptions/custom_id/{custom_id}',
    summary: 'Get a subscription by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: Subscription,
  },
  showSubscription: {
    method: 'GET',
    path: '/api/subscriptions/{id}',
    summary: 'Get a subscription',
    params: { id: required(uuid()) },
    response: Subscription,
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/subscriptions/{id}/cancel',
    summary: 'Cancel a subscription',
    params: { id: required(uuid()) },
    response: Subscription,
    errors: ['invalid_status'],
  },
});
