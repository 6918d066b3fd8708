// The objects of the merchant API (version 2) and what its operations take, as on the wire. Generated from
// the OpenAPI document by `npm run generate`: do not edit. Amounts are decimal strings (`"100.0"`), never
// numbers: a JSON number loses digits. Times are ISO 8601 texts.

/** A decimal number as text, for example `0.00184519`. */
export type Amount = string;
/** `2026-11-21T00:25:07+00:00`. */
export type Time = string;
export type Metadata = Readonly<Record<string, string>>;

export interface Page<Row> {
  data: Row[];
  meta: { total: number; has_more: boolean };
}

export interface Account {
  id: string;
  balance: Amount;
  /** The balance less what open withdrawals hold. */
  available: Amount;
  currency: string;
  project_id: string;
}

export interface Beneficiary {
  type: 'natural_person' | 'legal_person';
  /** Full name or company name. */
  name: string;
  address: {
    /** ISO 3166-1 alpha-2. */
    country: string;
    city?: string;
    line_1?: string;
    line_2?: string;
    post_code?: string;
  };
}

export interface Channel {
  id: string;
  status: 'enabled' | 'disabled';
  name: string;
  description: string | null;
  receiver_currency: string;
  pay_currency: string;
  address: string;
  network: string;
  project_id: string;
  custom_id: string | null;
  customer_id: string | null;
  uri: string;
  hosted_page_url: string;
}

export interface ChannelPayment {
  id: string;
  paid_amount: Amount;
  paid_currency: string;
  received_amount: Amount;
  received_currency: string;
  fee: Amount;
  fee_currency: string;
  txid: string;
  exchange?: Exchange;
  status: 'pending' | 'on_hold' | 'completed' | 'refunded' | 'cancelled';
  status_context: 'illicit_resource' | 'channel_disabled' | null;
  refund_address: string | null;
  coin_withdrawal_id: string | null;
  custom_id: string | null;
  customer_id: string | null;
  channel_id: string;
  address: string;
  network: string;
  risk: Risk | null;
  created_at: Time;
}

export interface Coin {
  currency: string;
  name: string;
  logo_url: string;
  networks: CoinNetwork[];
}

export interface CoinDeposit {
  id: string;
  /** `on_hold` waits for a decision: credited it is `completed`, sent back `refunded`. */
  status: 'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached';
  reason:
    | 'late'
    | 'surplus'
    | 'channel_payment_over'
    | 'no_tag'
    | 'unknown_tag'
    | 'unknown_address'
    | 'below_minimum'
    | null;
  amount: Amount;
  currency: string;
  network: string;
  /** Where it came to. */
  address: string;
  txid: string;
  invoice_id: string | null;
  channel_id: string | null;
  /** Of the invoice or the channel. */
  custom_id: string | null;
  customer_id: string | null;
  /** What sends it back. */
  coin_withdrawal_id: string | null;
  /** The reason that was given for the decision. */
  description: string | null;
  /** Of high risk: the operator decides, and a key is refused. */
  needs_operator: boolean;
  risk: Risk | null;
  created_at: Time;
}

export interface CoinNetwork {
  network: string;
  name: string;
  precision: number;
  destination_tag: {
    required: boolean;
    name: string;
  } | null;
  invoices: {
    enabled: boolean;
  };
  channels: {
    enabled: boolean;
  };
  coin_withdrawals: {
    enabled: boolean;
  };
}

export interface CoinWithdrawal {
  id: string;
  custom_id: string | null;
  customer_id: string | null;
  address: string;
  network: string;
  txid: string | null;
  status:
    | 'new'
    | 'pending'
    | 'on_hold'
    | 'processing'
    | 'sent'
    | 'completed'
    | 'failed'
    | 'cancelled';
  /** Why it waits or has failed; null while nothing is in its way. */
  status_context:
    | 'payee_refuses'
    | 'network_refuses'
    | 'not_sent'
    | 'being_cancelled'
    | 'awaits_coins'
    | 'awaits_blocks'
    | 'awaits_lower_fees'
    | 'awaits_operator'
    | null;
  charged_amount: Amount;
  charged_currency: string;
  received_amount: Amount;
  received_currency: string;
  /** In the received currency. */
  network_fee: Amount;
  network_fee_level: 'slow' | 'average' | 'fast';
  fee: Amount;
  fee_currency: string;
  description: string | null;
  exchange?: Exchange;
  /** There when its price was over at its release from hold, and it was priced anew: what it was before. */
  repriced?: {
    original_charged_amount: Amount;
    original_fee: Amount;
    original_rate: string;
    at: Time;
  };
  risk: Risk | null;
  created_at: Time;
}

export interface CoinWithdrawalAttempt {
  transfer_id: string;
  /** Null until it is signed. */
  txid: string | null;
  step:
    | 'reserved'
    | 'signed'
    | 'broadcast'
    | 'seen'
    | 'refused'
    | 'confirmed'
    | 'left_the_chain'
    | 'replaced'
    | 'bumped'
    | 'dead'
    | 'failed_on_chain';
  created_at: Time;
}

export interface Customer {
  id: string;
  currency: string;
  refund_addresses: Metadata;
  addresses: CustomerAddress[];
}

export interface CustomerAddress {
  address: string;
  currency: string;
  network: string;
}

export interface Exchange {
  /** The two currency codes written together, <BASE><QUOTE>. */
  pair: string;
  rate: Amount;
  fee: Amount;
  fee_currency: string;
}

export interface ExchangeTransfer {
  id: string;
  charged_amount: Amount;
  charged_currency: string;
  received_amount: Amount;
  received_currency: string;
  custom_id: string | null;
  exchange: Exchange;
}

export interface Invoice {
  id: string;
  custom_id: string | null;
  customer_id: string | null;
  subscription_id: string | null;
  status: 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled';
  status_context: 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource' | null;
  address: string;
  network: string;
  uri: string;
  price_amount: Amount;
  price_currency: string;
  pay_amount: Amount;
  pay_currency: string;
  fee: Amount;
  fee_currency: string;
  paid_amount: Amount;
  exchange?: Exchange;
  transactions: InvoiceTransaction[];
  name: string | null;
  description: string | null;
  metadata: Metadata | null;
  success_redirect_url: string | null;
  unsuccess_redirect_url: string | null;
  hosted_page_url: string;
  created_at: Time;
  expires_at: Time;
}

export interface InvoiceRecalculation {
  id: string;
  invoice_id: string;
  pay_amount: Amount;
  pay_currency: string;
  price_amount: Amount;
  price_currency: string;
  fee: Amount;
  fee_currency: string;
  previous_pay_amount: Amount;
  previous_price_amount: Amount;
  previous_exchange_rate: Amount | null;
  exchange: Exchange | null;
  created_at: Time;
}

export interface InvoiceRefund {
  id: string;
  custom_id: string | null;
  invoice_id: string;
  amount: Amount;
  amount_currency: string;
  fee: Amount;
  fee_currency: string;
  address: string | null;
  txid: string | null;
  risk: Risk | null;
  created_at: Time;
  network: string;
  /** There when its price was over: what stays paid was worth at the present rate, and what was asked for. */
  repriced?: {
    price_amount: Amount;
    original_price_amount: Amount;
    price_currency: string;
  };
}

export interface InvoiceTransaction {
  txid: string;
  risk: Risk | null;
  source_addresses: string[];
}

export interface NetworkFee {
  level: 'slow' | 'average' | 'fast';
  fee: Amount;
  currency: string;
  network: string;
}

export interface Rate {
  buy_rate: Amount;
  sell_rate: Amount;
}

export type Rates = Readonly<Record<string, Rate>>;

export interface Risk {
  /** From 0 to 10, two decimals. */
  score: number;
  level: 'low' | 'medium' | 'high';
  resource_name: string;
  resource_category: string;
}

export interface Subscription {
  id: string;
  status: 'active' | 'cancelled';
  custom_id: string | null;
  name: string;
  /** Asked of the payer every period. */
  amount: Amount;
  currency: string;
  period: 'day' | 'week' | 'month' | 'year';
  /** Periods from one payment to the next. */
  period_quantity: number;
  current_period_starts_at: Time;
  /** By then the payment must be in, or the subscription is cancelled. */
  current_period_ends_at: Time;
  current_period_paid: boolean;
  payer_email: string;
  payer_name: string | null;
  product_name: string | null;
  product_description: string | null;
  success_redirect_url: string | null;
  unsuccess_redirect_url: string | null;
  /** Where the payer chooses a coin and pays; the same in every period. */
  hosted_page_url: string;
  created_at: Time;
  cancelled_at: Time | null;
}

export interface Transaction {
  id: string;
  custom_id: string | null;
  customer_id: string | null;
  /** A debit is negative. */
  amount: Amount;
  currency: string;
  /** Account balance after the entry. */
  balance: Amount;
  fee: Amount | null;
  fee_currency: string | null;
  reference_id: string;
  reference_type:
    | 'BankDeposit'
    | 'BankWithdrawal'
    | 'ChannelPayment'
    | 'CoinDeposit'
    | 'CoinWithdrawal'
    | 'ExchangeTransfer'
    | 'Invoice'
    | 'InvoiceRefund'
    | 'ManualBalanceTransaction';
  description: string | null;
  status: string | null;
  status_context: string | null;
  risk: Risk | null;
  created_at: Time;
  /** When it counted in the books, from then on with this amount; null before, and for what never counts. */
  booked_at: Time | null;
}

// What operations take. A key that is undefined is not sent.

export interface AccountTransactionQuery {
  /** Lower bound of the time of booking, inclusive. */
  booked_at_from?: Time | Date | undefined;
  /** Upper bound of the time of booking, inclusive. */
  booked_at_to?: Time | Date | undefined;
  order_by?: 'created_at' | 'booked_at' | undefined;
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

export interface ByCustomer {
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

export interface ChannelChange {
  name?: string | undefined;
  description?: string | undefined;
  status?: 'enabled' | 'disabled' | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
}

export interface CoinDepositAttachment {
  /** Either this or channel_id. */
  invoice_id?: string | undefined;
  /** Either this or invoice_id. */
  channel_id?: string | undefined;
  /** Why. */
  description: string;
}

export interface CoinDepositCredit {
  /** Why; shown in the list of transactions. */
  description: string;
}

export interface CoinDepositQuery {
  /** Those that are confirmed and assessed are `on_hold`. */
  status?: 'pending' | 'on_hold' | undefined;
  reason?:
    | 'late'
    | 'surplus'
    | 'channel_payment_over'
    | 'no_tag'
    | 'unknown_tag'
    | 'unknown_address'
    | 'below_minimum'
    | undefined;
  /** Coin. */
  currency?: string | undefined;
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

export interface CoinDepositRefund {
  /** Where to; on XRP with `?dt=<tag>`, or `?dt=0` for none. */
  address: string;
  /** Why; shown in the list of transactions. */
  description: string;
}

export interface CoinWithdrawalWish {
  /** Destination; on XRP with `?dt=<tag>`, or `?dt=0` when there is no tag. */
  address: string;
  /** Account that is debited (v2: required). */
  charged_currency?: string | undefined;
  /** Coin to send. */
  received_currency: string;
  network?: string | undefined;
  /** Exact debit; all fees are taken out of it. */
  charged_amount?: Amount | undefined;
  /** Value to deliver, in the charged currency; fees on top. */
  charged_amount_to_send?: Amount | undefined;
  /** Exact coin amount to deliver; fees on top. */
  received_amount?: Amount | undefined;
  /** With amount_currency and the two flags. */
  amount?: Amount | undefined;
  /** Charged or received currency. */
  amount_currency?: string | undefined;
  amount_includes_processing_fee?: boolean | undefined;
  amount_includes_network_fee?: boolean | undefined;
  /** Your reference, unique (v1: required). */
  custom_id?: string | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  /** average when not given. */
  network_fee_level?: 'slow' | 'average' | 'fast' | undefined;
  /** By how much more may be charged if it is priced anew after a hold, else it is cancelled (default 1). */
  price_change_max_percent?: Amount | undefined;
  /** Instant withdrawal, no commit needed. */
  force_commit?: boolean | undefined;
  /** Switches the check of the beneficiary on. */
  travel_rule_compliant?: boolean | undefined;
  beneficiary?: Beneficiary | undefined;
}

export interface CustomerChange {
  /** Currency of the customer. */
  currency?: string | undefined;
  addresses?:
    | readonly {
        /** Address, on XRP with `?dt=<tag>`. */
        address: string;
        /** Coin. */
        currency: string;
        /** Network of the coin. */
        network?: string | undefined;
      }[]
    | undefined;
  refund_addresses?: Metadata | undefined;
}

export interface ExchangeTransferWish {
  /** Account that is debited. */
  charged_currency: string;
  /** Account that is credited. */
  received_currency: string;
  /** Exact debit; the fee is taken out of it. */
  charged_amount?: Amount | undefined;
  /** Exact credit; the fee comes on top. */
  received_amount?: Amount | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Execute it at once. */
  force_commit?: boolean | undefined;
}

export interface InvoiceQuery {
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  subscription_id?: string | undefined;
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

export interface NetworkFeeQuery {
  /** All levels of all coins. */
  all_networks?: boolean | undefined;
}

export interface NewChannel {
  name: string;
  /** Coin it is paid in. */
  pay_currency: string;
  /** Account that is credited. */
  receiver_currency: string;
  network?: string | undefined;
  description?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
}

export interface NewCustomer {
  /** Your id of the customer. */
  id: string;
  /** Currency of the customer. */
  currency: string;
  addresses?:
    | readonly {
        /** Address, on XRP with `?dt=<tag>`. */
        address: string;
        /** Coin. */
        currency: string;
        /** Network of the coin. */
        network?: string | undefined;
      }[]
    | undefined;
  refund_addresses?: Metadata | undefined;
}

export interface NewInvoice {
  /** Invoice amount. */
  price_amount: Amount;
  /** Currency of the amount. */
  price_currency: string;
  /** Coin to be paid in. */
  pay_currency: string;
  network?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  metadata?: Metadata | undefined;
  success_redirect_url?: string | undefined;
  unsuccess_redirect_url?: string | undefined;
  payer_email?: string | undefined;
}

export interface NewSubscription {
  name: string;
  /** Amount of every payment. */
  amount: Amount;
  /** Currency of the amount. */
  currency: string;
  period: 'day' | 'week' | 'month' | 'year';
  /** Periods from one payment to the next. */
  period_quantity: number;
  /** By then the first payment must be in: at least 3 days ahead. Kept to the second. */
  starts_at: Time | Date;
  /** Where the links to pay are sent. */
  payer_email: string;
  payer_name?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** What the payer reads instead of the name. */
  product_name?: string | undefined;
  product_description?: string | undefined;
  success_redirect_url?: string | undefined;
  unsuccess_redirect_url?: string | undefined;
}

export interface Paging {
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

export interface RecalculationWish {
  /** Apply it at once. */
  force_commit?: boolean | undefined;
}

export interface RefundWish {
  /** Where it is sent to, less the network fee, with a key that may pay out; your account when not given. */
  address?: string | undefined;
}

export interface RiskQuestion {
  address: string;
  /** Coin of the address. */
  currency: string;
  type: 'source_of_funds' | 'destination_of_funds';
}

export interface TransactionQuery {
  /** Lower bound of the creation time, inclusive. */
  created_at_from?: Time | Date | undefined;
  /** Upper bound of the creation time, inclusive. */
  created_at_to?: Time | Date | undefined;
  reference_type?:
    | 'BankDeposit'
    | 'BankWithdrawal'
    | 'ChannelPayment'
    | 'CoinDeposit'
    | 'CoinWithdrawal'
    | 'ExchangeTransfer'
    | 'Invoice'
    | 'InvoiceRefund'
    | 'ManualBalanceTransaction'
    | undefined;
  /** Account currency. */
  currency?: string | undefined;
  status?: string | undefined;
  risk_level?: 'low' | 'medium' | 'high' | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  /** Lower bound of the time of booking, inclusive. */
  booked_at_from?: Time | Date | undefined;
  /** Upper bound of the time of booking, inclusive. */
  booked_at_to?: Time | Date | undefined;
  order_by?: 'created_at' | 'booked_at' | undefined;
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

// What callbacks bring.

export interface InvoiceCallback {
  type: 'Invoice';
  event:
    | 'created'
    | 'transaction_created'
    | 'transaction_confirmed'
    | 'status_changed'
    | 'recalculated'
    | 'refunded';
  data: Invoice;
}

export interface ChannelPaymentCallback {
  type: 'ChannelPayment';
  event: 'created' | 'completed' | 'on_hold' | 'refunded' | 'cancelled';
  data: ChannelPayment;
}

export interface CoinDepositCallback {
  type: 'CoinDeposit';
  event: 'on_hold' | 'completed' | 'refunded' | 'attached';
  data: CoinDeposit;
}

export interface CoinWithdrawalCallback {
  type: 'CoinWithdrawal';
  event: 'created' | 'status_changed';
  data: CoinWithdrawal;
}

export interface SubscriptionCallback {
  type: 'Subscription';
  event: 'paid' | 'cancelled';
  data: Subscription;
}

export type Callback =
  | InvoiceCallback
  | ChannelPaymentCallback
  | CoinDepositCallback
  | CoinWithdrawalCallback
  | SubscriptionCallback;

export type TransactionReferenceType = Transaction['reference_type'];
