// What fields, parameters and operations are, where their definition does not say so itself. A name that means the
// same everywhere stands once; what an object says of its own field goes before that.
import { defined } from '../core/assert.ts';
import type { Schema } from './openapi-types.ts';
import type { Operation } from './operation.ts';

/** By the name of a field or parameter. */
const COMMON: Readonly<Record<string, string>> = {
  id: 'Names the object in paths; it never changes',
  account_id: 'Id of the account',
  address: 'Address on the network; on XRP with `?dt=<tag>`',
  channel_id: 'Id of the channel',
  beneficiary: 'Who is paid, for the travel rule',
  coin_withdrawal_id: 'Id of the withdrawal that sends it back; null when there is none',
  created_at: 'When it was made',
  custom_id: 'Your reference; null when you gave none',
  customer_id: 'Your reference of the customer; null when you gave none',
  description: 'Text for people; null when there is none',
  exchange: 'The pair, the rate and the fee of what is exchanged; left out where nothing is',
  hosted_page_url: 'Page that shows a payer what to do',
  invoice_id: 'Id of the invoice',
  metadata: 'Your own JSON object, at most 64 KiB and 20 levels, returned unchanged',
  name: 'Name for people',
  network: 'Code of the network, such as `bitcoin`',
  order_by: 'By what the list is ordered, newest first',
  payer_email:
    'Email of the payer. A subscription mails its links there; an invoice only keeps it, for search',
  project_id: 'Id of your project',
  reason: 'Why it is in the inbox',
  recalculation_id: 'Id of the recalculation',
  reference_type: 'Type of the object that made the transaction',
  risk: 'What is known of where the money comes from or goes to; null before it was assessed',
  risk_level: 'Level of the risk',
  status: 'Where it stands',
  status_context: 'Why it stands there; null while there is nothing to say',
  subscription_id: 'Id of the subscription; null when there is none',
  success_redirect_url: 'Where the payer is sent after paying, http or https',
  txid: 'Hash on the network, null while there is none; `internal:` and an id when paid within the till (XRP)',
  unsuccess_redirect_url: 'Where the payer is sent when it was not paid, http or https',
  uri: 'For a QR code: scheme, address and amount',
};

/** By object and field, inner ones after a point; or by operation and parameter. */
const OWN: Readonly<Record<string, string>> = {
  'Beneficiary.address': 'Where the beneficiary lives or is registered',
  'Beneficiary.address.city': 'City',
  'Beneficiary.address.line_1': 'Street and number',
  'Beneficiary.address.line_2': 'What else the address has',
  'Beneficiary.address.post_code': 'Post code',
  'Beneficiary.type': 'A person or a company',
  'ChannelPayment.refund_address': 'Where it was sent back to; null when it was not',
  'Coin.logo_url': 'Picture of the coin',
  'Coin.networks': 'Where it can be received and sent',
  'CoinNetwork.channels': 'Whether channels can be made',
  'CoinNetwork.channels.enabled': 'True when they can',
  'CoinNetwork.coin_withdrawals': 'Whether it can be sent',
  'CoinNetwork.coin_withdrawals.enabled': 'True when it can',
  'CoinNetwork.destination_tag': 'Of networks that tell payees apart by a number; null of others',
  'CoinNetwork.destination_tag.name': 'What people call it',
  'CoinNetwork.destination_tag.required':
    'Whether a destination must name one, or say that there is none',
  'CoinNetwork.invoices': 'Whether invoices can be made',
  'CoinNetwork.invoices.enabled': 'True when they can',
  'CoinNetwork.precision': 'Most decimals of an amount',
  'CoinWithdrawal.network_fee_level': 'How much is paid to be in a block soon',
  'CoinWithdrawal.repriced.at': 'When it was priced again',
  'CoinWithdrawal.repriced.original_rate': 'Rate of the first price',
  'CoinWithdrawalAttempt.step': 'What was done',
  'CoinWithdrawalAttempt.transfer_id': 'Names the transfer; a replacement is another one',
  'Customer.addresses': 'Where money of high risk goes back to, one for each coin',
  'Customer.id': 'Your own id of the customer',
  'Customer.refund_addresses': 'The same by coin, as older programs read it',
  'Error.error': 'What went wrong',
  'Error.error.details.code': 'Names the rule, for programs',
  'Error.error.details.message': 'Says the rule, for people',
  'Error.meta': 'About the request',
  'Error.meta.request_id': 'Names the request in the log of the server; the same as `X-Request-Id`',
  'Invoice.transactions': 'What was paid to it, one for each transaction on the network',
  'Invoice.expires_at': 'Until when its price holds',
  'InvoiceRecalculation.exchange': 'Both amounts and the rate, as they will be',
  'InvoiceTransaction.source_addresses': 'Addresses that it was paid from, where the network tells',
  'NetworkFee.level': 'How much is paid to be in a block soon',
  'Risk.level': 'Follows from the score',
  'Risk.resource_category': 'What kind of place the money comes from; `unknown` without data',
  'Risk.resource_name': 'The place that the money comes from; `default` without data',
  'Subscription.cancelled_at': 'When it was cancelled; null while it is active',
  'Subscription.current_period_paid': 'Whether the present period is paid',
  'Subscription.current_period_starts_at': 'When the present period began',
  'Subscription.payer_name': 'How the payer is addressed',
  'Subscription.period': 'How often it is asked for',
  'Subscription.product_description': 'What is paid for, in a few words',
  'Subscription.product_name': 'What is paid for',
  'Transaction.reference_id': 'Id of the object that made it',
  'createCoinWithdrawal.amount_includes_network_fee':
    'The network fee comes out of `amount`; else it is on top',
  'createCoinWithdrawal.amount_includes_processing_fee':
    'The fee comes out of `amount`; else it is on top',
  'createCustomer.addresses': 'Where money of high risk goes back to, one for each coin',
  'createCustomer.refund_addresses': 'The same by coin, as older programs send it',
  'createSubscription.payer_name': 'How the payer is addressed',
  'createSubscription.period': 'How often it is asked for',
  'createSubscription.product_description': 'What is paid for, in a few words',
  'listTransactions.status': 'Exactly this status',
  'scoreRisk.type': 'Whether the money comes from the address or goes there',
  'updateChannel.status': 'Payments to a disabled channel are put on hold',
  'updateCustomer.addresses': 'They take the place of all that there were',
  'updateCustomer.refund_addresses': 'The same by coin, as older programs send it',
};

/** By group of operations. */
const GROUPS: Readonly<Record<string, string>> = {
  Accounts: 'Balances, one account for each currency',
  Transactions: 'Everything that moved the balances',
  Channels: 'Permanent addresses of customers, and what was paid to them',
  'Coin deposits': 'The inbox: money that belongs to nothing that could take it',
  Customers: 'Your customers, under your own ids',
  Invoices: 'Requests to be paid an amount by a time',
  'Coin withdrawals': 'Coins sent to outside addresses',
  'Exchange transfers': 'From one of your accounts to another',
  Subscriptions: 'Invoices that are sent every period',
  Coins: 'What can be received and sent',
  Rates: 'Prices in force',
  Risks: 'What is known of an address',
  Authentication: 'To try a signature',
  Callbacks: 'What is sent to you',
};

export function groupWords(group: string): string {
  return defined(GROUPS[group], `the group ${group} has a description`);
}

/** Every description that is written here, to find those that nothing uses. */
export const writtenWords: readonly (readonly [string, string])[] = [
  ...Object.entries(COMMON),
  ...Object.entries(OWN),
];

/** A description for a field that has none; `place` is its object or operation and what is around it. */
export function wordsFor(place: string, name: string): string | undefined {
  return OWN[`${place}.${name}`] ?? COMMON[name];
}

/** Properties with descriptions, as deep as they go. A reference can have one beside it. */
export function describedFields(place: string, schema: Schema): Schema {
  const { properties, items } = schema;
  if (items !== undefined) return { ...schema, items: describedFields(place, items) };
  if (properties === undefined) return schema;
  const entries = Object.entries(properties).map(([name, field]): [string, Schema] => {
    const description = field.description ?? wordsFor(place, name);
    const inner = describedFields(`${place}.${name}`, field);
    return [name, description === undefined ? inner : { ...inner, description }];
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}

const PERMISSIONS: Readonly<Record<Operation['permission'], string>> = {
  read: 'Needs a key with the permission `read`.',
  write: 'Needs a key with the permission `write`.',
  payout: 'Needs a key with the permission `payout`.',
};

/** What follows from the shape of an operation, in sentences. */
export function operationText(operation: Operation): string {
  const { summary, permission, shape, method, isSignatureOnce } = operation;
  return [
    `${summary}.`,
    PERMISSIONS[permission],
    shape === 'page' ? 'One page; `starting_after` begins the next one.' : '',
    method === 'GET' ? '' : 'With an `Idempotency-Key` it may be repeated.',
    isSignatureOnce
      ? 'It moves money: a signature that was carried out is refused when it comes again.'
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
