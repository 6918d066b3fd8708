// A valid request for each operation, on the objects of a furnished project. A new operation needs an example here
// before any API test passes. Used by the tests in this folder.
import type { OperationId } from '../../src/contract/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { type Furnished, LTC_ADDRESS, newSubscription } from './furnish.ts';

export interface Example {
  readonly method: string;
  /** The path parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}
let counter = 0;

/** A valid request for every operation on the objects of a furnished project. */
export function examplesOf(furnished: Furnished): Readonly<Record<OperationId, Example>> {
  const get = (params: Record<string, string> = {}) => ({ method: 'GET', params });
  const channel = { channel_id: furnished.channelId };
  const invoice = { invoice_id: furnished.invoiceId };
  counter += 1;
  return {
    listAccounts: get(),
    listAccountTransactions: get({ account_id: furnished.accountId }),
    listTransactions: get(),
    createChannel: {
      method: 'POST',
      params: {},
      body: {
        name: 'Channel',
        pay_currency: 'BTC',
        receiver_currency: 'EUR',
        network: 'bitcoin',
        description: 'A channel',
        custom_id: `channel example ${counter}`,
        customer_id: 'customer 1',
      },
    },
    listChannels: get(),
    showChannelByCustomId: get({ custom_id: 'channel 1' }),
    showChannel: get(channel),
    updateChannel: {
      method: 'PATCH',
      params: channel,
      body: { name: 'Renamed', description: 'x', status: 'enabled', customer_id: 'customer 1' },
    },
    listChannelPayments: get(channel),
    showChannelPayment: get({ ...channel, id: furnished.paymentId }),
    listCoinDeposits: get(),
    showCoinDeposit: get({ id: furnished.deposits.show }),
    creditCoinDeposit: {
      method: 'POST',
      params: { id: furnished.deposits.credit },
      body: { description: 'kept as credit' },
    },
    refundCoinDeposit: {
      method: 'POST',
      params: { id: furnished.deposits.refund },
      body: { address: LTC_ADDRESS, description: 'paid twice' },
    },
    attachCoinDeposit: {
      method: 'POST',
      params: { id: furnished.deposits.attach },
      body: { invoice_id: furnished.invoiceId, description: 'meant for this one' },
    },
    listCoins: get(),
    createCustomer: {
      method: 'POST',
      params: {},
      body: {
        id: `customer example ${counter}`,
        currency: 'EUR',
        addresses: [{ address: LTC_ADDRESS, currency: 'LTC', network: 'litecoin' }],
        refund_addresses: {},
      },
    },
    listCustomers: get(),
    showCustomer: get({ customer_id: 'customer 1' }),
    updateCustomer: {
      method: 'PATCH',
      params: { customer_id: 'customer 1' },
      body: { currency: 'EUR', addresses: [], refund_addresses: { LTC: LTC_ADDRESS } },
    },
    createInvoice: {
      method: 'POST',
      params: {},
      body: {
        price_amount: '10.00',
        price_currency: 'EUR',
        pay_currency: 'LTC',
        network: 'litecoin',
        custom_id: `invoice example ${counter}`,
        customer_id: 'customer 1',
        name: 'Order',
        description: 'An order',
        metadata: { order: '1' },
        success_redirect_url: 'https://shop.example/thanks',
        unsuccess_redirect_url: 'https://shop.example/sorry',
        payer_email: 'payer@example.com',
      },
    },
    listInvoices: get(),
    showInvoiceByCustomId: get({ custom_id: 'invoice 1' }),
    showInvoice: get(invoice),
    createInvoiceRecalculation: {
      method: 'POST',
      params: { invoice_id: furnished.unresolved.recalculate },
      body: { force_commit: true },
    },
    commitInvoiceRecalculation: {
      method: 'POST',
      params: {
        invoice_id: furnished.unresolved.commit,
        recalculation_id: furnished.recalculationId,
      },
    },
    createRefundClaim: {
      method: 'POST',
      params: { invoice_id: furnished.claims.invoice },
      body: { amount: '1.00', amount_currency: 'EUR', rate: 'today', expires_in: 86_400 },
    },
    listRefundClaims: get(),
    showRefundClaim: get({ claim_id: furnished.claims.show }),
    approveRefundClaim: { method: 'POST', params: { claim_id: furnished.claims.approve } },
    declineRefundClaim: {
      method: 'POST',
      params: { claim_id: furnished.claims.decline },
      body: { reason: 'Refunded by card' },
    },
    revokeRefundClaim: { method: 'POST', params: { claim_id: furnished.claims.revoke } },
    createInvoiceRefund: {
      method: 'POST',
      params: { invoice_id: furnished.unresolved.refund },
      body: {},
    },
    listInvoiceRefunds: get({ invoice_id: furnished.unresolved.refund }),
    listRates: get(),
    showRate: get({ base: 'BTC', quote: 'EUR' }),
    showRateByPair: get({ pair: 'BTCEUR' }),
    createCoinWithdrawal: {
      method: 'POST',
      params: {},
      body: {
        address: LTC_ADDRESS,
        charged_currency: 'EUR',
        received_currency: 'LTC',
        network: 'litecoin',
        charged_amount: '10.00',
        custom_id: `withdrawal example ${counter}`,
        customer_id: 'customer 1',
        network_fee_level: 'fast',
        force_commit: false,
        travel_rule_compliant: true,
        beneficiary: {
          type: 'natural_person',
          name: 'Ada Lovelace',
          address: { country: 'GB', city: 'London' },
        },
      },
    },
    listCoinWithdrawals: get(),
    listNetworkFees: get(),
    showCoinWithdrawalByCustomId: get({ custom_id: 'withdrawal 1' }),
    showCoinWithdrawal: get({ id: furnished.withdrawal.show }),
    listCoinWithdrawalAttempts: get({ id: furnished.withdrawal.show }),
    commitCoinWithdrawal: { method: 'POST', params: { id: furnished.withdrawal.commit } },
    cancelCoinWithdrawal: { method: 'POST', params: { id: furnished.withdrawal.cancel } },
    createExchangeTransfer: {
      method: 'POST',
      params: {},
      body: {
        charged_currency: 'EUR',
        received_currency: 'LTC',
        charged_amount: '10.00',
        custom_id: `exchange example ${counter}`,
        force_commit: false,
      },
    },
    showExchangeTransfer: get({ id: furnished.exchange.show }),
    commitExchangeTransfer: { method: 'POST', params: { id: furnished.exchange.commit } },
    createSubscription: {
      method: 'POST',
      params: {},
      body: newSubscription(`subscription example ${counter}`),
    },
    listSubscriptions: get(),
    showSubscriptionByCustomId: get({ custom_id: 'subscription 1' }),
    createCheckout: {
      method: 'POST',
      params: {},
      body: {
        price_amount: '20',
        price_currency: 'EUR',
        pay_currencies: [{ currency: 'BTC' }, { currency: 'LTC' }],
        default_pay_currency: { currency: 'LTC' },
        custom_id: `checkout example ${counter}`,
        items: [{ name: 'Tea', quantity: 2, amount: '20', tax_percent: '7' }],
        metadata: { basket: 'x' },
        min_confirmations: 8,
      },
    },
    listCheckouts: get(),
    showCheckoutByCustomId: get({ custom_id: 'checkout 1' }),
    showCheckout: get({ id: furnished.checkouts.show }),
    cancelCheckout: { method: 'POST', params: { id: furnished.checkouts.cancel } },
    acceptCheckout: { method: 'POST', params: { id: furnished.checkouts.accept } },
    createPaymentLink: {
      method: 'POST',
      params: {},
      body: {
        name: 'Tea',
        price_amount: '20.5',
        price_currency: 'EUR',
        quantity_max: 3,
        stock: 10,
        pay_currencies: [{ currency: 'BTC' }, { currency: 'LTC' }],
        default_pay_currency: { currency: 'LTC' },
        fields: [{ label: 'Size', kind: 'list', options: ['S', 'M'], required: true }],
        email: 'optional',
        expires_at: '2100-01-01T00:00:00Z',
        success_text: 'Thank you.',
        language: 'de',
      },
    },
    listPaymentLinks: get(),
    showPaymentLink: get({ id: furnished.paymentLinkId }),
    replacePaymentLink: {
      method: 'POST',
      params: { id: furnished.paymentLinkId },
      body: {
        name: 'Donation',
        description: 'For the roof',
        price_currency: 'SATS',
        suggested_amounts: ['500', '1000'],
        amount_min: '100',
        shipping_address: true,
        success_redirect_url: 'https://shop.example/thanks',
      },
    },
    switchPaymentLink: {
      method: 'PATCH',
      params: { id: furnished.paymentLinkId },
      body: { active: false },
    },
    listDonations: get({ id: furnished.donation.linkId }),
    hideDonation: {
      method: 'PATCH',
      params: { id: furnished.donation.linkId, donation_id: furnished.donation.id },
      body: { hidden: true },
    },
    showSubscription: get({ id: furnished.subscriptionId }),
    cancelSubscription: { method: 'POST', params: { id: furnished.endingSubscriptionId } },
    scoreRisk: {
      method: 'POST',
      params: {},
      body: { address: LTC_ADDRESS, currency: 'LTC', type: 'source_of_funds' },
    },
    testAuthentication: { method: 'POST', params: {}, body: { amount: '100' } },
  };
}

/** The operation's path with its parameters filled in. */
export function targetOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(defined(params[name], `a value of ${name}`)),
  );
}
