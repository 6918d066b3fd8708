// Checkouts: a price with several coins to choose from, at one lasting link.
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
  url,
  uuid,
} from '../fields.ts';
import { described, idText, operationsOf, paging, reference } from '../operation.ts';
import * as schema from '../schema.ts';
import { Invoice, InvoiceRefund, language, metadata } from './invoices.ts';

export const CHECKOUT_STATUSES = [
  'open',
  'processing',
  'completed',
  'expired',
  'cancelled',
] as const;
export const CHECKOUT_CONTEXTS = [
  'partially_paid',
  'overpaid',
  'paid_late',
  'illicit_resource',
  'accepted',
] as const;

const ITEM_KINDS = ['item', 'discount', 'tip'] as const;

export const CheckoutItem = schema.row({
  kind: Type.Unsafe<(typeof ITEM_KINDS)[number]>({
    type: 'string',
    enum: [...ITEM_KINDS],
    description: 'A discount is subtracted',
  }),
  name: schema.Text,
  quantity: Type.Integer({ description: 'Pieces' }),
  amount: schema.amountOf('Of all pieces together, taxes included, in the price currency'),
  tax_percent: schema.nullable(schema.Amount),
});

export const CheckoutPayment = schema.row({
  invoice_id: schema.Id,
  currency: schema.Currency,
  network: schema.Text,
  txid: schema.Text,
  amount: schema.amountOf('In the coin'),
  status: schema.oneOf(['pending', 'confirmed', 'cancelled']),
  first_seen_at: schema.timeOf('When it was first seen on the network'),
  confirmed_at: schema.nullable(schema.timeOf('When it had enough confirmations')),
});

const PayCurrency = { currency: schema.Currency, network: schema.Text };

export const Checkout = schema.row({
  id: schema.Id,
  custom_id: schema.nullable(schema.Text),
  customer_id: schema.nullable(schema.Text),
  payment_link_id: schema.nullable(schema.Id),
  status: schema.oneOf(CHECKOUT_STATUSES),
  status_context: schema.nullable(schema.oneOf(CHECKOUT_CONTEXTS)),
  price_amount: schema.Amount,
  price_currency: schema.Currency,
  paid_amount: schema.amountOf('What confirmed payments count, in the price currency'),
  remaining_amount: schema.amountOf(
    'What the next choice of a coin asks for, in the price currency. Unconfirmed payments count as paid',
  ),
  pay_currencies: Type.Array(schema.row(PayCurrency), { description: 'In the order of the page' }),
  default_pay_currency: schema.row(PayCurrency, { description: 'Offered first' }),
  offers: Type.Optional(
    Type.Array(
      schema.row({
        ...PayCurrency,
        amount: schema.amountOf('What remains, in this coin, at the current rate'),
        exchange_rate: schema.nullable(schema.Amount),
        minimum: schema.amountOf('Smaller payments count only once they reach it together'),
        network_fee: schema.nullable(
          schema.amountOf(
            'What a simple payment costs on the network now, in `network_fee_currency`',
          ),
        ),
        network_fee_currency: schema.Currency,
      }),
      { description: 'In responses about one checkout that can be paid' },
    ),
  ),
  invoices: Type.Array(Invoice, {
    description: 'One per choice of a coin, in the order of choice',
  }),
  payments: Type.Array(CheckoutPayment, {
    description: 'All payments to addresses of the checkout, oldest first, also late ones',
  }),
  refunds: Type.Array(InvoiceRefund, { description: 'Refunds of its invoices, newest first' }),
  name: schema.nullable(schema.Text),
  description: schema.nullable(schema.Text),
  items: Type.Array(CheckoutItem, { description: 'What is sold' }),
  metadata: schema.nullable(schema.JsonObject),
  payer_email: schema.nullable(schema.Text),
  payer_email_required: Type.Boolean({
    description: 'The page asks for an email address before a coin is chosen',
  }),
  receipt: Type.Boolean({ description: 'The page offers a receipt once it is paid' }),
  redirect_automatically: Type.Boolean({
    description: 'Once it is paid, the page returns to the shop automatically',
  }),
  tolerance_percent: schema.Amount,
  min_confirmations: schema.nullable(
    Type.Integer({ description: 'Confirmations that payments need at least' }),
  ),
  success_redirect_url: schema.nullable(schema.Text),
  unsuccess_redirect_url: schema.nullable(schema.Text),
  hosted_page_url: Type.String({
    description: 'URL of the page where the customer chooses a coin and pays',
  }),
  created_at: schema.Time,
  expires_at: schema.timeOf(
    'No coin can be chosen after it. A payment that was sent before it still counts',
  ),
  completed_at: schema.nullable(schema.timeOf('When the price was credited, or accepted')),
});

/** Seconds: 5 minutes to 30 days. */
const EXPIRES_IN = { min: 300, max: 2_592_000 };
/** Minutes. A longer quote is a bet on the rate. */
const QUOTE_MINUTES = { min: 5, max: 120 };
const COINS_MAX = 40;
const ITEMS_MAX = 100;
const QUANTITY_MAX = 1_000_000;
const CONFIRMATIONS_MAX = 100;

const chosenCurrency = {
  currency: required(code('coin', 'Coin to pay in')),
  network: text(50, 'Network of the coin. Default: all of its networks'),
};

export const checkoutsOperations = operationsOf('checkouts', {
  createCheckout: {
    method: 'POST',
    path: '/api/checkouts',
    summary: 'Create a checkout: a price that the customer pays in a coin of their choice',
    body: {
      price_amount: required(amount('Price')),
      price_currency: required(text(10, 'Currency of the price, or SATS')),
      pay_currencies: described(
        list(object(chosenCurrency), { max: COINS_MAX }),
        'What the customer may choose from. Default: all coins',
      ),
      default_pay_currency: described(object(chosenCurrency), 'Offered first. Default: the first'),
      custom_id: reference('Your reference, unique'),
      customer_id: reference('Your reference for the customer'),
      name: text(255),
      description: text(1000),
      items: described(
        list(
          object({
            kind: oneOf(ITEM_KINDS, 'A discount is subtracted. Default: item'),
            name: required(text(255)),
            quantity: integer({ min: 1, max: QUANTITY_MAX }, 'Default: 1'),
            amount: required(amount('Of all pieces together, taxes included')),
            tax_percent: amount('Tax rate that the amount includes, for the receipt'),
          }),
          { max: ITEMS_MAX },
        ),
        'For the page and the receipt. Their amounts must add up to the price',
      ),
      metadata: metadata(),
      payer_email: text(255),
      payer_email_required: boolean('The page asks for an email address before a coin is chosen'),
      language: language(),
      expires_in: integer(EXPIRES_IN, 'Seconds until it expires. Default: 3600'),
      quote_minutes: integer(
        QUOTE_MINUTES,
        'Minutes for which the rate of a chosen coin is valid. Default: 10',
      ),
      tolerance_percent: amount(
        'Short by at most this share of its price, it is paid. Default and maximum: of the project (0.5, 10)',
      ),
      min_confirmations: integer(
        { min: 1, max: CONFIRMATIONS_MAX },
        'Raises the confirmations that payments need, never lowers them',
      ),
      receipt: boolean('A receipt once it is paid: a page and an email. Default: true'),
      success_redirect_url: url(),
      unsuccess_redirect_url: url(),
      redirect_automatically: boolean(
        'Once it is paid, the page returns to the shop automatically. Default: true',
      ),
    },
    response: Checkout,
    status: 201,
    errors: ['duplicate_custom_id', 'rates_unavailable'],
  },
  listCheckouts: {
    method: 'GET',
    path: '/api/checkouts',
    summary: 'List checkouts, newest first',
    query: paging,
    response: Checkout,
    shape: 'page',
  },
  showCheckoutByCustomId: {
    method: 'GET',
    path: '/api/checkouts/custom_id/{custom_id}',
    summary: 'Get a checkout by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: Checkout,
  },
  showCheckout: {
    method: 'GET',
    path: '/api/checkouts/{id}',
    summary: 'Get a checkout',
    params: { id: required(uuid()) },
    response: Checkout,
  },
  cancelCheckout: {
    method: 'POST',
    path: '/api/checkouts/{id}/cancel',
    summary: 'Cancel a checkout that is not paid',
    params: { id: required(uuid()) },
    response: Checkout,
    errors: ['invalid_status'],
  },
  acceptCheckout: {
    method: 'POST',
    path: '/api/checkouts/{id}/accept',
    summary: 'Accept what was paid too late, or too little, as the payment of a checkout',
    params: { id: required(uuid()) },
    response: Checkout,
    errors: ['invalid_status', 'rates_unavailable'],
    isSignatureOnce: true,
  },
});
