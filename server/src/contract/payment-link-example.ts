// The example of a payment link (examples.ts), as its request makes it.
import type { Static } from 'typebox';
import type { PaymentLink } from './objects/payment-links.ts';
import { exampleIds } from './request-examples.ts';

export const paymentLinkExample: Static<typeof PaymentLink> = {
  id: exampleIds.paymentLink,
  active: true,
  url: 'https://till.example/pay/Zm9yIGV4YW1wbGUgb25seQ',
  name: 'Tea, 250 g',
  description: null,
  price_currency: 'EUR',
  price_amount: '25.0',
  amount_min: null,
  amount_max: null,
  suggested_amounts: [],
  quantity_min: 1,
  quantity_max: 4,
  pay_currencies: [],
  default_pay_currency: null,
  fields: [{ label: 'Grind', kind: 'list', options: ['Whole', 'Fine'], required: true }],
  email: 'required',
  shipping_address: true,
  success_text: null,
  success_redirect_url: null,
  language: null,
  expires_in: null,
  stock: 100,
  taken: 0,
  paid_late: 0,
  expires_at: null,
  created_at: '2026-11-21T02:30:00+00:00',
};
