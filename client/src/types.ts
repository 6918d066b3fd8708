// The objects of the merchant API (version 2) and what its operations take, as on the wire. Generated from
// the OpenAPI document by `npm run generate`: do not edit. Amounts are decimal strings (`"100.0"`), never
// numbers: a JSON number loses digits. Times are ISO 8601 texts.

/** A decimal number as text, for example `0.00184519`. */
export type Amount = string;
/** `2026-11-21T00:25:07+00:00`. */
export type Time = string;
export type Metadata = Readonly<Record<string, string>>;
/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface Page<Row> {
  data: Row[];
  meta: { total: number; has_more: boolean };
}

export interface Account {
  /** Names the object in paths; it never changes. */
  id: string;
  balance: Amount;
  /** The balance less what open withdrawals hold. */
  available: Amount;
  currency: string;
  /** Id of your project. */
  project_id: string;
}

export interface Beneficiary {
  /** A person or a company. */
  type: 'natural_person' | 'legal_person';
  /** Full name or company name. */
  name: string;
  /** Where the beneficiary lives or is registered. */
  address: {
    /** ISO 3166-1 alpha-2. */
    country: string;
    /** City. */
    city?: string;
    /** Street and number. */
    line_1?: string;
    /** What else the address has. */
    line_2?: string;
    /** Post code. */
    post_code?: string;
  };
}

export interface Channel {
  /** Names the object in paths; it never changes. */
  id: string;
  /** Where it stands. */
  status: 'enabled' | 'disabled';
  /** Name for people. */
  name: string;
  /** Text for people; null when there is none. */
  description: string | null;
  receiver_currency: string;
  pay_currency: string;
  /** Address on the network; on XRP with `?dt=<tag>`. */
  address: string;
  /** Code of the network, such as `bitcoin`. */
  network: string;
  /** Id of your project. */
  project_id: string;
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** Your reference of the customer; null when you gave none. */
  customer_id: string | null;
  /** For a QR code: scheme, address and amount. */
  uri: string;
  /** Page that shows a payer what to do. */
  hosted_page_url: string;
}

export interface ChannelPayment {
  /** Names the object in paths; it never changes. */
  id: string;
  paid_amount: Amount;
  paid_currency: string;
  received_amount: Amount;
  received_currency: string;
  fee: Amount;
  fee_currency: string;
  /** Hash on the network, null while there is none; `internal:` and an id when paid within the till (XRP). */
  txid: string;
  /** The pair, the rate and the fee of what is exchanged; left out where nothing is. */
  exchange?: Exchange;
  /** Where it stands. */
  status: 'pending' | 'on_hold' | 'completed' | 'refunded' | 'cancelled';
  /** Why it stands there; null while there is nothing to say. */
  status_context: 'illicit_resource' | 'channel_disabled' | null;
  /** Where it was sent back to; null when it was not. */
  refund_address: string | null;
  /** Id of the withdrawal that sends it back; null when there is none. */
  coin_withdrawal_id: string | null;
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** Your reference of the customer; null when you gave none. */
  customer_id: string | null;
  /** Id of the channel. */
  channel_id: string;
  /** Address on the network; on XRP with `?dt=<tag>`. */
  address: string;
  /** Code of the network, such as `bitcoin`. */
  network: string;
  /** What is known of where the money comes from or goes to; null before it was assessed. */
  risk: Risk | null;
  /** When it was made. */
  created_at: Time;
}

export interface Coin {
  currency: string;
  /** Name for people. */
  name: string;
  /** Picture of the coin. */
  logo_url: string;
  /** Where it can be received and sent. */
  networks: CoinNetwork[];
}

export interface CoinDeposit {
  /** Names the object in paths; it never changes. */
  id: string;
  /** `on_hold` waits for a decision: credited it is `completed`, sent back `refunded`. */
  status: 'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached';
  /** Why it is in the inbox. */
  reason:
    | 'late'
    | 'surplus'
    | 'channel_payment_over'
    | 'no_tag'
    | 'unknown_tag'
    | 'unknown_address'
    | 'other_network'
    | 'other_asset'
    | 'below_minimum'
    | null;
  amount: Amount;
  currency: string;
  /** Code of the network, such as `bitcoin`. */
  network: string;
  /** Where it came to. */
  address: string;
  /** Hash on the network, null while there is none; `internal:` and an id when paid within the till (XRP). */
  txid: string;
  /** Id of the invoice. */
  invoice_id: string | null;
  /** Id of the channel. */
  channel_id: string | null;
  /** Of the invoice or the channel. */
  custom_id: string | null;
  /** Your reference of the customer; null when you gave none. */
  customer_id: string | null;
  /** What sends it back. */
  coin_withdrawal_id: string | null;
  /** The reason that was given for the decision. */
  description: string | null;
  /** Of high risk: the operator decides, and a key is refused. */
  needs_operator: boolean;
  /** What is known of where the money comes from or goes to; null before it was assessed. */
  risk: Risk | null;
  /** When it was made. */
  created_at: Time;
}

export interface CoinNetwork {
  /** Code of the network, such as `bitcoin`. */
  network: string;
  /** Name for people. */
  name: string;
  /** Most decimals of an amount. */
  precision: number;
  /** Of networks that tell payees apart by a number; null of others. */
  destination_tag: {
    /** Whether a destination must name one, or say that there is none. */
    required: boolean;
    /** What people call it. */
    name: string;
  } | null;
  /** Whether invoices can be made. */
  invoices: {
    /** True when they can. */
    enabled: boolean;
  };
  /** Whether channels can be made. */
  channels: {
    /** True when they can. */
    enabled: boolean;
  };
  /** Whether it can be sent. */
  coin_withdrawals: {
    /** True when it can. */
    enabled: boolean;
  };
}

export interface CoinWithdrawal {
  /** Names the object in paths; it never changes. */
  id: string;
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** Your reference of the customer; null when you gave none. */
  customer_id: string | null;
  /** Address on the network; on XRP with `?dt=<tag>`. */
  address: string;
  /** Code of the network, such as `bitcoin`. */
  network: string;
  /** Hash on the network, null while there is none; `internal:` and an id when paid within the till (XRP). */
  txid: string | null;
  /** Where it stands. */
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
  /** How much is paid to be in a block soon. */
  network_fee_level: 'slow' | 'average' | 'fast';
  fee: Amount;
  fee_currency: string;
  /** Text for people; null when there is none. */
  description: string | null;
  /** The pair, the rate and the fee of what is exchanged; left out where nothing is. */
  exchange?: Exchange;
  /** There when its price was over when it was released or sent again, and it was priced anew: what it was. */
  repriced?: {
    original_charged_amount: Amount;
    original_fee: Amount;
    /** Rate of the first price. */
    original_rate: string;
    /** When it was priced again. */
    at: Time;
  };
  /** What is known of where the money comes from or goes to; null before it was assessed. */
  risk: Risk | null;
  /** When it was made. */
  created_at: Time;
}

export interface CoinWithdrawalAttempt {
  /** Names the transfer; a replacement is another one. */
  transfer_id: string;
  /** Null until it is signed. */
  txid: string | null;
  /** What was done. */
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
  /** When it was made. */
  created_at: Time;
}

export interface Customer {
  /** Your own id of the customer. */
  id: string;
  currency: string;
  /** The same by coin, as older programs read it. */
  refund_addresses: Metadata;
  /** Where money of high risk goes back to, one for each coin. */
  addresses: CustomerAddress[];
}

export interface CustomerAddress {
  /** Address on the network; on XRP with `?dt=<tag>`. */
  address: string;
  currency: string;
  /** Code of the network, such as `bitcoin`. */
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
  /** Names the object in paths; it never changes. */
  id: string;
  charged_amount: Amount;
  charged_currency: string;
  received_amount: Amount;
  received_currency: string;
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** The pair, the rate and the fee of what is exchanged; left out where nothing is. */
  exchange: Exchange;
}

export interface Invoice {
  /** Names the object in paths; it never changes. */
  id: string;
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** Your reference of the customer; null when you gave none. */
  customer_id: string | null;
  /** Id of the subscription; null when there is none. */
  subscription_id: string | null;
  /** Where it stands. */
  status: 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled';
  /** Why it stands there; null while there is nothing to say. */
  status_context: 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource' | null;
  /** Address on the network; on XRP with `?dt=<tag>`. */
  address: string;
  /** Code of the network, such as `bitcoin`. */
  network: string;
  /** For a QR code: scheme, address and amount. */
  uri: string;
  price_amount: Amount;
  price_currency: string;
  pay_amount: Amount;
  pay_currency: string;
  fee: Amount;
  fee_currency: string;
  paid_amount: Amount;
  /** The pair, the rate and the fee of what is exchanged; left out where nothing is. */
  exchange?: Exchange;
  /** What was paid to it, one for each transaction on the network. */
  transactions: InvoiceTransaction[];
  /** Name for people. */
  name: string | null;
  /** Text for people; null when there is none. */
  description: string | null;
  /** Your own JSON object, at most 64 KiB and 20 levels, returned unchanged. */
  metadata: JsonObject | null;
  /** Where the payer is sent after paying, http or https. */
  success_redirect_url: string | null;
  /** Where the payer is sent when it was not paid, http or https. */
  unsuccess_redirect_url: string | null;
  /** Page that shows a payer what to do. */
  hosted_page_url: string;
  /** When it was made. */
  created_at: Time;
  /** Until when its price holds. */
  expires_at: Time;
}

export interface InvoiceRecalculation {
  /** Names the object in paths; it never changes. */
  id: string;
  /** Id of the invoice. */
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
  /** Both amounts and the rate, as they will be. */
  exchange: Exchange | null;
  /** When it was made. */
  created_at: Time;
}

export interface InvoiceRefund {
  /** Names the object in paths; it never changes. */
  id: string;
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** Id of the invoice. */
  invoice_id: string;
  amount: Amount;
  amount_currency: string;
  fee: Amount;
  fee_currency: string;
  /** Address on the network; on XRP with `?dt=<tag>`. */
  address: string | null;
  /** Hash on the network, null while there is none; `internal:` and an id when paid within the till (XRP). */
  txid: string | null;
  /** What is known of where the money comes from or goes to; null before it was assessed. */
  risk: Risk | null;
  /** When it was made. */
  created_at: Time;
  /** Code of the network, such as `bitcoin`. */
  network: string;
  /** There when its price was over: what stays paid was worth at the present rate, and what was asked for. */
  repriced?: {
    price_amount: Amount;
    original_price_amount: Amount;
    price_currency: string;
  };
}

export interface InvoiceTransaction {
  /** Hash on the network, null while there is none; `internal:` and an id when paid within the till (XRP). */
  txid: string;
  /** What is known of where the money comes from or goes to; null before it was assessed. */
  risk: Risk | null;
  /** Addresses that it was paid from, where the network tells. */
  source_addresses: string[];
}

export interface NetworkFee {
  /** How much is paid to be in a block soon. */
  level: 'slow' | 'average' | 'fast';
  fee: Amount;
  currency: string;
  /** Code of the network, such as `bitcoin`. */
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
  /** Follows from the score. */
  level: 'low' | 'medium' | 'high';
  /** The place that the money comes from; `default` without data. */
  resource_name: string;
  /** What kind of place the money comes from; `unknown` without data. */
  resource_category: string;
}

export interface Subscription {
  /** Names the object in paths; it never changes. */
  id: string;
  /** Where it stands. */
  status: 'active' | 'cancelled';
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** Name for people. */
  name: string;
  /** Asked of the payer every period. */
  amount: Amount;
  currency: string;
  /** How often it is asked for. */
  period: 'day' | 'week' | 'month' | 'year';
  /** Periods from one payment to the next. */
  period_quantity: number;
  /** When the present period began. */
  current_period_starts_at: Time;
  /** By then the payment must be in, or the subscription is cancelled. */
  current_period_ends_at: Time;
  /** Whether the present period is paid. */
  current_period_paid: boolean;
  /** Email of the payer. A subscription mails its links there; an invoice only keeps it, for search. */
  payer_email: string;
  /** How the payer is addressed. */
  payer_name: string | null;
  /** What is paid for. */
  product_name: string | null;
  /** What is paid for, in a few words. */
  product_description: string | null;
  /** Where the payer is sent after paying, http or https. */
  success_redirect_url: string | null;
  /** Where the payer is sent when it was not paid, http or https. */
  unsuccess_redirect_url: string | null;
  /** Where the payer chooses a coin and pays; the same in every period. */
  hosted_page_url: string;
  /** When it was made. */
  created_at: Time;
  /** When it was cancelled; null while it is active. */
  cancelled_at: Time | null;
}

export interface Transaction {
  /** Names the object in paths; it never changes. */
  id: string;
  /** Your reference; null when you gave none. */
  custom_id: string | null;
  /** Your reference of the customer; null when you gave none. */
  customer_id: string | null;
  /** A debit is negative. */
  amount: Amount;
  currency: string;
  /** Account balance after the entry. */
  balance: Amount;
  fee: Amount | null;
  fee_currency: string | null;
  /** Id of the object that made it. */
  reference_id: string;
  /** Type of the object that made the transaction. */
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
  /** Text for people; null when there is none. */
  description: string | null;
  /** Where it stands. */
  status: string | null;
  /** Why it stands there; null while there is nothing to say. */
  status_context: string | null;
  /** What is known of where the money comes from or goes to; null before it was assessed. */
  risk: Risk | null;
  /** When it was made. */
  created_at: Time;
  /** When it counted in the books, from then on with this amount; null before, and for what never counts. */
  booked_at: Time | null;
}

// What operations take. A key that is undefined is not sent.

export interface AccountTransactionQuery {
  /** Lower bound of the time of booking, inclusive. */
  booked_at_from?: Time | Date | undefined;
  /** Upper bound of the time of booking, inclusive; a date includes its whole day, in UTC. */
  booked_at_to?: Time | Date | undefined;
  /** By what the list is ordered, newest first. */
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
  /** Name for people. */
  name?: string | undefined;
  /** Text for people; null when there is none. */
  description?: string | undefined;
  /** Payments to a disabled channel are put on hold. */
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
  /** Why it is in the inbox. */
  reason?:
    | 'late'
    | 'surplus'
    | 'channel_payment_over'
    | 'no_tag'
    | 'unknown_tag'
    | 'unknown_address'
    | 'other_network'
    | 'other_asset'
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

export interface CoinWithdrawalRequest {
  /** Destination; on XRP with `?dt=<tag>`, or `?dt=0` when there is no tag. */
  address: string;
  /** Account that is debited (v2: required). */
  charged_currency: string;
  /** Coin to send. */
  received_currency: string;
  /** Code of the network, such as `bitcoin`. */
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
  /** The fee comes out of `amount`; else it is on top. */
  amount_includes_processing_fee?: boolean | undefined;
  /** The network fee comes out of `amount`; else it is on top. */
  amount_includes_network_fee?: boolean | undefined;
  /** Your reference, unique (v1: required). */
  custom_id?: string | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  /** average when not given. */
  network_fee_level?: 'slow' | 'average' | 'fast' | undefined;
  /** By how much more may be charged if it is priced again after a hold, else it is cancelled (default 1). */
  price_change_max_percent?: Amount | undefined;
  /** Instant withdrawal, no commit needed. */
  force_commit?: boolean | undefined;
  /** Switches the check of the beneficiary on. */
  travel_rule_compliant?: boolean | undefined;
  /** Who is paid, for the travel rule. */
  beneficiary?: Beneficiary | undefined;
}

export interface CustomerChange {
  /** Currency of the customer. */
  currency?: string | undefined;
  /** They take the place of all that there were. */
  addresses?:
    | readonly {
        /** Checked like the destination of a withdrawal; on XRP with `?dt=<tag>`, or `?dt=0` for none. */
        address: string;
        /** Coin. */
        currency: string;
        /** Network of the coin. */
        network?: string | undefined;
      }[]
    | undefined;
  /** The same by coin, as older programs send it. */
  refund_addresses?: Metadata | undefined;
}

export interface ExchangeTransferRequest {
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
  /** Id of the subscription; null when there is none. */
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
  /** Name for people. */
  name: string;
  /** Coin it is paid in. */
  pay_currency: string;
  /** Account that is credited. */
  receiver_currency: string;
  /** Code of the network, such as `bitcoin`. */
  network?: string | undefined;
  /** Text for people; null when there is none. */
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
  /** Where money of high risk goes back to, one for each coin. */
  addresses?:
    | readonly {
        /** Checked like the destination of a withdrawal; on XRP with `?dt=<tag>`, or `?dt=0` for none. */
        address: string;
        /** Coin. */
        currency: string;
        /** Network of the coin. */
        network?: string | undefined;
      }[]
    | undefined;
  /** The same by coin, as older programs send it. */
  refund_addresses?: Metadata | undefined;
}

export interface NewInvoice {
  /** Invoice amount. */
  price_amount: Amount;
  /** Currency of the amount. */
  price_currency: string;
  /** Coin to be paid in. */
  pay_currency: string;
  /** Code of the network, such as `bitcoin`. */
  network?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  /** Name for people. */
  name?: string | undefined;
  /** Text for people; null when there is none. */
  description?: string | undefined;
  /** Your own JSON object, at most 64 KiB and 20 levels, returned unchanged. */
  metadata?: JsonObject | undefined;
  /** Where the payer is sent after paying, http or https. */
  success_redirect_url?: string | undefined;
  /** Where the payer is sent when it was not paid, http or https. */
  unsuccess_redirect_url?: string | undefined;
  /** Email of the payer. A subscription mails its links there; an invoice only keeps it, for search. */
  payer_email?: string | undefined;
}

export interface NewSubscription {
  /** Name for people. */
  name: string;
  /** Amount of every payment. */
  amount: Amount;
  /** Currency of the amount. */
  currency: string;
  /** How often it is asked for. */
  period: 'day' | 'week' | 'month' | 'year';
  /** Periods from one payment to the next. */
  period_quantity: number;
  /** By then the first payment must be in: at least 3 days ahead. Kept to the second. */
  starts_at: Time | Date;
  /** Where the links to pay are sent. */
  payer_email: string;
  /** How the payer is addressed. */
  payer_name?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** What the payer reads instead of the name. */
  product_name?: string | undefined;
  /** What is paid for, in a few words. */
  product_description?: string | undefined;
  /** Where the payer is sent after paying, http or https. */
  success_redirect_url?: string | undefined;
  /** Where the payer is sent when it was not paid, http or https. */
  unsuccess_redirect_url?: string | undefined;
}

export interface Paging {
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

export interface RecalculationRequest {
  /** Apply it at once. */
  force_commit?: boolean | undefined;
}

export interface RefundRequest {
  /** Where it is sent to, less the network fee, with a key that may pay out; your account when not given. */
  address?: string | undefined;
}

export interface RiskQuestion {
  /** Address on the network; on XRP with `?dt=<tag>`. */
  address: string;
  /** Coin of the address. */
  currency: string;
  /** Whether the money comes from the address or goes there. */
  type: 'source_of_funds' | 'destination_of_funds';
}

export interface TransactionQuery {
  /** Lower bound of the creation time, inclusive. */
  created_at_from?: Time | Date | undefined;
  /** Upper bound of the creation time, inclusive; a date includes its whole day, in UTC. */
  created_at_to?: Time | Date | undefined;
  /** Type of the object that made the transaction. */
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
  /** Exactly this status. */
  status?: string | undefined;
  /** Level of the risk. */
  risk_level?: 'low' | 'medium' | 'high' | undefined;
  /** Your reference of the customer. */
  customer_id?: string | undefined;
  /** Lower bound of the time of booking, inclusive. */
  booked_at_from?: Time | Date | undefined;
  /** Upper bound of the time of booking, inclusive; a date includes its whole day, in UTC. */
  booked_at_to?: Time | Date | undefined;
  /** By what the list is ordered, newest first. */
  order_by?: 'created_at' | 'booked_at' | undefined;
  /** Id of the last row you have; 404 when there is no such row. */
  starting_after?: string | undefined;
  /** Rows per page, 50 when not given. */
  limit?: number | undefined;
}

// What callbacks bring.

export interface TestCallback {
  /** As if it were about an invoice. */
  type: 'Invoice';
  /** Nothing has happened. */
  event: 'test';
  /** What it is about: itself. */
  data: {
    /** Id of the event. */
    id: string;
    /** For people. */
    message: string;
  };
}

export interface InvoiceCallback {
  /** Type of the object. */
  type: 'Invoice';
  /** What happened. */
  event:
    | 'created'
    | 'transaction_created'
    | 'transaction_confirmed'
    | 'status_changed'
    | 'recalculated'
    | 'refunded';
  /** The object, as it was then. */
  data: Invoice;
}

export interface ChannelPaymentCallback {
  /** Type of the object. */
  type: 'ChannelPayment';
  /** What happened. */
  event: 'created' | 'completed' | 'on_hold' | 'refunded' | 'cancelled';
  /** The object, as it was then. */
  data: ChannelPayment;
}

export interface CoinDepositCallback {
  /** Type of the object. */
  type: 'CoinDeposit';
  /** What happened. */
  event: 'on_hold' | 'completed' | 'refunded' | 'attached';
  /** The object, as it was then. */
  data: CoinDeposit;
}

export interface CoinWithdrawalCallback {
  /** Type of the object. */
  type: 'CoinWithdrawal';
  /** What happened. */
  event: 'created' | 'status_changed';
  /** The object, as it was then. */
  data: CoinWithdrawal;
}

export interface SubscriptionCallback {
  /** Type of the object. */
  type: 'Subscription';
  /** What happened. */
  event: 'paid' | 'cancelled';
  /** The object, as it was then. */
  data: Subscription;
}

export type Callback =
  | TestCallback
  | InvoiceCallback
  | ChannelPaymentCallback
  | CoinDepositCallback
  | CoinWithdrawalCallback
  | SubscriptionCallback;

export type TransactionReferenceType = Transaction['reference_type'];
