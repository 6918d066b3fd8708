// One method per operation of the merchant API, in groups. Methods resolve to the object, or to a page of a list,
// without the envelope. Amounts are decimal strings.
import { type Calls, createCalls } from './calls.ts';
import { checkouts, paymentLinks, refundClaims } from './checkouts.ts';
import { type CallOptions, type ClientOptions, createRequest } from './http.ts';
import { path } from './path.ts';
import type { NewCoinWithdrawal, NewExchangeTransfer } from './requests.ts';
import type * as Api from './types.ts';

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const request = createRequest(options);
  const calls = createCalls(request);
  return {
    /** Calls any operation and resolves to its JSON, with the envelope. */
    request,
    accounts: accounts(calls),
    auth: {
      /** Resolves when the credentials are valid. */
      test: (call?: CallOptions) =>
        calls.post<Record<string, never>>('/api/auth/test', undefined, call),
    },
    channelPayments: channelPayments(calls),
    channels: channels(calls),
    coinWithdrawals: coinWithdrawals(calls),
    coinDeposits: coinDeposits(calls),
    coins: { list: (call?: CallOptions) => calls.get<Api.Coin[]>('/api/coins', undefined, call) },
    customers: customers(calls),
    exchangeTransfers: exchangeTransfers(calls),
    invoices: invoices(calls),
    refundClaims: refundClaims(calls),
    rates: {
      list: (call?: CallOptions) => calls.get<Api.Rates>('/api/rates', undefined, call),
      get: (base: string, quote: string, call?: CallOptions) =>
        calls.get<Api.Rate>(path`/api/rates/${base}/${quote}`, undefined, call),
    },
    risks: {
      score: (question: Api.RiskQuestion, call?: CallOptions) =>
        calls.post<Api.Risk>('/api/risks/score', question, call),
    },
    checkouts: checkouts(calls),
    paymentLinks: paymentLinks(calls),
    subscriptions: subscriptions(calls),
    transactions: transactions(calls),
  };
}

function accounts({ page, iterate }: Calls) {
  const at = (accountId: string) => path`/api/accounts/${accountId}/transactions`;
  return {
    list: (call?: CallOptions) => page<Api.Account>('/api/accounts', undefined, call),
    transactions: (accountId: string, query?: Api.AccountTransactionQuery, call?: CallOptions) =>
      page<Api.Transaction>(at(accountId), query, call),
    iterateTransactions: (
      accountId: string,
      query?: Api.AccountTransactionQuery,
      call?: CallOptions,
    ) => iterate<Api.Transaction>(at(accountId), query, call),
  };
}

function transactions({ page, iterate }: Calls) {
  return {
    list: (query?: Api.TransactionQuery, call?: CallOptions) =>
      page<Api.Transaction>('/api/transactions', query, call),
    iterate: (query?: Api.TransactionQuery, call?: CallOptions) =>
      iterate<Api.Transaction>('/api/transactions', query, call),
  };
}

function channels({ get, post, patch, page, iterate }: Calls) {
  return {
    create: (channel: Api.NewChannel, call?: CallOptions) =>
      post<Api.Channel>('/api/channels', channel, call),
    list: (query?: Api.ByCustomer, call?: CallOptions) =>
      page<Api.Channel>('/api/channels', query, call),
    iterate: (query?: Api.ByCustomer, call?: CallOptions) =>
      iterate<Api.Channel>('/api/channels', query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.Channel>(path`/api/channels/${id}`, undefined, call),
    getByCustomId: (customId: string, call?: CallOptions) =>
      get<Api.Channel>(path`/api/channels/custom_id/${customId}`, undefined, call),
    update: (id: string, change: Api.ChannelChange, call?: CallOptions) =>
      patch<Api.Channel>(path`/api/channels/${id}`, change, call),
  };
}

function channelPayments({ get, page, iterate }: Calls) {
  const at = (channelId: string) => path`/api/channels/${channelId}/payments`;
  return {
    list: (channelId: string, query?: Api.Paging, call?: CallOptions) =>
      page<Api.ChannelPayment>(at(channelId), query, call),
    iterate: (channelId: string, query?: Api.Paging, call?: CallOptions) =>
      iterate<Api.ChannelPayment>(at(channelId), query, call),
    get: (channelId: string, id: string, call?: CallOptions) =>
      get<Api.ChannelPayment>(path`/api/channels/${channelId}/payments/${id}`, undefined, call),
  };
}

/** Unmatched payments: late, surplus, or without an owner. */
function coinDeposits({ get, post, page, iterate }: Calls) {
  const root = '/api/coin_deposits';
  return {
    list: (query?: Api.CoinDepositQuery, call?: CallOptions) =>
      page<Api.CoinDeposit>(root, query, call),
    iterate: (query?: Api.CoinDepositQuery, call?: CallOptions) =>
      iterate<Api.CoinDeposit>(root, query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.CoinDeposit>(path`/api/coin_deposits/${id}`, undefined, call),
    /** Credits the payment to your account of the coin. */
    credit: (id: string, requested: Api.CoinDepositCredit, call?: CallOptions) =>
      post<Api.CoinDeposit>(path`/api/coin_deposits/${id}/credit`, requested, call),
    /** Returns the payment to an address, minus the network fee. */
    refund: (id: string, requested: Api.CoinDepositRefund, call?: CallOptions) =>
      post<Api.CoinDeposit>(path`/api/coin_deposits/${id}/refund`, requested, call),
    /** Attaches the payment to the open invoice or the channel that it was meant for. */
    attach: (id: string, requested: Api.CoinDepositAttachment, call?: CallOptions) =>
      post<Api.CoinDeposit>(path`/api/coin_deposits/${id}/attach`, requested, call),
  };
}

function coinWithdrawals({ get, post, page, iterate }: Calls) {
  const root = '/api/coin_withdrawals';
  return {
    create: (withdrawal: NewCoinWithdrawal, call?: CallOptions) =>
      post<Api.CoinWithdrawal>(root, withdrawal, call),
    /** Commits the withdrawal, within 30 seconds of its creation. */
    commit: (id: string, call?: CallOptions) =>
      post<Api.CoinWithdrawal>(path`/api/coin_withdrawals/${id}/commit`, undefined, call),
    /** Cancels a withdrawal that has no transaction on the chain and can no longer get one. */
    cancel: (id: string, call?: CallOptions) =>
      post<Api.CoinWithdrawal>(path`/api/coin_withdrawals/${id}/cancel`, undefined, call),
    list: (query?: Api.ByCustomer, call?: CallOptions) =>
      page<Api.CoinWithdrawal>(root, query, call),
    iterate: (query?: Api.ByCustomer, call?: CallOptions) =>
      iterate<Api.CoinWithdrawal>(root, query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.CoinWithdrawal>(path`/api/coin_withdrawals/${id}`, undefined, call),
    getByCustomId: (customId: string, call?: CallOptions) =>
      get<Api.CoinWithdrawal>(path`/api/coin_withdrawals/custom_id/${customId}`, undefined, call),
    /** Every transfer for the withdrawal, step by step. */
    attempts: (id: string, call?: CallOptions) =>
      get<Api.CoinWithdrawalAttempt[]>(path`/api/coin_withdrawals/${id}/attempts`, undefined, call),
    networkFees: (query?: Api.NetworkFeeQuery, call?: CallOptions) =>
      get<Api.NetworkFee[]>(`${root}/network_fees`, query, call),
  };
}

function customers({ get, post, patch, page, iterate }: Calls) {
  return {
    create: (customer: Api.NewCustomer, call?: CallOptions) =>
      post<Api.Customer>('/api/customers', customer, call),
    list: (query?: Api.Paging, call?: CallOptions) =>
      page<Api.Customer>('/api/customers', query, call),
    iterate: (query?: Api.Paging, call?: CallOptions) =>
      iterate<Api.Customer>('/api/customers', query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.Customer>(path`/api/customers/${id}`, undefined, call),
    update: (id: string, change: Api.CustomerChange, call?: CallOptions) =>
      patch<Api.Customer>(path`/api/customers/${id}`, change, call),
  };
}

function exchangeTransfers({ get, post }: Calls) {
  return {
    create: (transfer: NewExchangeTransfer, call?: CallOptions) =>
      post<Api.ExchangeTransfer>('/api/exchange_transfers', transfer, call),
    /** Commits the exchange, within 30 seconds of its creation. */
    commit: (id: string, call?: CallOptions) =>
      post<Api.ExchangeTransfer>(path`/api/exchange_transfers/${id}/commit`, undefined, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.ExchangeTransfer>(path`/api/exchange_transfers/${id}`, undefined, call),
  };
}

function invoices({ get, post, page, iterate }: Calls) {
  return {
    create: (invoice: Api.NewInvoice, call?: CallOptions) =>
      post<Api.Invoice>('/api/invoices', invoice, call),
    list: (query?: Api.InvoiceQuery, call?: CallOptions) =>
      page<Api.Invoice>('/api/invoices', query, call),
    iterate: (query?: Api.InvoiceQuery, call?: CallOptions) =>
      iterate<Api.Invoice>('/api/invoices', query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.Invoice>(path`/api/invoices/${id}`, undefined, call),
    getByCustomId: (customId: string, call?: CallOptions) =>
      get<Api.Invoice>(path`/api/invoices/custom_id/${customId}`, undefined, call),
    /** Quotes the settlement of an unresolved invoice at the current rate. */
    recalculate: (id: string, requested?: Api.RecalculationRequest, call?: CallOptions) =>
      post<Api.InvoiceRecalculation>(path`/api/invoices/${id}/recalculations`, requested, call),
    /** Settles at the quoted rate, within 30 seconds of the quote. */
    commitRecalculation: (id: string, recalculationId: string, call?: CallOptions) =>
      post<Api.InvoiceRecalculation>(
        path`/api/invoices/${id}/recalculations/${recalculationId}/commit`,
        undefined,
        call,
      ),
    /**
     * Without an address, refunds an unresolved invoice to your own account of the coin. With an amount, refunds a
     * completed one.
     */
    refund: (id: string, requested?: Api.RefundRequest, call?: CallOptions) =>
      post<Api.InvoiceRefund>(path`/api/invoices/${id}/refunds`, requested, call),
    refunds: (id: string, call?: CallOptions) =>
      get<Api.InvoiceRefund[]>(path`/api/invoices/${id}/refunds`, undefined, call),
  };
}

function subscriptions({ get, post, page, iterate }: Calls) {
  return {
    create: (subscription: Api.NewSubscription, call?: CallOptions) =>
      post<Api.Subscription>('/api/subscriptions', subscription, call),
    list: (query?: Api.Paging, call?: CallOptions) =>
      page<Api.Subscription>('/api/subscriptions', query, call),
    iterate: (query?: Api.Paging, call?: CallOptions) =>
      iterate<Api.Subscription>('/api/subscriptions', query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.Subscription>(path`/api/subscriptions/${id}`, undefined, call),
    getByCustomId: (customId: string, call?: CallOptions) =>
      get<Api.Subscription>(path`/api/subscriptions/custom_id/${customId}`, undefined, call),
    cancel: (id: string, call?: CallOptions) =>
      post<Api.Subscription>(path`/api/subscriptions/${id}/cancel`, undefined, call),
  };
}
