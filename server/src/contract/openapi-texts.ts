// Descriptions of fields, parameters and operations whose definitions have none. A name with the same meaning
// everywhere has one description. A description for a field of one object takes precedence.
import type { Schema } from './openapi-types.ts';
import type { Operation } from './operation.ts';

/** Keyed by the name of a field or parameter. */
const COMMON: Readonly<Record<string, string>> = {
  id: 'Unique id of the object',
  account_id: 'Id of the account',
  address: 'Address on the network. For XRP it includes `?dt=<tag>`',
  channel_id: 'Id of the channel',
  claim_id: 'Id of the refund claim',
  donation_id: 'Id of the donation',
  beneficiary: 'The recipient, for the travel rule',
  coin_withdrawal_id: 'Id of the withdrawal that returns it, or null',
  created_at: 'Time of creation',
  custom_id: 'Your reference, or null',
  customer_id: 'Your reference for the customer, or null',
  description: 'Description, or null',
  exchange: 'Currency pair, rate and fee of the exchange. Omitted if nothing is exchanged',
  hosted_page_url: 'URL of the payment page',
  invoice_id: 'Id of the invoice',
  metadata: 'Your own JSON object, up to 64 KiB and 20 levels. Returned unchanged',
  name: 'Display name',
  network: 'Network code, such as `bitcoin`',
  order_by: 'Sort order of the list, newest first',
  payer_email:
    'Email address of the customer. Subscriptions send payment links to it; invoices only store it',
  project_id: 'Id of your project',
  reason: 'Why the payment is unmatched',
  recalculation_id: 'Id of the recalculation',
  reference_type: 'Type of the object that caused the transaction',
  risk: 'Risk of the source or destination of the funds. Null until it is assessed',
  risk_level: 'Risk level',
  status: 'Current status',
  status_context: 'Reason for the status, or null',
  subscription_id: 'Id of the subscription, or null',
  success_redirect_url: 'URL to which the customer is redirected after payment (http or https)',
  txid: 'Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP)',
  unsuccess_redirect_url: 'URL to which the customer is redirected without payment (http or https)',
  uri: 'Payment URI for a QR code: scheme, address and amount',
};

/** Keyed by object and field, nested ones after a point; or by operation and parameter. */
const OWN: Readonly<Record<string, string>> = {
  'PaymentLink.default_pay_currency': 'Offered first, or null: the first',
  'Donation.id': 'Id of the donation: that of its checkout',
  'Donation.payment_link_id': 'Id of the payment link',
  'Donation.reminder': 'How often the donor wants to be reminded, or null',
  'PaymentLink.donation': 'What makes it a donation, or null',
  'PaymentLink.email': 'Whether the page asks for an email address',
  'PaymentLink.language': 'Language of the page, or null: that of the browser',
  'Checkout.payment_link_id': 'Id of the payment link whose page made it, or null',
  'Beneficiary.address': 'Home or registered address of the beneficiary',
  'Beneficiary.address.city': 'City',
  'Beneficiary.address.line_1': 'Street and number',
  'Beneficiary.address.line_2': 'Address line 2',
  'Beneficiary.address.post_code': 'Postal code',
  'Beneficiary.type': 'A person or a company',
  'ChannelPayment.refund_address': 'Address to which the payment was returned, or null',
  'Coin.logo_url': 'URL of the coin logo',
  'Coin.networks': 'Networks on which the coin can be received and sent',
  'CoinNetwork.channels': 'Support for channels',
  'CoinNetwork.channels.enabled': 'True if supported',
  'CoinNetwork.coin_withdrawals': 'Support for withdrawals',
  'CoinNetwork.coin_withdrawals.enabled': 'True if supported',
  'CoinNetwork.destination_tag': 'For networks that identify recipients by a tag, otherwise null',
  'CoinNetwork.destination_tag.name': 'Display name of the tag',
  'CoinNetwork.destination_tag.required':
    'Whether a destination must have a tag, or state that it has none',
  'CoinNetwork.invoices': 'Support for invoices',
  'CoinNetwork.invoices.enabled': 'True if supported',
  'CoinNetwork.precision': 'Maximum number of decimals of an amount',
  'CoinWithdrawal.network_fee_level': 'Fee level: a higher level confirms sooner',
  'RefundClaim.rate': '`then`: the coins that were paid. `today`: the price at the current rate',
  'RefundClaim.expires_at': 'Time until which the payer can enter an address',
  'RefundClaim.claimed_at': 'Time when the payer entered the address, or null',
  'RefundClaim.decided_at': 'Time of the decision, or null',
  'RefundClaim.address': 'Address that the payer entered, or null',
  'RefundClaim.coin_withdrawal_id': 'Id of the withdrawal that pays it, or null',
  'InvoiceRefund.after_completion.rate':
    '`then`: the coins that were paid for the part. `today`: its price at the current rate',
  'CoinWithdrawal.repriced.at': 'Time of the new price',
  'CoinWithdrawal.repriced.original_rate': 'Rate of the original price',
  'CoinWithdrawalAttempt.step': 'Step of the attempt',
  'CoinWithdrawalAttempt.transfer_id': 'Id of the transfer. A replacement has a new id',
  'Customer.addresses': 'Refund addresses for high-risk payments, one per coin',
  'Customer.id': 'Your id for the customer',
  'Customer.refund_addresses': 'The same as an object by coin, for older clients',
  'Error.error': 'The error',
  'Error.error.details.code': 'Code of the violated rule, for programs',
  'Error.error.details.message': 'Description of the violated rule, for people',
  'Error.meta': 'Request metadata',
  'Error.meta.request_id': 'Id of the request in the server log, also in `X-Request-Id`',
  'Invoice.transactions': 'Payments to the invoice, one per transaction on the network',
  'Invoice.expires_at': 'Time at which the price expires',
  'InvoiceRecalculation.exchange': 'Both amounts and the rate of the recalculation',
  'InvoiceTransaction.source_addresses':
    'Addresses that the payment came from, if the network provides them',
  'NetworkFee.level': 'Fee level: a higher level confirms sooner',
  'Risk.level': 'Derived from the score',
  'Risk.resource_category': 'Category of the source. `unknown` if there is no data',
  'Risk.resource_name': 'Name of the source. `default` if there is no data',
  'Subscription.cancelled_at': 'Time of cancellation, or null while active',
  'Subscription.current_period_paid': 'Whether the current period is paid',
  'Subscription.current_period_starts_at': 'Start of the current period',
  'Subscription.payer_name': 'Name of the customer, used in emails',
  'Subscription.period': 'Unit of the billing period',
  'Subscription.product_description': 'Short description of the product',
  'Subscription.product_name': 'Name of the product',
  'Transaction.reference_id': 'Id of the object that caused the transaction',
  'createCoinWithdrawal.amount_includes_network_fee':
    'If true, the network fee is deducted from `amount`; otherwise it is added',
  'createCoinWithdrawal.amount_includes_processing_fee':
    'If true, the fee is deducted from `amount`; otherwise it is added',
  'createCustomer.addresses': 'Refund addresses for high-risk payments, one per coin',
  'createCustomer.refund_addresses': 'The same as an object by coin, for older clients',
  'createSubscription.payer_name': 'Name of the customer, used in emails',
  'createSubscription.period': 'Unit of the billing period',
  'createSubscription.product_description': 'Short description of the product',
  'listTransactions.status': 'Only transactions with this status',
  'scoreRisk.type': 'Whether funds come from the address or go to it',
  'updateChannel.status': 'Payments to a disabled channel are put on hold',
  'updateCustomer.addresses': 'Replaces all existing addresses',
  'updateCustomer.refund_addresses': 'The same as an object by coin, for older clients',
};

/** Every description in this file, to find unused ones. */
export const writtenTexts: readonly (readonly [string, string])[] = [
  ...Object.entries(COMMON),
  ...Object.entries(OWN),
];

/** The description for a field that has none; `place` is its object or operation and the enclosing fields. */
export function textFor(place: string, name: string): string | undefined {
  return OWN[`${place}.${name}`] ?? COMMON[name];
}

/** Adds descriptions to properties, at any depth. A reference can have one next to it. */
export function describedFields(place: string, schema: Schema): Schema {
  const { properties, items } = schema;
  if (items !== undefined) return { ...schema, items: describedFields(place, items) };
  if (properties === undefined) return schema;
  const entries = Object.entries(properties).map(([name, field]): [string, Schema] => {
    const description = field.description ?? textFor(place, name);
    const inner = describedFields(`${place}.${name}`, field);
    return [name, description === undefined ? inner : { ...inner, description }];
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}

const PERMISSIONS: Readonly<Record<Operation['permission'], string>> = {
  read: 'Requires the `read` permission.',
  write: 'Requires the `write` permission.',
  payout: 'Requires the `payout` permission.',
};

/** Sentences derived from the properties of an operation. */
export function operationText(operation: Operation): string {
  const { summary, permission, shape, method, isSignatureOnce } = operation;
  return [
    `${summary}.`,
    PERMISSIONS[permission],
    shape === 'page' ? 'Returns one page. Use `starting_after` for the next page.' : '',
    method === 'GET' ? '' : 'Send an `Idempotency-Key` to retry it safely.',
    isSignatureOnce ? 'This operation moves money: each signature is accepted once.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
