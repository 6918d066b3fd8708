// Invoices with their payments, recalculations and refunds.
import { Type } from 'typebox';
import { rule } from '../../core/errors.ts';
import { isLocale, type Locale, locales } from '../../core/languages.ts';
import {
  amount,
  boolean,
  code,
  type Field,
  integer,
  isPlainObject,
  oneOf,
  optional,
  refuse,
  required,
  text,
  url,
  uuid,
} from '../fields.ts';
import { idText, operationsOf, paging, reference } from '../operation.ts';
import { depthOf, textOfObject } from '../parse-json.ts';
import * as schema from '../schema.ts';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';

export const InvoiceTransaction = schema.row({
  txid: schema.Text,
  risk: schema.nullable(Risk),
  source_addresses: Type.Array(schema.Text),
});

export const Invoice = schema.row({
  id: schema.Id,
  custom_id: schema.nullable(schema.Text),
  customer_id: schema.nullable(schema.Text),
  subscription_id: schema.nullable(schema.Id),
  status: schema.oneOf(['new', 'completed', 'unresolved', 'refunded', 'cancelled']),
  status_context: schema.nullable(
    schema.oneOf(['overpaid', 'underpaid', 'paid_late', 'illicit_resource']),
  ),
  address: schema.Text,
  network: schema.Text,
  uri: schema.Text,
  price_amount: schema.Amount,
  price_currency: schema.Currency,
  pay_amount: schema.Amount,
  pay_currency: schema.Currency,
  fee: schema.Amount,
  fee_currency: schema.Currency,
  paid_amount: schema.Amount,
  exchange: Type.Optional(Exchange),
  transactions: Type.Array(InvoiceTransaction),
  name: schema.nullable(schema.Text),
  description: schema.nullable(schema.Text),
  metadata: schema.nullable(schema.JsonObject),
  success_redirect_url: schema.nullable(schema.Text),
  unsuccess_redirect_url: schema.nullable(schema.Text),
  hosted_page_url: schema.Text,
  created_at: schema.Time,
  expires_at: schema.Time,
});

export const InvoiceRecalculation = schema.row({
  id: schema.Id,
  invoice_id: schema.Id,
  pay_amount: schema.Amount,
  pay_currency: schema.Currency,
  price_amount: schema.Amount,
  price_currency: schema.Currency,
  fee: schema.Amount,
  fee_currency: schema.Currency,
  previous_pay_amount: schema.Amount,
  previous_price_amount: schema.Amount,
  previous_exchange_rate: schema.nullable(schema.Amount),
  exchange: schema.nullable(Exchange),
  created_at: schema.Time,
});

/** Of a completed invoice: the coin amount that was paid, or the price at the current rate. */
export const REFUND_RATES = ['then', 'today'] as const;

export const InvoiceRefund = schema.row({
  id: schema.Id,
  custom_id: schema.nullable(schema.Text),
  invoice_id: schema.Id,
  amount: schema.Amount,
  amount_currency: schema.Currency,
  fee: schema.Amount,
  fee_currency: schema.Currency,
  address: schema.nullable(schema.Text),
  txid: schema.nullable(schema.Text),
  risk: schema.nullable(Risk),
  created_at: schema.Time,
  network: schema.Text,
  repriced: Type.Optional(
    schema.row(
      {
        price_amount: schema.Amount,
        original_price_amount: schema.Amount,
        price_currency: schema.Currency,
      },
      {
        description:
          'Present if the price had expired: the value at the current rate, and the requested amount',
      },
    ),
  ),
  after_completion: Type.Optional(
    schema.row(
      {
        price_amount: schema.Amount,
        price_currency: schema.Currency,
        rate: schema.oneOf(REFUND_RATES),
        coin_withdrawal_id: schema.Id,
      },
      {
        description:
          'Present if the invoice was completed: the refunded part of its price, and the withdrawal from your account',
      },
    ),
  ),
});

/** Seconds. Less than the 14 days after which an unpaid invoice is canceled. */
const EXPIRES_IN = { min: 300, max: 604_800 };
/** Seconds. A converted price is quoted at a rate that ages. */
export const CONVERTED_EXPIRES_IN_MAX = 7200;

const METADATA_BYTES_MAX = 65_536;
const METADATA_LEVELS_MAX = 20;

export const invoicesOperations = operationsOf('invoices', {
  createInvoice: {
    method: 'POST',
    path: '/api/invoices',
    summary: 'Create an invoice: a payment request in one coin, with an address and an expiry',
    body: {
      price_amount: required(amount('Invoice amount')),
      price_currency: required(code('currency', 'Currency of the amount')),
      pay_currency: required(code('coin', 'Coin to pay in')),
      network: text(50),
      custom_id: reference('Your reference, unique'),
      customer_id: reference('Your reference for the customer'),
      name: text(255),
      description: text(1000),
      metadata: metadata(),
      success_redirect_url: url(),
      unsuccess_redirect_url: url(),
      payer_email: text(255),
      expires_in: integer(
        EXPIRES_IN,
        'Seconds until it expires. If the price is converted: default 600, at most 7200. If not: default 7200',
      ),
      language: language(),
    },
    response: Invoice,
    status: 201,
    errors: ['duplicate_custom_id', 'rates_unavailable'],
  },
  listInvoices: {
    method: 'GET',
    path: '/api/invoices',
    summary: 'List invoices, newest first',
    query: {
      customer_id: idText('Your reference for the customer'),
      subscription_id: uuid(),
      ...paging,
    },
    response: Invoice,
    shape: 'page',
  },
  showInvoiceByCustomId: {
    method: 'GET',
    path: '/api/invoices/custom_id/{custom_id}',
    summary: 'Get an invoice by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: Invoice,
  },
  showInvoice: {
    method: 'GET',
    path: '/api/invoices/{invoice_id}',
    summary: 'Get an invoice',
    params: { invoice_id: required(uuid()) },
    response: Invoice,
  },
  createInvoiceRecalculation: {
    method: 'POST',
    path: '/api/invoices/{invoice_id}/recalculations',
    summary: 'Recalculate an unresolved invoice for the paid amount at the current rate',
    params: { invoice_id: required(uuid()) },
    body: { force_commit: boolean('Commit immediately') },
    response: InvoiceRecalculation,
    status: 201,
    errors: ['invalid_status', 'rates_unavailable'],
    isSignatureOnce: true,
  },
  commitInvoiceRecalculation: {
    method: 'POST',
    path: '/api/invoices/{invoice_id}/recalculations/{recalculation_id}/commit',
    summary: 'Commit a recalculation within 30 seconds of its creation',
    params: { invoice_id: required(uuid()), recalculation_id: required(uuid()) },
    response: InvoiceRecalculation,
    errors: ['already_committed', 'commit_window_expired', 'invalid_status'],
    isSignatureOnce: true,
  },
  createInvoiceRefund: {
    method: 'POST',
    path: '/api/invoices/{invoice_id}/refunds',
    summary:
      'Refund an unresolved invoice to an address or your account, or a completed one in whole or in part',
    params: { invoice_id: required(uuid()) },
    body: {
      address: text(
        200,
        'Destination, minus the network fee. Requires the `payout` permission. Default: your account',
      ),
      amount: amount('Completed invoice: how much, at most what was paid and not refunded yet'),
      amount_currency: code(
        'currency',
        'Currency of `amount`: that of the price (default) or the coin that was paid',
      ),
      rate: oneOf(
        REFUND_RATES,
        '`then` (default): the coins that were paid for the amount. `today`: its price at the current rate',
      ),
    },
    response: InvoiceRefund,
    status: 201,
    errors: [
      'invalid_status',
      'high_risk_address',
      'refund_too_small',
      'insufficient_funds',
      'rates_unavailable',
      'network_fees_unavailable',
      'risk_unavailable',
    ],
    isSignatureOnce: true,
  },
  listInvoiceRefunds: {
    method: 'GET',
    path: '/api/invoices/{invoice_id}/refunds',
    summary: 'List the refunds of an invoice',
    params: { invoice_id: required(uuid()) },
    response: InvoiceRefund,
    shape: 'list',
  },
});

/** A language of the payment page, as an ISO 639-1 code or a tag with a region, which is ignored: `de-AT`. */
export function language(): Field<Locale, false> {
  const schema = Type.Unsafe<Locale>({
    type: 'string',
    enum: [...locales],
    description: 'Language of the payment page. Default: that of the browser. A region is ignored',
  });
  return optional(schema, (value, target, problems) => {
    const tag =
      typeof value === 'string'
        ? /^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i.exec(value.slice(0, 36))
        : null;
    const found = tag?.[1]?.toLowerCase() ?? '';
    return isLocale(found) ? found : refuse(problems, rule.oneOf(target, locales));
  });
}

/** Any JSON object chosen by the merchant (wire.md 1.2, "metadata"), read as text and kept unchanged. */
export function metadata(): Field<string, false> {
  return optional(schema.JsonObject, (value, target, problems) => {
    const found = isPlainObject(value) ? textOfObject(value) : null;
    if (found === null) return refuse(problems, rule.object(target));
    const before = problems.length;
    if (Buffer.byteLength(found) > METADATA_BYTES_MAX)
      problems.push(rule.bytesAtMost(target, METADATA_BYTES_MAX));
    if (depthOf(value) > METADATA_LEVELS_MAX)
      problems.push(rule.levelsAtMost(target, METADATA_LEVELS_MAX));
    return problems.length > before ? undefined : found;
  });
}
