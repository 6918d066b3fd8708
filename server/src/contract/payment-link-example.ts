// The examples of a payment link, as its request makes it, and of a donation (examples.ts).
import type { Static } from 'typebox';
import type { Donation } from './objects/donations.ts';
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
  donation: null,
  raised_amount: null,
  pending_amount: null,
  donations_count: null,
  stock: 100,
  taken: 0,
  paid_late: 0,
  expires_at: null,
  created_at: '2026-11-21T02:30:00+00:00',
};

export const donationExample: Static<typeof Donation> = {
  id: exampleIds.checkout,
  payment_link_id: exampleIds.paymentLink,
  name: 'Ada Lovelace',
  message: 'For the cats',
  public: true,
  hidden: false,
  amount: '25.0',
  currency: 'EUR',
  reminder: 'month',
  created_at: '2026-11-21T02:30:00+00:00',
};
