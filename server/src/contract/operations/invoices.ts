// Invoices, their recalculations and their refunds. Source: wire.md (b).
import { Type } from 'typebox';
import { rule } from '../../core/errors.ts';
import {
  amount,
  boolean,
  code,
  type Field,
  isPlainObject,
  optional,
  refuse,
  required,
  text,
  url,
  uuid,
} from '../fields.ts';
import { Invoice, InvoiceRecalculation, InvoiceRefund } from '../objects/invoices.ts';
import { operation } from '../operation.ts';
import { isLonger, isStorable } from '../storable-text.ts';
import { idText, paging, reference } from './shared-fields.ts';

const METADATA_KEYS_MAX = 50;
const METADATA_KEY_LENGTH_MAX = 40;
const METADATA_VALUE_LENGTH_MAX = 500;

export const invoicesOperations = {
  createInvoice: operation({
    id: 'createInvoice',
    group: 'Invoices',
    method: 'POST',
    path: '/api/invoices',
    summary: 'Create an invoice: a request to be paid in one coin, with an address and an expiry',
    body: {
      price_amount: required(amount('Invoice amount')),
      price_currency: required(code('currency', 'Currency of the amount')),
      pay_currency: required(code('coin', 'Coin to be paid in')),
      network: text(50),
      custom_id: reference('Your reference, unique'),
      customer_id: reference('Your reference of the customer'),
      name: text(255),
      description: text(1000),
      metadata: metadata(),
      success_redirect_url: url(),
      unsuccess_redirect_url: url(),
      payer_email: text(255),
    },
    response: Invoice,
    status: 201,
    errors: ['duplicate_custom_id', 'rates_unavailable'],
  }),
  listInvoices: operation({
    id: 'listInvoices',
    group: 'Invoices',
    method: 'GET',
    path: '/api/invoices',
    summary: 'List invoices, newest first',
    query: {
      customer_id: idText('Your reference of the customer'),
      subscription_id: uuid(),
      ...paging,
    },
    response: Invoice,
    shape: 'page',
  }),
  showInvoiceByCustomId: operation({
    id: 'showInvoiceByCustomId',
    group: 'Invoices',
    method: 'GET',
    path: '/api/invoices/custom_id/{custom_id}',
    summary: 'Show an invoice by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: Invoice,
  }),
  showInvoice: operation({
    id: 'showInvoice',
    group: 'Invoices',
    method: 'GET',
    path: '/api/invoices/{invoice_id}',
    summary: 'Show an invoice',
    params: { invoice_id: required(uuid()) },
    response: Invoice,
  }),
  createInvoiceRecalculation: operation({
    id: 'createInvoiceRecalculation',
    group: 'Invoices',
    method: 'POST',
    path: '/api/invoices/{invoice_id}/recalculations',
    summary: 'Recalculate an unresolved invoice at the present rate for what was paid',
    params: { invoice_id: required(uuid()) },
    body: { force_commit: boolean('Apply it at once') },
    response: InvoiceRecalculation,
    status: 201,
    errors: ['invalid_status', 'rates_unavailable'],
    isSignatureOnce: true,
  }),
  commitInvoiceRecalculation: operation({
    id: 'commitInvoiceRecalculation',
    group: 'Invoices',
    method: 'POST',
    path: '/api/invoices/{invoice_id}/recalculations/{recalculation_id}/commit',
    summary: 'Apply a recalculation within 30 seconds of its creation',
    params: { invoice_id: required(uuid()), recalculation_id: required(uuid()) },
    response: InvoiceRecalculation,
    errors: ['already_committed', 'commit_window_expired', 'invalid_status'],
    isSignatureOnce: true,
  }),
  createInvoiceRefund: operation({
    id: 'createInvoiceRefund',
    group: 'Invoices',
    method: 'POST',
    path: '/api/invoices/{invoice_id}/refunds',
    summary:
      'Refund an unresolved invoice to your account of the coin it was paid in, or to an address',
    params: { invoice_id: required(uuid()) },
    body: {
      address: text(
        200,
        'Where it is sent to, less the network fee, with a key that may pay out; your account when not given',
      ),
    },
    response: InvoiceRefund,
    status: 201,
    errors: [
      'invalid_status',
      'high_risk_address',
      'refund_too_small',
      'rates_unavailable',
      'network_fees_unavailable',
      'risk_unavailable',
    ],
    isSignatureOnce: true,
  }),
  listInvoiceRefunds: operation({
    id: 'listInvoiceRefunds',
    group: 'Invoices',
    method: 'GET',
    path: '/api/invoices/{invoice_id}/refunds',
    summary: 'List the refunds of an invoice',
    params: { invoice_id: required(uuid()) },
    response: InvoiceRefund,
    shape: 'list',
  }),
} as const;

/** A merchant's own key-value data (wire.md 1.2, "metadata"): texts by short keys, kept as given. */
function metadata(): Field<Record<string, string>, false> {
  const schema = Type.Record(Type.String(), Type.String({ maxLength: METADATA_VALUE_LENGTH_MAX }));
  return optional(schema, (value, target, problems) => {
    if (!isPlainObject(value)) return refuse(problems, rule.object(target));
    const entries = Object.entries(value);
    const before = problems.length;
    if (entries.length > METADATA_KEYS_MAX)
      problems.push(rule.keysAtMost(target, METADATA_KEYS_MAX));
    const read: [string, string][] = [];
    const valueField = text(METADATA_VALUE_LENGTH_MAX);
    for (const [key, item] of entries.slice(0, METADATA_KEYS_MAX)) {
      const at = `${target}.${key.slice(0, 60)}`;
      if (!isStorable(key)) problems.push(rule.string(at));
      else if (isLonger(key, METADATA_KEY_LENGTH_MAX))
        problems.push(rule.lengthAtMost(at, METADATA_KEY_LENGTH_MAX));
      const found = valueField.read(item, at, problems);
      if (found !== undefined) read.push([key, found]);
    }
    return problems.length > before ? undefined : Object.fromEntries(read);
  });
}
