// One example input per operation: values of its path, query and body by name. Used by the OpenAPI document and the
// documentation page; a test reads each with the operation's own readers.
import type { OperationId } from './operations.ts';

export const exampleIds = {
  account: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e01',
  project: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e02',
  channel: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e03',
  channelPayment: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e04',
  invoice: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e05',
  recalculation: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e06',
  refund: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e07',
  transaction: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e08',
  withdrawal: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e09',
  exchangeTransfer: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0a',
  subscription: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0b',
  deposit: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0c',
  checkout: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0e',
  claim: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0f',
  paymentLink: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e10',
  transfer: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0d',
} as const;

export interface RequestExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const aChannel = { channel_id: exampleIds.channel };
const anInvoice = { invoice_id: exampleIds.invoice };
const aClaim = { claim_id: exampleIds.claim };
const aDeposit = { id: exampleIds.deposit };
const aWithdrawal = { id: exampleIds.withdrawal };
const anExchange = { id: exampleIds.exchangeTransfer };
const aCheckout = { id: exampleIds.checkout };
const aLink = { id: exampleIds.paymentLink };
const aSubscription = { id: exampleIds.subscription };
const ofCustomer = { customer_id: '42' };

export const requestExamples: Readonly<Record<OperationId, RequestExample>> = {
  listAccounts: {},
  listAccountTransactions: {
    params: { account_id: exampleIds.account },
    query: { starting_after: exampleIds.transaction },
  },
  listTransactions: {
    query: { reference_type: 'Invoice', created_at_from: '2026-11-01T00:00:00Z' },
  },
  createChannel: {
    body: {
      name: 'Deposits of customer 42',
      pay_currency: 'BTC',
      receiver_currency: 'EUR',
      custom_id: 'deposits-42',
      customer_id: '42',
    },
  },
  listChannels: { query: ofCustomer },
  showChannelByCustomId: { params: { custom_id: 'deposits-42' } },
  showChannel: { params: aChannel },
  updateChannel: { params: aChannel, body: { status: 'disabled' } },
  listChannelPayments: { params: aChannel },
  showChannelPayment: { params: { ...aChannel, id: exampleIds.channelPayment } },
  listCoinDeposits: { query: { status: 'on_hold' } },
  showCoinDeposit: { params: aDeposit },
  creditCoinDeposit: { params: aDeposit, body: { description: 'paid twice, kept as credit' } },
  refundCoinDeposit: {
    params: aDeposit,
    body: {
      address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      description: 'paid twice',
    },
  },
  attachCoinDeposit: {
    params: aDeposit,
    body: { invoice_id: exampleIds.invoice, description: 'meant for order 1001' },
  },
  listCoins: {},
  createCustomer: {
    body: {
      id: '42',
      currency: 'EUR',
      addresses: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', currency: 'BTC' }],
    },
  },
  listCustomers: { query: { starting_after: '42' } },
  showCustomer: { params: ofCustomer },
  updateCustomer: { params: ofCustomer, body: { currency: 'USD' } },
  createInvoice: {
    body: {
      price_amount: '50.0',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'order-1001',
      customer_id: '42',
      name: 'Order 1001',
      metadata: { basket: '7' },
      success_redirect_url: 'https://shop.example/thanks',
      unsuccess_redirect_url: 'https://shop.example/basket',
    },
  },
  listInvoices: { query: ofCustomer },
  showInvoiceByCustomId: { params: { custom_id: 'order-1001' } },
  showInvoice: { params: anInvoice },
  createInvoiceRecalculation: { params: anInvoice, body: { force_commit: false } },
  commitInvoiceRecalculation: {
    params: { ...anInvoice, recalculation_id: exampleIds.recalculation },
  },
  createRefundClaim: { params: anInvoice, body: { amount: '10.0', rate: 'then' } },
  listRefundClaims: { query: { status: 'claimed' } },
  showRefundClaim: { params: aClaim },
  approveRefundClaim: { params: aClaim },
  declineRefundClaim: { params: aClaim, body: { reason: 'Already refunded by card' } },
  revokeRefundClaim: { params: aClaim },
  createInvoiceRefund: { params: anInvoice, body: {} },
  listInvoiceRefunds: { params: anInvoice },
  listRates: {},
  showRate: { params: { base: 'BTC', quote: 'EUR' } },
  showRateByPair: { params: { pair: 'BTCEUR' } },
  createCoinWithdrawal: {
    body: {
      address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount_to_send: '10.0',
      custom_id: 'payout-77',
      customer_id: '42',
    },
  },
  listCoinWithdrawals: { query: ofCustomer },
  listNetworkFees: { query: { all_networks: 'true' } },
  showCoinWithdrawalByCustomId: { params: { custom_id: 'payout-77' } },
  showCoinWithdrawal: { params: aWithdrawal },
  listCoinWithdrawalAttempts: { params: aWithdrawal },
  commitCoinWithdrawal: { params: aWithdrawal },
  cancelCoinWithdrawal: { params: aWithdrawal },
  createExchangeTransfer: {
    body: { charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '100.0' },
  },
  showExchangeTransfer: { params: anExchange },
  commitExchangeTransfer: { params: anExchange },
  createCheckout: {
    body: {
      price_amount: '50.0',
      price_currency: 'EUR',
      pay_currencies: [{ currency: 'BTC' }, { currency: 'ETH', network: 'ethereum' }],
      custom_id: 'order-1002',
      name: 'Order 1002',
      items: [{ name: 'Tea, 250 g', quantity: 2, amount: '50.0', tax_percent: '7' }],
      metadata: { basket: '8' },
      expires_in: 3600,
      success_redirect_url: 'https://shop.example/thanks',
    },
  },
  listCheckouts: { query: { starting_after: exampleIds.checkout } },
  showCheckoutByCustomId: { params: { custom_id: 'order-1002' } },
  showCheckout: { params: aCheckout },
  cancelCheckout: { params: aCheckout },
  acceptCheckout: { params: aCheckout },
  createPaymentLink: {
    body: {
      name: 'Tea, 250 g',
      price_amount: '25.0',
      price_currency: 'EUR',
      quantity_max: 4,
      stock: 100,
      fields: [{ label: 'Grind', kind: 'list', options: ['Whole', 'Fine'], required: true }],
      email: 'required',
      shipping_address: true,
    },
  },
  listPaymentLinks: { query: { starting_after: exampleIds.paymentLink } },
  showPaymentLink: { params: aLink },
  replacePaymentLink: {
    params: aLink,
    body: {
      name: 'Donation',
      price_currency: 'EUR',
      suggested_amounts: ['5.0', '10.0'],
      amount_min: '1.0',
      donation: { goal_amount: '500.0' },
    },
  },
  switchPaymentLink: { params: aLink, body: { active: false } },
  listDonations: { params: aLink, query: { starting_after: exampleIds.checkout } },
  hideDonation: {
    params: { ...aLink, donation_id: exampleIds.checkout },
    body: { hidden: true },
  },
  createSubscription: {
    body: {
      name: 'Membership',
      amount: '50.0',
      currency: 'EUR',
      period: 'month',
      period_quantity: 1,
      starts_at: '2026-12-01T00:00:00Z',
      payer_email: 'payer@example.com',
      payer_name: 'Ada Lovelace',
      custom_id: 'membership-42',
      product_name: 'Membership of the chess club',
      success_redirect_url: 'https://shop.example/thanks',
    },
  },
  listSubscriptions: { query: { starting_after: exampleIds.subscription } },
  showSubscriptionByCustomId: { params: { custom_id: 'membership-42' } },
  showSubscription: { params: aSubscription },
  cancelSubscription: { params: aSubscription },
  scoreRisk: {
    body: {
      address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      currency: 'BTC',
      type: 'source_of_funds',
    },
  },
  testAuthentication: {},
};
