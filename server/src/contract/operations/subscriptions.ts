// Subscriptions: payers who are asked by mail every period. Source: wire.md (b).
import { email } from '../email.ts';
import { amount, code, integer, oneOf, required, text, time, url, uuid } from '../fields.ts';
import { Subscription } from '../objects/subscriptions.ts';
import { operation } from '../operation.ts';
import { idText, paging, reference } from './shared-fields.ts';

export const subscriptionsOperations = {
  createSubscription: operation({
    id: 'createSubscription',
    group: 'Subscriptions',
    method: 'POST',
    path: '/api/subscriptions',
    summary: 'Ask a payer for an amount every period, by mail',
    body: {
      name: required(text(255)),
      amount: required(amount('Amount of every payment')),
      currency: required(code('currency', 'Currency of the amount')),
      period: required(oneOf(['day', 'week', 'month', 'year'])),
      period_quantity: required(
        integer({ min: 1, max: 365 }, 'Periods from one payment to the next'),
      ),
      starts_at: required(
        time('By then the first payment must be in: at least 3 days ahead. Kept to the second'),
      ),
      payer_email: required(email('Where the links to pay are sent')),
      payer_name: text(255),
      custom_id: reference('Your reference, unique'),
      product_name: text(255, 'What the payer reads instead of the name'),
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
    group: 'Subscriptions',
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'List subscriptions, newest first',
    query: paging,
    response: Subscription,
    shape: 'page',
  }),
  showSubscriptionByCustomId: operation({
    id: 'showSubscriptionByCustomId',
    group: 'Subscriptions',
    method: 'GET',
    path: '/api/subscriptions/custom_id/{custom_id}',
    summary: 'Show a subscription by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: Subscription,
  }),
  showSubscription: operation({
    id: 'showSubscription',
    group: 'Subscriptions',
    method: 'GET',
    path: '/api/subscriptions/{id}',
    summary: 'Show a subscription',
    params: { id: required(uuid()) },
    response: Subscription,
  }),
  cancelSubscription: operation({
    id: 'cancelSubscription',
    group: 'Subscriptions',
    method: 'POST',
    path: '/api/subscriptions/{id}/cancel',
    summary: 'Cancel a subscription: its payer is asked for nothing more',
    params: { id: required(uuid()) },
    response: Subscription,
    errors: ['invalid_status'],
  }),
} as const;
