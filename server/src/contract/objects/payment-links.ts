// Payment links: lasting addresses, where each customer makes a checkout with a click.
import { Type } from 'typebox';
import {
  amount,
  boolean,
  code,
  integer,
  list,
  object,
  oneOf,
  required,
  text,
  time,
  url,
  uuid,
} from '../fields.ts';
import { described, operationsOf, paging } from '../operation.ts';
import * as schema from '../schema.ts';
import { Donation, donationTerms, raised, requestedDonation } from './donations.ts';
import { language } from './invoices.ts';

const FIELD_KINDS = ['text', 'number', 'list'] as const;
const EMAIL_ASKED = ['none', 'optional', 'required'] as const;

const PayCurrency = schema.row({
  currency: schema.Currency,
  network: schema.nullable(schema.Text),
});

const LinkField = schema.row({
  label: Type.String({ description: 'What the page asks for' }),
  kind: Type.Unsafe<(typeof FIELD_KINDS)[number]>({
    type: 'string',
    enum: [...FIELD_KINDS],
    description: 'What the customer can enter',
  }),
  options: Type.Array(Type.String(), { description: 'What a list offers' }),
  required: Type.Boolean({ description: 'The customer must fill it in' }),
});

/** What it sells and what it asks for. A change replaces all of them. */
export const linkTerms = {
  name: schema.Text,
  description: schema.nullable(schema.Text),
  price_currency: schema.Currency,
  price_amount: schema.nullable(schema.amountOf('Of one piece. Null: the customer chooses')),
  amount_min: schema.nullable(schema.amountOf('Least that the customer can choose')),
  amount_max: schema.nullable(schema.amountOf('Most that the customer can choose')),
  suggested_amounts: Type.Array(schema.Amount, { description: 'Offered before a free amount' }),
  quantity_min: Type.Integer({ description: 'Least pieces at once' }),
  quantity_max: Type.Integer({ description: 'Most pieces at once' }),
  pay_currencies: Type.Array(PayCurrency, { description: 'Empty: all coins' }),
  default_pay_currency: schema.nullable(PayCurrency),
  fields: Type.Array(LinkField, { description: 'What the page asks for besides' }),
  email: schema.oneOf(EMAIL_ASKED),
  shipping_address: Type.Boolean({ description: 'The page asks for a shipping address' }),
  success_text: schema.nullable(Type.String({ description: 'Shown once it is paid' })),
  success_redirect_url: schema.nullable(schema.Text),
  language: schema.nullable(schema.Text),
  expires_in: schema.nullable(
    Type.Integer({ description: 'Seconds in which a checkout must be paid. Null: the default' }),
  ),
  donation: donationTerms,
};

export const PaymentLink = schema.row({
  id: schema.Id,
  active: Type.Boolean({ description: 'Whether its page can be used' }),
  url: Type.String({ description: 'Address of its page' }),
  ...linkTerms,
  stock: schema.nullable(Type.Integer({ description: 'Pieces that can be sold in all' })),
  taken: Type.Integer({ description: 'Pieces of checkouts that can still be paid, or are paid' }),
  paid_late: Type.Integer({
    description:
      'Pieces whose checkout had expired and was paid after all. They can exceed the stock',
  }),
  ...raised,
  expires_at: schema.nullable(schema.timeOf('No checkout is made after it')),
  created_at: schema.Time,
});

const COINS_MAX = 40;
const FIELDS_MAX = 5;
const OPTIONS_MAX = 50;
const LABEL_MAX = 100;
const SUGGESTIONS_MAX = 6;
const QUANTITY = { min: 1, max: 1000 };
/** As for checkouts. */
const EXPIRES_IN = { min: 300, max: 2_592_000 };
const STOCK = { min: 0, max: 1_000_000 };

const chosenCurrency = {
  currency: required(code('coin', 'Coin to pay in')),
  network: text(50, 'Network of the coin. Default: all of its networks'),
};

const terms = {
  name: required(text(255, 'What is sold, or what the payment is for')),
  description: text(1000),
  price_currency: required(text(10, 'Currency of the price, or SATS')),
  price_amount: amount('Price of one piece. Without it, the customer chooses the amount'),
  amount_min: amount('Least that the customer can choose'),
  amount_max: amount('Most that the customer can choose'),
  suggested_amounts: described(
    list(amount(), { max: SUGGESTIONS_MAX }),
    'Offered before a free amount',
  ),
  quantity_min: integer(QUANTITY, 'Least pieces at once. Default: 1'),
  quantity_max: integer(QUANTITY, 'Most pieces at once. Default: 1, or the least'),
  stock: integer(STOCK, 'Pieces that can be sold in all. Default: any number'),
  expires_at: time('No checkout is made after it'),
  pay_currencies: described(
    list(object(chosenCurrency), { max: COINS_MAX }),
    'What the customer may choose from. Default: all coins',
  ),
  default_pay_currency: described(object(chosenCurrency), 'Offered first. Default: the first'),
  fields: described(
    list(
      object({
        label: required(text(LABEL_MAX, 'What the page asks for')),
        kind: oneOf(FIELD_KINDS, 'Default: text'),
        options: described(list(text(LABEL_MAX), { max: OPTIONS_MAX }), 'What a list offers'),
        required: boolean('The customer must fill it in. Default: false'),
      }),
      { max: FIELDS_MAX },
    ),
    'What the page asks for. The answers are in the metadata of the checkout',
  ),
  email: oneOf(EMAIL_ASKED, 'Whether the page asks for an email address. Default: none'),
  shipping_address: boolean('The page asks for a shipping address. Default: false'),
  success_text: text(1000, 'Shown once it is paid'),
  success_redirect_url: url(),
  language: language(),
  expires_in: integer(
    EXPIRES_IN,
    'Seconds in which a checkout must be paid. Default: 3600, or 900 with a stock, because it holds its pieces',
  ),
  donation: requestedDonation,
};

const theLink = { id: required(uuid()) };

export const paymentLinksOperations = operationsOf('payment_links', {
  createPaymentLink: {
    method: 'POST',
    path: '/api/payment_links',
    summary: 'Create a payment link: an address where each customer makes a checkout',
    body: terms,
    response: PaymentLink,
    status: 201,
  },
  listPaymentLinks: {
    method: 'GET',
    path: '/api/payment_links',
    summary: 'List payment links, newest first',
    query: paging,
    response: PaymentLink,
    shape: 'page',
  },
  showPaymentLink: {
    method: 'GET',
    path: '/api/payment_links/{id}',
    summary: 'Get a payment link',
    params: theLink,
    response: PaymentLink,
  },
  replacePaymentLink: {
    method: 'POST',
    path: '/api/payment_links/{id}',
    summary: 'Replace the terms of a payment link. What is omitted is unset',
    params: theLink,
    body: terms,
    response: PaymentLink,
  },
  switchPaymentLink: {
    method: 'PATCH',
    path: '/api/payment_links/{id}',
    summary: 'Switch a payment link on or off. Checkouts that were made stay payable',
    params: theLink,
    body: { active: required(boolean('Whether its page can be used')) },
    response: PaymentLink,
  },
  listDonations: {
    method: 'GET',
    path: '/api/payment_links/{id}/donations',
    summary: 'List what donors gave and entered, newest first',
    params: theLink,
    query: paging,
    response: Donation,
    shape: 'page',
  },
  hideDonation: {
    method: 'PATCH',
    path: '/api/payment_links/{id}/donations/{donation_id}',
    summary: 'Hide the name and the message of a donor on the page, or show them again',
    params: { ...theLink, donation_id: required(uuid()) },
    body: { hidden: required(boolean('Whether the page leaves them out')) },
    response: Donation,
  },
});
