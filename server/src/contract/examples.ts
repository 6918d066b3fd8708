// One example of each API object, for the OpenAPI document and the documentation page. They belong together (an invoice
// of 50 EUR, a channel, a customer), and tests check them against schemas and prices.
import type { Static, TSchema } from 'typebox';
import type { Account, Transaction } from './objects/accounts.ts';
import type { Channel, ChannelPayment } from './objects/channels.ts';
import type { CoinDeposit } from './objects/coin-deposits.ts';
import type {
  CoinWithdrawal,
  CoinWithdrawalAttempt,
  NetworkFee,
} from './objects/coin-withdrawals.ts';
import type { Customer } from './objects/customers.ts';
import type { ExchangeTransfer } from './objects/exchange-transfers.ts';
import type { Invoice, InvoiceRecalculation, InvoiceRefund } from './objects/invoices.ts';
import type { CoinInfo, Rate, Rates, Risk } from './objects/reference-data.ts';
import type { Subscription } from './objects/subscriptions.ts';
import { exampleIds } from './request-examples.ts';

/** From BIP-173, section "Test vectors". */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const TXID = '5a0e3f9c1b7d42c68e0f2a94d1c35b76e8a9017f4c2d6b3e5f8091a2b3c4d5e6';
const HOSTED = 'https://till.example';

const risk: Static<typeof Risk> = {
  score: 1.07,
  level: 'low',
  resource_name: 'default',
  resource_category: 'unknown',
};

const account: Static<typeof Account> = {
  id: exampleIds.account,
  balance: '49.5',
  available: '49.5',
  currency: 'EUR',
  project_id: exampleIds.project,
};

const channel: Static<typeof Channel> = {
  id: exampleIds.channel,
  status: 'enabled',
  name: 'Deposits of customer 42',
  description: null,
  receiver_currency: 'EUR',
  pay_currency: 'BTC',
  address: ADDRESS,
  network: 'bitcoin',
  project_id: exampleIds.project,
  custom_id: 'deposits-42',
  customer_id: '42',
  uri: `bitcoin:${ADDRESS}`,
  hosted_page_url: `${HOSTED}/channels/${exampleIds.channel}`,
};

const channelPayment: Static<typeof ChannelPayment> = {
  id: exampleIds.channelPayment,
  paid_amount: '0.001',
  paid_currency: 'BTC',
  received_amount: '28.14',
  received_currency: 'EUR',
  fee: '0.29',
  fee_currency: 'EUR',
  txid: TXID,
  exchange: { pair: 'BTCEUR', rate: '28436.0', fee: '0.0', fee_currency: 'EUR' },
  status: 'completed',
  status_context: null,
  refund_address: null,
  coin_withdrawal_id: null,
  custom_id: 'deposits-42',
  customer_id: '42',
  channel_id: exampleIds.channel,
  address: ADDRESS,
  network: 'bitcoin',
  risk,
  created_at: '2026-11-21T02:30:00+00:00',
};

const deposit: Static<typeof CoinDeposit> = {
  id: exampleIds.deposit,
  status: 'on_hold',
  reason: 'surplus',
  amount: '0.001759',
  currency: 'BTC',
  network: 'bitcoin',
  address: ADDRESS,
  txid: TXID,
  invoice_id: exampleIds.invoice,
  channel_id: null,
  custom_id: 'order-1001',
  customer_id: '42',
  coin_withdrawal_id: null,
  description: null,
  needs_operator: false,
  risk,
  created_at: '2026-11-21T02:35:00+00:00',
};

const customer: Static<typeof Customer> = {
  id: '42',
  currency: 'EUR',
  refund_addresses: {},
  addresses: [{ address: ADDRESS, currency: 'BTC', network: 'bitcoin' }],
};

const invoice: Static<typeof Invoice> = {
  id: exampleIds.invoice,
  custom_id: 'order-1001',
  customer_id: '42',
  subscription_id: null,
  status: 'new',
  status_context: null,
  address: ADDRESS,
  network: 'bitcoin',
  uri: `bitcoin:${ADDRESS}?amount=0.001759`,
  price_amount: '50.0',
  price_currency: 'EUR',
  pay_amount: '0.001759',
  pay_currency: 'BTC',
  fee: '0.5',
  fee_currency: 'EUR',
  paid_amount: '0.0',
  exchange: { pair: 'BTCEUR', rate: '28436.0', fee: '0.0', fee_currency: 'EUR' },
  transactions: [],
  name: 'Order 1001',
  description: null,
  metadata: { basket: '7' },
  success_redirect_url: 'https://shop.example/thanks',
  unsuccess_redirect_url: 'https://shop.example/basket',
  hosted_page_url: `${HOSTED}/invoices/${exampleIds.invoice}`,
  created_at: '2026-11-21T02:30:00+00:00',
  expires_at: '2026-11-21T02:40:00+00:00',
};

const recalculation: Static<typeof InvoiceRecalculation> = {
  id: exampleIds.recalculation,
  invoice_id: exampleIds.invoice,
  pay_amount: '0.0015',
  pay_currency: 'BTC',
  price_amount: '42.65',
  price_currency: 'EUR',
  fee: '0.43',
  fee_currency: 'EUR',
  previous_pay_amount: '0.001759',
  previous_price_amount: '50.0',
  previous_exchange_rate: '28436.0',
  exchange: { pair: 'BTCEUR', rate: '28436.0', fee: '0.0', fee_currency: 'EUR' },
  created_at: '2026-11-21T02:55:00+00:00',
};

const refund: Static<typeof InvoiceRefund> = {
  id: exampleIds.refund,
  custom_id: 'order-1001',
  invoice_id: exampleIds.invoice,
  amount: '0.0015',
  amount_currency: 'BTC',
  fee: '0.000015',
  fee_currency: 'BTC',
  address: null,
  txid: null,
  risk: null,
  created_at: '2026-11-21T02:55:00+00:00',
  network: 'bitcoin',
};

const transaction: Static<typeof Transaction> = {
  id: exampleIds.transaction,
  custom_id: 'order-1001',
  customer_id: '42',
  amount: '49.5',
  currency: 'EUR',
  balance: '49.5',
  fee: '0.5',
  fee_currency: 'EUR',
  reference_id: exampleIds.invoice,
  reference_type: 'Invoice',
  description: null,
  status: 'completed',
  status_context: null,
  risk,
  created_at: '2026-11-21T02:30:00+00:00',
  booked_at: '2026-11-21T02:41:00+00:00',
};

const coin: Static<typeof CoinInfo> = {
  currency: 'XRP',
  name: 'XRP',
  logo_url: `${HOSTED}/assets/coins/xrp.svg`,
  networks: [
    {
      network: 'ripple',
      name: 'Ripple',
      precision: 6,
      destination_tag: { required: true, name: 'Destination tag' },
      invoices: { enabled: true },
      channels: { enabled: true },
      coin_withdrawals: { enabled: true },
    },
  ],
};

const rate: Static<typeof Rate> = { buy_rate: '28578.5', sell_rate: '28436.0' };
const rates: Static<typeof Rates> = { BTCEUR: rate, 'BTC/EUR': rate };

const withdrawal: Static<typeof CoinWithdrawal> = {
  id: exampleIds.withdrawal,
  custom_id: 'payout-77',
  customer_id: '42',
  address: ADDRESS,
  network: 'bitcoin',
  txid: null,
  status: 'pending',
  status_context: null,
  charged_amount: '10.17',
  charged_currency: 'EUR',
  received_amount: '0.00103102',
  received_currency: 'BTC',
  network_fee: '0.0000061',
  network_fee_level: 'average',
  fee: '0.0',
  fee_currency: 'EUR',
  description: null,
  exchange: { pair: 'BTCEUR', rate: '9699.1', fee: '0.11', fee_currency: 'EUR' },
  risk,
  created_at: '2026-11-21T02:30:00+00:00',
};

const attempt: Static<typeof CoinWithdrawalAttempt> = {
  transfer_id: exampleIds.transfer,
  txid: TXID,
  step: 'broadcast',
  created_at: '2026-11-21T02:30:01+00:00',
};

const networkFee: Static<typeof NetworkFee> = {
  level: 'average',
  fee: '0.0000061',
  currency: 'BTC',
  network: 'bitcoin',
};

const exchangeTransfer: Static<typeof ExchangeTransfer> = {
  id: exampleIds.exchangeTransfer,
  charged_amount: '100.0',
  charged_currency: 'EUR',
  received_amount: '0.00346414',
  received_currency: 'BTC',
  custom_id: null,
  exchange: { pair: 'BTCEUR', rate: '28578.5', fee: '1.0', fee_currency: 'EUR' },
};

const subscription: Static<typeof Subscription> = {
  id: exampleIds.subscription,
  status: 'active',
  custom_id: 'membership-42',
  name: 'Membership',
  amount: '50.0',
  currency: 'EUR',
  period: 'month',
  period_quantity: 1,
  current_period_starts_at: '2026-11-21T02:30:00+00:00',
  current_period_ends_at: '2026-12-01T00:00:00+00:00',
  current_period_paid: false,
  payer_email: 'payer@example.com',
  payer_name: 'Ada Lovelace',
  product_name: 'Membership of the chess club',
  product_description: null,
  success_redirect_url: 'https://shop.example/thanks',
  unsuccess_redirect_url: null,
  hosted_page_url: `${HOSTED}/subscriptions/${exampleIds.subscription}`,
  created_at: '2026-11-21T02:30:00+00:00',
  cancelled_at: null,
};

/** Keyed by component name. */
export const objectExamples: Readonly<Record<string, Static<TSchema>>> = {
  Account: account,
  Channel: channel,
  ChannelPayment: channelPayment,
  Coin: coin,
  CoinDeposit: deposit,
  CoinWithdrawal: withdrawal,
  CoinWithdrawalAttempt: attempt,
  Customer: customer,
  ExchangeTransfer: exchangeTransfer,
  Invoice: invoice,
  InvoiceRecalculation: recalculation,
  InvoiceRefund: refund,
  NetworkFee: networkFee,
  Rate: rate,
  Rates: rates,
  Risk: risk,
  Subscription: subscription,
  Transaction: transaction,
};
