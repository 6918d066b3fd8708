// Subscriptions: payers who are billed by mail every period. Source: wire.md (b).
import { email } from '../email.ts';
import { amount, code, integer, oneOf, required, text, time, url, uuid } from '../fields.ts';
import { Subscription } from '../objects/subscriptions.ts';
import { idText, operation, paging, reference } from '../operation.ts';

export const subscriptionsOperations = {
  createSubscription: operation({
    id: 'createSubscription',
    group: 'subscriptions',
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
  }),
  listSubscriptions: operation({
    id: 'listSubscriptions',
    group: 'subscriptions',
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'List subscriptions, newest first',
    query: paging,
    response: Subscription,
    shape: 'page',
  }),
  showSubscriptionByCustomId: operation({
    id: 'showSubscriptionByCustomId',
    group: 'subscriptions',
    method: 'GET',
    path: '/api/subscriptions/custom_id/{custom_id}',
    summary: 'Get a subscription by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: Subscription,
  }),
  showSubscription: operation({
    id: 'showSubscription',
    group: 'subscriptions',
    method: 'GET',
    path: '/api/subscriptions/{id}',
    summary: 'Get a subscription',
    params: { id: required(uuid()) },
    response: Subscription,
  }),
  cancelSubscription: operation({
    id: 'cancelSubscription',
    group: 'subscriptions',
    method: 'POST',
    path: '/api/subscriptions/{id}/cancel',
    summary: 'Cancel a subscription',
    params: { id: required(uuid()) },
    response: Subscription,
    errors: ['invalid_status'],
  }),
} as const;
