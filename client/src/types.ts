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
  /** Unique id of the object. */
  id: string;
  balance: Amount;
  /** The balance minus holds of open withdrawals. */
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
  /** Home or registered address of the beneficiary. */
  address: {
    /** ISO 3166-1 alpha-2. */
    country: string;
    /** City. */
    city?: string;
    /** Street and number. */
    line_1?: string;
    /** Address line 2. */
    line_2?: string;
    /** Postal code. */
    post_code?: string;
  };
}

export interface Channel {
  /** Unique id of the object. */
  id: string;
  /** Current status. */
  status: 'enabled' | 'disabled';
  /** Display name. */
  name: string;
  /** Description, or null. */
  description: string | null;
  receiver_currency: string;
  pay_currency: string;
  /** Address on the network. For XRP it includes `?dt=<tag>`. */
  address: string;
  /** Network code, such as `bitcoin`. */
  network: string;
  /** Id of your project. */
  project_id: string;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Your reference for the customer, or null. */
  customer_id: string | null;
  /** Payment URI for a QR code: scheme, address and amount. */
  uri: string;
  /** URL of the payment page. */
  hosted_page_url: string;
}

export interface ChannelPayment {
  /** Unique id of the object. */
  id: string;
  paid_amount: Amount;
  paid_currency: string;
  received_amount: Amount;
  received_currency: string;
  fee: Amount;
  fee_currency: string;
  /** Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP). */
  txid: string;
  /** Currency pair, rate and fee of the exchange. Omitted if nothing is exchanged. */
  exchange?: Exchange;
  /** Current status. */
  status: 'pending' | 'on_hold' | 'completed' | 'refunded' | 'cancelled';
  /** Reason for the status, or null. */
  status_context: 'illicit_resource' | 'channel_disabled' | null;
  /** Address to which the payment was returned, or null. */
  refund_address: string | null;
  /** Id of the withdrawal that returns it, or null. */
  coin_withdrawal_id: string | null;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Your reference for the customer, or null. */
  customer_id: string | null;
  /** Id of the channel. */
  channel_id: string;
  /** Address on the network. For XRP it includes `?dt=<tag>`. */
  address: string;
  /** Network code, such as `bitcoin`. */
  network: string;
  /** Risk of the source or destination of the funds. Null until it is assessed. */
  risk: Risk | null;
  /** Time of creation. */
  created_at: Time;
}

export interface Checkout {
  /** Unique id of the object. */
  id: string;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Your reference for the customer, or null. */
  customer_id: string | null;
  /** Id of the payment link whose page made it, or null. */
  payment_link_id: string | null;
  /** Current status. */
  status: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
  /** Reason for the status, or null. */
  status_context:
    | 'partially_paid'
    | 'overpaid'
    | 'paid_late'
    | 'illicit_resource'
    | 'accepted'
    | null;
  price_amount: Amount;
  price_currency: string;
  /** What confirmed payments count, in the price currency. */
  paid_amount: Amount;
  /** What the next choice of a coin asks for, in the price currency. Unconfirmed payments count as paid. */
  remaining_amount: Amount;
  /** In the order of the page. */
  pay_currencies: {
    currency: string;
    /** Network code, such as `bitcoin`. */
    network: string;
  }[];
  /** Offered first. */
  default_pay_currency: {
    currency: string;
    /** Network code, such as `bitcoin`. */
    network: string;
  };
  /** In responses about one checkout that can be paid. */
  offers?: {
    currency: string;
    /** Network code, such as `bitcoin`. */
    network: string;
    /** What remains, in this coin, at the current rate. */
    amount: Amount;
    exchange_rate: Amount | null;
    /** Smaller payments count only once they reach it together. */
    minimum: Amount;
    /** What a simple payment costs on the network now, in `network_fee_currency`. */
    network_fee: Amount | null;
    network_fee_currency: string;
  }[];
  /** One per choice of a coin, in the order of choice. */
  invoices: Invoice[];
  /** All payments to addresses of the checkout, oldest first, also late ones. */
  payments: {
    /** Id of the invoice. */
    invoice_id: string;
    currency: string;
    /** Network code, such as `bitcoin`. */
    network: string;
    /** Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP). */
    txid: string;
    /** In the coin. */
    amount: Amount;
    /** Current status. */
    status: 'pending' | 'confirmed' | 'cancelled';
    /** When it was first seen on the network. */
    first_seen_at: Time;
    /** When it had enough confirmations. */
    confirmed_at: Time | null;
  }[];
  /** Refunds of its invoices, newest first. */
  refunds: InvoiceRefund[];
  /** Display name. */
  name: string | null;
  /** Description, or null. */
  description: string | null;
  /** What is sold. */
  items: {
    /** A discount is subtracted. */
    kind: 'item' | 'discount' | 'tip';
    /** Display name. */
    name: string;
    /** Pieces. */
    quantity: number;
    /** Of all pieces together, taxes included, in the price currency. */
    amount: Amount;
    tax_percent: Amount | null;
  }[];
  /** Your own JSON object, up to 64 KiB and 20 levels. Returned unchanged. */
  metadata: JsonObject | null;
  /** Email address of the customer. Subscriptions send payment links to it; invoices only store it. */
  payer_email: string | null;
  /** The page asks for an email address before a coin is chosen. */
  payer_email_required: boolean;
  /** The page offers a receipt once it is paid. */
  receipt: boolean;
  /** Once it is paid, the page returns to the shop automatically. */
  redirect_automatically: boolean;
  tolerance_percent: Amount;
  /** Confirmations that payments need at least. */
  min_confirmations: number | null;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url: string | null;
  /** URL to which the customer is redirected without payment (http or https). */
  unsuccess_redirect_url: string | null;
  /** URL of the page where the customer chooses a coin and pays. */
  hosted_page_url: string;
  /** Time of creation. */
  created_at: Time;
  /** No coin can be chosen after it. A payment that was sent before it still counts. */
  expires_at: Time;
  /** When the price was credited, or accepted. */
  completed_at: Time | null;
}

export interface Coin {
  currency: string;
  /** Display name. */
  name: string;
  /** URL of the coin logo. */
  logo_url: string;
  /** Networks on which the coin can be received and sent. */
  networks: CoinNetwork[];
}

export interface CoinDeposit {
  /** Unique id of the object. */
  id: string;
  /** `on_hold`: needs a decision. `completed`: credited. `refunded`: returned. */
  status: 'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached';
  /** Why the payment is unmatched. */
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
  /** Network code, such as `bitcoin`. */
  network: string;
  /** Address that received the payment. */
  address: string;
  /** Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP). */
  txid: string;
  /** Id of the invoice. */
  invoice_id: string | null;
  /** Id of the channel. */
  channel_id: string | null;
  /** Project of the invoice or channel. */
  custom_id: string | null;
  /** Your reference for the customer, or null. */
  customer_id: string | null;
  /** The withdrawal that returns it. */
  coin_withdrawal_id: string | null;
  /** The reason for the decision. */
  description: string | null;
  /** True for a high-risk payment. Only the operator can resolve it. */
  needs_operator: boolean;
  /** Risk of the source or destination of the funds. Null until it is assessed. */
  risk: Risk | null;
  /** Time of creation. */
  created_at: Time;
}

export interface CoinNetwork {
  /** Network code, such as `bitcoin`. */
  network: string;
  /** Display name. */
  name: string;
  /** Maximum number of decimals of an amount. */
  precision: number;
  /** For networks that identify recipients by a tag, otherwise null. */
  destination_tag: {
    /** Whether a destination must have a tag, or state that it has none. */
    required: boolean;
    /** Display name of the tag. */
    name: string;
  } | null;
  /** Support for invoices. */
  invoices: {
    /** True if supported. */
    enabled: boolean;
  };
  /** Support for channels. */
  channels: {
    /** True if supported. */
    enabled: boolean;
  };
  /** Support for withdrawals. */
  coin_withdrawals: {
    /** True if supported. */
    enabled: boolean;
  };
}

export interface CoinWithdrawal {
  /** Unique id of the object. */
  id: string;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Your reference for the customer, or null. */
  customer_id: string | null;
  /** Address on the network. For XRP it includes `?dt=<tag>`. */
  address: string;
  /** Network code, such as `bitcoin`. */
  network: string;
  /** Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP). */
  txid: string | null;
  /** Current status. */
  status:
    | 'new'
    | 'pending'
    | 'on_hold'
    | 'processing'
    | 'sent'
    | 'completed'
    | 'failed'
    | 'cancelled';
  /** Why the withdrawal waits or failed, or null. */
  status_context:
    | 'recipient_rejects_payment'
    | 'rejected_by_network'
    | 'not_sent'
    | 'cancelling'
    | 'waiting_for_funds'
    | 'waiting_for_finality'
    | 'waiting_for_lower_fees'
    | 'waiting_for_operator'
    | null;
  charged_amount: Amount;
  charged_currency: string;
  received_amount: Amount;
  received_currency: string;
  /** Value in the received currency. */
  network_fee: Amount;
  /** Fee level: a higher level confirms sooner. */
  network_fee_level: 'slow' | 'average' | 'fast';
  fee: Amount;
  fee_currency: string;
  /** Description, or null. */
  description: string | null;
  /** Currency pair, rate and fee of the exchange. Omitted if nothing is exchanged. */
  exchange?: Exchange;
  /** The original price, if the withdrawal was repriced because its quote had expired. */
  repriced?: {
    original_charged_amount: Amount;
    original_fee: Amount;
    /** Rate of the original price. */
    original_rate: string;
    /** Time of the new price. */
    at: Time;
  };
  /** Risk of the source or destination of the funds. Null until it is assessed. */
  risk: Risk | null;
  /** Time of creation. */
  created_at: Time;
}

export interface CoinWithdrawalAttempt {
  /** Id of the transfer. A replacement has a new id. */
  transfer_id: string;
  /** Transaction hash, or null until it is signed. */
  txid: string | null;
  /** Step of the attempt. */
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
  /** Time of creation. */
  created_at: Time;
}

export interface Customer {
  /** Your id for the customer. */
  id: string;
  currency: string;
  /** The same as an object by coin, for older clients. */
  refund_addresses: Metadata;
  /** Refund addresses for high-risk payments, one per coin. */
  addresses: CustomerAddress[];
}

export interface CustomerAddress {
  /** Address on the network. For XRP it includes `?dt=<tag>`. */
  address: string;
  currency: string;
  /** Network code, such as `bitcoin`. */
  network: string;
}

export interface Donation {
  /** Id of the donation: that of its checkout. */
  id: string;
  /** Id of the payment link. */
  payment_link_id: string;
  /** As the donor entered it. */
  name: string | null;
  /** As the donor entered it. */
  message: string | null;
  /** The donor wants the name and the message on the page. */
  public: boolean;
  /** You do not show it. */
  hidden: boolean;
  /** Confirmed and not refunded. */
  amount: Amount;
  currency: string;
  /** How often the donor wants to be reminded, or null. */
  reminder: 'month' | 'year' | null;
  /** Time of creation. */
  created_at: Time;
}

export interface Exchange {
  /** The two currency codes without a separator, <BASE><QUOTE>. */
  pair: string;
  rate: Amount;
  fee: Amount;
  fee_currency: string;
}

export interface ExchangeTransfer {
  /** Unique id of the object. */
  id: string;
  charged_amount: Amount;
  charged_currency: string;
  received_amount: Amount;
  received_currency: string;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Currency pair, rate and fee of the exchange. Omitted if nothing is exchanged. */
  exchange: Exchange;
}

export interface Invoice {
  /** Unique id of the object. */
  id: string;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Your reference for the customer, or null. */
  customer_id: string | null;
  /** Id of the subscription, or null. */
  subscription_id: string | null;
  /** Current status. */
  status: 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled';
  /** Reason for the status, or null. */
  status_context: 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource' | null;
  /** Address on the network. For XRP it includes `?dt=<tag>`. */
  address: string;
  /** Network code, such as `bitcoin`. */
  network: string;
  /** Payment URI for a QR code: scheme, address and amount. */
  uri: string;
  price_amount: Amount;
  price_currency: string;
  pay_amount: Amount;
  pay_currency: string;
  fee: Amount;
  fee_currency: string;
  paid_amount: Amount;
  /** Currency pair, rate and fee of the exchange. Omitted if nothing is exchanged. */
  exchange?: Exchange;
  /** Payments to the invoice, one per transaction on the network. */
  transactions: InvoiceTransaction[];
  /** Display name. */
  name: string | null;
  /** Description, or null. */
  description: string | null;
  /** Your own JSON object, up to 64 KiB and 20 levels. Returned unchanged. */
  metadata: JsonObject | null;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url: string | null;
  /** URL to which the customer is redirected without payment (http or https). */
  unsuccess_redirect_url: string | null;
  /** URL of the payment page. */
  hosted_page_url: string;
  /** Time of creation. */
  created_at: Time;
  /** Time at which the price expires. */
  expires_at: Time;
}

export interface InvoiceRecalculation {
  /** Unique id of the object. */
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
  /** Both amounts and the rate of the recalculation. */
  exchange: Exchange | null;
  /** Time of creation. */
  created_at: Time;
}

export interface InvoiceRefund {
  /** Unique id of the object. */
  id: string;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Id of the invoice. */
  invoice_id: string;
  amount: Amount;
  amount_currency: string;
  fee: Amount;
  fee_currency: string;
  /** Address on the network. For XRP it includes `?dt=<tag>`. */
  address: string | null;
  /** Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP). */
  txid: string | null;
  /** Risk of the source or destination of the funds. Null until it is assessed. */
  risk: Risk | null;
  /** Time of creation. */
  created_at: Time;
  /** Network code, such as `bitcoin`. */
  network: string;
  /** Present if the price had expired: the value at the current rate, and the requested amount. */
  repriced?: {
    price_amount: Amount;
    original_price_amount: Amount;
    price_currency: string;
  };
  /** Present if the invoice was completed: the refunded part of its price, and the withdrawal from your account. */
  after_completion?: {
    price_amount: Amount;
    price_currency: string;
    /** `then`: the coins that were paid for the part. `today`: its price at the current rate. */
    rate: 'then' | 'today';
    /** Id of the withdrawal that returns it, or null. */
    coin_withdrawal_id: string;
  };
}

export interface RefundClaim {
  /** Unique id of the object. */
  id: string;
  /** Id of the invoice. */
  invoice_id: string;
  /** `claimed`: you decide. `approved`, `sent`, `completed`: the withdrawal. `failed`: it was canceled. */
  status:
    | 'open'
    | 'claimed'
    | 'approved'
    | 'declined'
    | 'expired'
    | 'revoked'
    | 'sent'
    | 'completed'
    | 'failed';
  /** Link for the payer. Anyone who has it can enter the address, so those who only read get null. */
  url: string | null;
  /** `link`: you created it. `request`: asked for on the page of the payment, by anyone who has its address. */
  origin: 'link' | 'request';
  price_amount: Amount;
  price_currency: string;
  amount: Amount;
  amount_currency: string;
  /** Network code, such as `bitcoin`. */
  network: string;
  /** `then`: the coins that were paid. `today`: the price at the current rate. */
  rate: 'then' | 'today';
  /** Address that the payer entered, or null. */
  address: string | null;
  /** Addresses that the payments came from, as far as known. An exchange may be behind them. */
  paid_from: string[];
  /** The limits of the project approved it when the payer entered the address. */
  approved_by_rule: boolean;
  /** Id of the withdrawal that pays it, or null. */
  coin_withdrawal_id: string | null;
  /** Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP). */
  txid: string | null;
  /** Why it was declined. */
  reason: string | null;
  /** Time of creation. */
  created_at: Time;
  /** Time until which the payer can enter an address. */
  expires_at: Time;
  /** Time when the payer entered the address, or null. */
  claimed_at: Time | null;
  /** Time of the decision, or null. */
  decided_at: Time | null;
}

export interface InvoiceTransaction {
  /** Transaction hash, null at first. `internal:` and an id for a transfer within the instance (XRP). */
  txid: string;
  /** Risk of the source or destination of the funds. Null until it is assessed. */
  risk: Risk | null;
  /** Addresses that the payment came from, if the network provides them. */
  source_addresses: string[];
}

export interface NetworkFee {
  /** Fee level: a higher level confirms sooner. */
  level: 'slow' | 'average' | 'fast';
  fee: Amount;
  currency: string;
  /** Network code, such as `bitcoin`. */
  network: string;
}

export interface PaymentLink {
  /** Unique id of the object. */
  id: string;
  /** Whether its page can be used. */
  active: boolean;
  /** Address of its page. */
  url: string;
  /** Display name. */
  name: string;
  /** Description, or null. */
  description: string | null;
  price_currency: string;
  /** Of one piece. Null: the customer chooses. */
  price_amount: Amount | null;
  /** Least that the customer can choose. */
  amount_min: Amount | null;
  /** Most that the customer can choose. */
  amount_max: Amount | null;
  /** Offered before a free amount. */
  suggested_amounts: Amount[];
  /** Least pieces at once. */
  quantity_min: number;
  /** Most pieces at once. */
  quantity_max: number;
  /** Empty: all coins. */
  pay_currencies: {
    currency: string;
    /** Network code, such as `bitcoin`. */
    network: string | null;
  }[];
  /** Offered first, or null: the first. */
  default_pay_currency: {
    currency: string;
    /** Network code, such as `bitcoin`. */
    network: string | null;
  } | null;
  /** What the page asks for besides. */
  fields: {
    /** What the page asks for. */
    label: string;
    /** What the customer can enter. */
    kind: 'text' | 'number' | 'list';
    /** What a list offers. */
    options: string[];
    /** The customer must fill it in. */
    required: boolean;
  }[];
  /** Whether the page asks for an email address. */
  email: 'none' | 'optional' | 'required';
  /** The page asks for a shipping address. */
  shipping_address: boolean;
  /** Shown once it is paid. */
  success_text: string | null;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url: string | null;
  /** Language of the page, or null: that of the browser. */
  language: string | null;
  /** Seconds in which a checkout must be paid. Null: the default. */
  expires_in: number | null;
  /** What makes it a donation, or null. */
  donation: {
    /** What should be raised. Null: no goal. */
    goal_amount: Amount | null;
    /** The page shows what was raised. */
    shows_progress: boolean;
    /** The page asks for a name and a message, and shows those of donors who want it. */
    shows_names: boolean;
    /** Donors can be reminded by email every month or year. */
    offers_reminders: boolean;
  } | null;
  /** Pieces that can be sold in all. */
  stock: number | null;
  /** Pieces of checkouts that can still be paid, or are paid. */
  taken: number;
  /** Pieces whose checkout had expired and was paid after all. They can exceed the stock. */
  paid_late: number;
  /** Of a donation: confirmed and not refunded, from all sources. */
  raised_amount: Amount | null;
  /** Of a donation: sent, but not confirmed. */
  pending_amount: Amount | null;
  /** Of a donation: how often something was given. */
  donations_count: number | null;
  /** No checkout is made after it. */
  expires_at: Time | null;
  /** Time of creation. */
  created_at: Time;
}

export interface Rate {
  buy_rate: Amount;
  sell_rate: Amount;
}

export type Rates = Readonly<Record<string, Rate>>;

export interface Risk {
  /** 0 to 10, with two decimals. */
  score: number;
  /** Derived from the score. */
  level: 'low' | 'medium' | 'high';
  /** Name of the source. `default` if there is no data. */
  resource_name: string;
  /** Category of the source. `unknown` if there is no data. */
  resource_category: string;
}

export interface Subscription {
  /** Unique id of the object. */
  id: string;
  /** Current status. */
  status: 'active' | 'cancelled';
  /** Your reference, or null. */
  custom_id: string | null;
  /** Display name. */
  name: string;
  /** Amount requested from the customer every period. */
  amount: Amount;
  currency: string;
  /** Unit of the billing period. */
  period: 'day' | 'week' | 'month' | 'year';
  /** Number of periods between two payments. */
  period_quantity: number;
  /** Start of the current period. */
  current_period_starts_at: Time;
  /** Due date of the payment. Without payment, the subscription is cancelled. */
  current_period_ends_at: Time;
  /** Whether the current period is paid. */
  current_period_paid: boolean;
  /** Email address of the customer. Subscriptions send payment links to it; invoices only store it. */
  payer_email: string;
  /** Name of the customer, used in emails. */
  payer_name: string | null;
  /** Name of the product. */
  product_name: string | null;
  /** Short description of the product. */
  product_description: string | null;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url: string | null;
  /** URL to which the customer is redirected without payment (http or https). */
  unsuccess_redirect_url: string | null;
  /** URL of the page where the customer chooses a coin and pays, the same in every period. */
  hosted_page_url: string;
  /** Time of creation. */
  created_at: Time;
  /** Time of cancellation, or null while active. */
  cancelled_at: Time | null;
}

export interface Transaction {
  /** Unique id of the object. */
  id: string;
  /** Your reference, or null. */
  custom_id: string | null;
  /** Your reference for the customer, or null. */
  customer_id: string | null;
  /** Amount. Debits are negative. */
  amount: Amount;
  currency: string;
  /** Account balance after the transaction. */
  balance: Amount;
  fee: Amount | null;
  fee_currency: string | null;
  /** Id of the object that caused the transaction. */
  reference_id: string;
  /** Type of the object that caused the transaction. */
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
  /** Description, or null. */
  description: string | null;
  /** Current status. */
  status: string | null;
  /** Reason for the status, or null. */
  status_context: string | null;
  /** Risk of the source or destination of the funds. Null until it is assessed. */
  risk: Risk | null;
  /** Time of creation. */
  created_at: Time;
  /** Time of posting. The amount does not change afterwards. Null for rows that are not posted. */
  booked_at: Time | null;
}

// What operations take. A key that is undefined is not sent.

export interface AccountTransactionQuery {
  /** Lower bound of the posting time, inclusive. */
  booked_at_from?: Time | Date | undefined;
  /** Upper bound of the posting time, inclusive. A date includes the whole day in UTC. */
  booked_at_to?: Time | Date | undefined;
  /** Sort order of the list, newest first. */
  order_by?: 'created_at' | 'booked_at' | undefined;
  /** Id of the last row that you received. 404 if it does not exist. */
  starting_after?: string | undefined;
  /** Rows per page. Default: 50. */
  limit?: number | undefined;
}

export interface ByCustomer {
  /** Your reference for the customer. */
  customer_id?: string | undefined;
  /** Id of the last row that you received. 404 if it does not exist. */
  starting_after?: string | undefined;
  /** Rows per page. Default: 50. */
  limit?: number | undefined;
}

export interface ChannelChange {
  /** Display name. */
  name?: string | undefined;
  /** Description, or null. */
  description?: string | undefined;
  /** Payments to a disabled channel are put on hold. */
  status?: 'enabled' | 'disabled' | undefined;
  /** Your reference for the customer. */
  customer_id?: string | undefined;
}

export interface CoinDepositAttachment {
  /** This or channel_id. */
  invoice_id?: string | undefined;
  /** This or invoice_id. */
  channel_id?: string | undefined;
  /** Why. */
  description: string;
}

export interface CoinDepositCredit {
  /** Reason, shown in the list of transactions. */
  description: string;
}

export interface CoinDepositQuery {
  /** Filter by status. Confirmed and assessed payments are `on_hold`. */
  status?: 'pending' | 'on_hold' | undefined;
  /** Why the payment is unmatched. */
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
  /** Id of the last row that you received. 404 if it does not exist. */
  starting_after?: string | undefined;
  /** Rows per page. Default: 50. */
  limit?: number | undefined;
}

export interface CoinDepositRefund {
  /** Destination address. For XRP with `?dt=<tag>`, or `?dt=0` without a tag. */
  address: string;
  /** Reason, shown in the list of transactions. */
  description: string;
}

export interface CoinWithdrawalRequest {
  /** Destination address. For XRP with `?dt=<tag>`, or `?dt=0` without a tag. */
  address: string;
  /** Account that is debited (v2: required). */
  charged_currency: string;
  /** Coin to send. */
  received_currency: string;
  /** Network code, such as `bitcoin`. */
  network?: string | undefined;
  /** Exact amount to debit. All fees are deducted from it. */
  charged_amount?: Amount | undefined;
  /** Value to deliver, in the charged currency. Fees are added. */
  charged_amount_to_send?: Amount | undefined;
  /** Exact amount to deliver, in the coin. Fees are added. */
  received_amount?: Amount | undefined;
  /** With amount_currency and the two flags. */
  amount?: Amount | undefined;
  /** Charged or received currency. */
  amount_currency?: string | undefined;
  /** If true, the fee is deducted from `amount`; otherwise it is added. */
  amount_includes_processing_fee?: boolean | undefined;
  /** If true, the network fee is deducted from `amount`; otherwise it is added. */
  amount_includes_network_fee?: boolean | undefined;
  /** Your reference, unique (v1: required). */
  custom_id?: string | undefined;
  /** Your reference for the customer. */
  customer_id?: string | undefined;
  /** Default: average. */
  network_fee_level?: 'slow' | 'average' | 'fast' | undefined;
  /** Maximum increase in percent when it is repriced after a hold; above it, it is cancelled. Default: 1. */
  price_change_max_percent?: Amount | undefined;
  /** Send immediately, without a separate commit. */
  force_commit?: boolean | undefined;
  /** Enables validation of the beneficiary. */
  travel_rule_compliant?: boolean | undefined;
  /** The recipient, for the travel rule. */
  beneficiary?: Beneficiary | undefined;
}

export interface CustomerChange {
  /** Currency of the customer. */
  currency?: string | undefined;
  /** Replaces all existing addresses. */
  addresses?:
    | readonly {
        /** Validated like the destination of a withdrawal. For XRP with `?dt=<tag>`, or `?dt=0` without a tag. */
        address: string;
        /** Coin. */
        currency: string;
        /** Network of the coin. */
        network?: string | undefined;
      }[]
    | undefined;
  /** The same as an object by coin, for older clients. */
  refund_addresses?: Metadata | undefined;
}

export interface DonationHiding {
  /** Whether the page leaves them out. */
  hidden: boolean;
}

export interface ExchangeTransferRequest {
  /** Account that is debited. */
  charged_currency: string;
  /** Account that is credited. */
  received_currency: string;
  /** Exact amount to debit. The fee is deducted from it. */
  charged_amount?: Amount | undefined;
  /** Exact amount to credit. The fee is added. */
  received_amount?: Amount | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Commit immediately. */
  force_commit?: boolean | undefined;
}

export interface InvoiceQuery {
  /** Your reference for the customer. */
  customer_id?: string | undefined;
  /** Id of the subscription, or null. */
  subscription_id?: string | undefined;
  /** Id of the last row that you received. 404 if it does not exist. */
  starting_after?: string | undefined;
  /** Rows per page. Default: 50. */
  limit?: number | undefined;
}

export interface NetworkFeeQuery {
  /** List the network fees of all coins and levels. */
  all_networks?: boolean | undefined;
}

export interface NewChannel {
  /** Display name. */
  name: string;
  /** Coin to pay in. */
  pay_currency: string;
  /** Account that is credited. */
  receiver_currency: string;
  /** Network code, such as `bitcoin`. */
  network?: string | undefined;
  /** Description, or null. */
  description?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Your reference for the customer. */
  customer_id?: string | undefined;
}

export interface NewCheckout {
  /** Price. */
  price_amount: Amount;
  /** Currency of the price, or SATS. */
  price_currency: string;
  /** What the customer may choose from. Default: all coins. */
  pay_currencies?:
    | readonly {
        /** Coin to pay in. */
        currency: string;
        /** Network of the coin. Default: all of its networks. */
        network?: string | undefined;
      }[]
    | undefined;
  /** Offered first. Default: the first. */
  default_pay_currency?:
    | {
        /** Coin to pay in. */
        currency: string;
        /** Network of the coin. Default: all of its networks. */
        network?: string | undefined;
      }
    | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Your reference for the customer. */
  customer_id?: string | undefined;
  /** Display name. */
  name?: string | undefined;
  /** Description, or null. */
  description?: string | undefined;
  /** For the page and the receipt. Their amounts must add up to the price. */
  items?:
    | readonly {
        /** A discount is subtracted. Default: item. */
        kind?: 'item' | 'discount' | 'tip' | undefined;
        /** Display name. */
        name: string;
        /** Default: 1. */
        quantity?: number | undefined;
        /** Of all pieces together, taxes included. */
        amount: Amount;
        /** Tax rate that the amount includes, for the receipt. */
        tax_percent?: Amount | undefined;
      }[]
    | undefined;
  /** Your own JSON object, up to 64 KiB and 20 levels. Returned unchanged. */
  metadata?: JsonObject | undefined;
  /** Email address of the customer. Subscriptions send payment links to it; invoices only store it. */
  payer_email?: string | undefined;
  /** The page asks for an email address before a coin is chosen. */
  payer_email_required?: boolean | undefined;
  /** Language of the payment page. Default: that of the browser. A region is ignored. */
  language?:
    | 'de'
    | 'en'
    | 'es'
    | 'fr'
    | 'it'
    | 'nl'
    | 'pl'
    | 'pt'
    | 'tr'
    | 'ru'
    | 'ja'
    | 'zh'
    | undefined;
  /** Seconds until it expires. Default: 3600. */
  expires_in?: number | undefined;
  /** Minutes for which the rate of a chosen coin is valid. Default: 10. */
  quote_minutes?: number | undefined;
  /** Short by at most this share of its price, it is paid. Default and maximum: of the project (0.5, 10). */
  tolerance_percent?: Amount | undefined;
  /** Raises the confirmations that payments need, never lowers them. */
  min_confirmations?: number | undefined;
  /** A receipt once it is paid: a page and an email. Default: true. */
  receipt?: boolean | undefined;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url?: string | undefined;
  /** URL to which the customer is redirected without payment (http or https). */
  unsuccess_redirect_url?: string | undefined;
  /** Once it is paid, the page returns to the shop automatically. Default: true. */
  redirect_automatically?: boolean | undefined;
}

export interface NewCustomer {
  /** Your id for the customer. */
  id: string;
  /** Currency of the customer. */
  currency: string;
  /** Refund addresses for high-risk payments, one per coin. */
  addresses?:
    | readonly {
        /** Validated like the destination of a withdrawal. For XRP with `?dt=<tag>`, or `?dt=0` without a tag. */
        address: string;
        /** Coin. */
        currency: string;
        /** Network of the coin. */
        network?: string | undefined;
      }[]
    | undefined;
  /** The same as an object by coin, for older clients. */
  refund_addresses?: Metadata | undefined;
}

export interface NewInvoice {
  /** Invoice amount. */
  price_amount: Amount;
  /** Currency of the amount. */
  price_currency: string;
  /** Coin to pay in. */
  pay_currency: string;
  /** Network code, such as `bitcoin`. */
  network?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Your reference for the customer. */
  customer_id?: string | undefined;
  /** Display name. */
  name?: string | undefined;
  /** Description, or null. */
  description?: string | undefined;
  /** Your own JSON object, up to 64 KiB and 20 levels. Returned unchanged. */
  metadata?: JsonObject | undefined;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url?: string | undefined;
  /** URL to which the customer is redirected without payment (http or https). */
  unsuccess_redirect_url?: string | undefined;
  /** Email address of the customer. Subscriptions send payment links to it; invoices only store it. */
  payer_email?: string | undefined;
  /** Seconds until it expires. If the price is converted: default 600, at most 7200. If not: default 7200. */
  expires_in?: number | undefined;
  /** Language of the payment page. Default: that of the browser. A region is ignored. */
  language?:
    | 'de'
    | 'en'
    | 'es'
    | 'fr'
    | 'it'
    | 'nl'
    | 'pl'
    | 'pt'
    | 'tr'
    | 'ru'
    | 'ja'
    | 'zh'
    | undefined;
}

export interface NewPaymentLink {
  /** What is sold, or what the payment is for. */
  name: string;
  /** Description, or null. */
  description?: string | undefined;
  /** Currency of the price, or SATS. */
  price_currency: string;
  /** Price of one piece. Without it, the customer chooses the amount. */
  price_amount?: Amount | undefined;
  /** Least that the customer can choose. */
  amount_min?: Amount | undefined;
  /** Most that the customer can choose. */
  amount_max?: Amount | undefined;
  /** Offered before a free amount. */
  suggested_amounts?: readonly Amount[] | undefined;
  /** Least pieces at once. Default: 1. */
  quantity_min?: number | undefined;
  /** Most pieces at once. Default: 1, or the least. */
  quantity_max?: number | undefined;
  /** Pieces that can be sold in all. Default: any number. */
  stock?: number | undefined;
  /** No checkout is made after it. */
  expires_at?: Time | Date | undefined;
  /** What the customer may choose from. Default: all coins. */
  pay_currencies?:
    | readonly {
        /** Coin to pay in. */
        currency: string;
        /** Network of the coin. Default: all of its networks. */
        network?: string | undefined;
      }[]
    | undefined;
  /** Offered first. Default: the first. */
  default_pay_currency?:
    | {
        /** Coin to pay in. */
        currency: string;
        /** Network of the coin. Default: all of its networks. */
        network?: string | undefined;
      }
    | undefined;
  /** What the page asks for. The answers are in the metadata of the checkout. */
  fields?:
    | readonly {
        /** What the page asks for. */
        label: string;
        /** Default: text. */
        kind?: 'text' | 'number' | 'list' | undefined;
        /** What a list offers. */
        options?: readonly string[] | undefined;
        /** The customer must fill it in. Default: false. */
        required?: boolean | undefined;
      }[]
    | undefined;
  /** Whether the page asks for an email address. Default: none. */
  email?: 'none' | 'optional' | 'required' | undefined;
  /** The page asks for a shipping address. Default: false. */
  shipping_address?: boolean | undefined;
  /** Shown once it is paid. */
  success_text?: string | undefined;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url?: string | undefined;
  /** Language of the payment page. Default: that of the browser. A region is ignored. */
  language?:
    | 'de'
    | 'en'
    | 'es'
    | 'fr'
    | 'it'
    | 'nl'
    | 'pl'
    | 'pt'
    | 'tr'
    | 'ru'
    | 'ja'
    | 'zh'
    | undefined;
  /** Seconds in which a checkout must be paid. Default: 3600, or 900 with a stock, because it holds its pieces. */
  expires_in?: number | undefined;
  /** Makes it a donation, with an open amount. */
  donation?:
    | {
        /** What should be raised. Default: no goal. */
        goal_amount?: Amount | undefined;
        /** The page shows what was raised. Default: true. */
        shows_progress?: boolean | undefined;
        /** The page asks for a name and a message, and shows those of donors who want it. Default: true. */
        shows_names?: boolean | undefined;
        /** Donors can be reminded every month or year. Default: true. */
        offers_reminders?: boolean | undefined;
      }
    | undefined;
}

export interface NewRefundClaim {
  /** How much, at most what was paid and not refunded yet. */
  amount: Amount;
  /** Currency of `amount`: that of the price (default) or the coin that was paid. */
  amount_currency?: string | undefined;
  /** `then` (default): the coins that were paid for the amount. `today`: its price at the rate of the approval. */
  rate?: 'then' | 'today' | undefined;
  /** Seconds until the link expires. Default: 30 days. */
  expires_in?: number | undefined;
}

export interface NewSubscription {
  /** Display name. */
  name: string;
  /** Amount per period. */
  amount: Amount;
  /** Currency of the amount. */
  currency: string;
  /** Unit of the billing period. */
  period: 'day' | 'week' | 'month' | 'year';
  /** Number of periods between two payments. */
  period_quantity: number;
  /** Due date of the first payment, at least 3 days ahead, with a precision of one second. */
  starts_at: Time | Date;
  /** Email address for payment links. */
  payer_email: string;
  /** Name of the customer, used in emails. */
  payer_name?: string | undefined;
  /** Your reference, unique. */
  custom_id?: string | undefined;
  /** Name that the customer sees. */
  product_name?: string | undefined;
  /** Short description of the product. */
  product_description?: string | undefined;
  /** URL to which the customer is redirected after payment (http or https). */
  success_redirect_url?: string | undefined;
  /** URL to which the customer is redirected without payment (http or https). */
  unsuccess_redirect_url?: string | undefined;
}

export interface Paging {
  /** Id of the last row that you received. 404 if it does not exist. */
  starting_after?: string | undefined;
  /** Rows per page. Default: 50. */
  limit?: number | undefined;
}

export interface PaymentLinkSwitch {
  /** Whether its page can be used. */
  active: boolean;
}

export interface RecalculationRequest {
  /** Commit immediately. */
  force_commit?: boolean | undefined;
}

export interface RefundClaimDecline {
  /** Reason, shown to the payer. */
  reason?: string | undefined;
}

export interface RefundClaimQuery {
  /** Filter by status. `claimed` ones wait for you. */
  status?: 'open' | 'claimed' | 'approved' | 'declined' | 'expired' | 'revoked' | undefined;
  /** Filter by invoice. */
  invoice_id?: string | undefined;
  /** Id of the last row that you received. 404 if it does not exist. */
  starting_after?: string | undefined;
  /** Rows per page. Default: 50. */
  limit?: number | undefined;
}

export interface RefundRequest {
  /** Destination, minus the network fee. Requires the `payout` permission. Default: your account. */
  address?: string | undefined;
  /** Completed invoice: how much, at most what was paid and not refunded yet. */
  amount?: Amount | undefined;
  /** Currency of `amount`: that of the price (default) or the coin that was paid. */
  amount_currency?: string | undefined;
  /** `then` (default): the coins that were paid for the amount. `today`: its price at the current rate. */
  rate?: 'then' | 'today' | undefined;
}

export interface RiskQuestion {
  /** Address on the network. For XRP it includes `?dt=<tag>`. */
  address: string;
  /** Coin of the address. */
  currency: string;
  /** Whether funds come from the address or go to it. */
  type: 'source_of_funds' | 'destination_of_funds';
}

export interface TransactionQuery {
  /** Lower bound of the creation time, inclusive. */
  created_at_from?: Time | Date | undefined;
  /** Upper bound of the creation time, inclusive. A date includes the whole day in UTC. */
  created_at_to?: Time | Date | undefined;
  /** Type of the object that caused the transaction. */
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
  /** Only transactions with this status. */
  status?: string | undefined;
  /** Risk level. */
  risk_level?: 'low' | 'medium' | 'high' | undefined;
  /** Your reference for the customer. */
  customer_id?: string | undefined;
  /** Which transactions are first (default: newest). In posting order, always newest. */
  order?: 'newest' | 'oldest' | undefined;
  /** Lower bound of the posting time, inclusive. */
  booked_at_from?: Time | Date | undefined;
  /** Upper bound of the posting time, inclusive. A date includes the whole day in UTC. */
  booked_at_to?: Time | Date | undefined;
  /** Sort order of the list, newest first. */
  order_by?: 'created_at' | 'booked_at' | undefined;
  /** Id of the last row that you received. 404 if it does not exist. */
  starting_after?: string | undefined;
  /** Rows per page. Default: 50. */
  limit?: number | undefined;
}

// What callbacks bring.

export interface TestCallback {
  /** Always `Invoice`. */
  type: 'Invoice';
  /** Always `test`: nothing has happened. */
  event: 'test';
  /** Id and message of the test. */
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
  /** The object at the time of the event. */
  data: Invoice;
}

export interface ChannelPaymentCallback {
  /** Type of the object. */
  type: 'ChannelPayment';
  /** What happened. */
  event: 'created' | 'completed' | 'on_hold' | 'refunded' | 'cancelled';
  /** The object at the time of the event. */
  data: ChannelPayment;
}

export interface CoinDepositCallback {
  /** Type of the object. */
  type: 'CoinDeposit';
  /** What happened. */
  event: 'on_hold' | 'completed' | 'refunded' | 'attached';
  /** The object at the time of the event. */
  data: CoinDeposit;
}

export interface CoinWithdrawalCallback {
  /** Type of the object. */
  type: 'CoinWithdrawal';
  /** What happened. */
  event: 'created' | 'status_changed';
  /** The object at the time of the event. */
  data: CoinWithdrawal;
}

export interface SubscriptionCallback {
  /** Type of the object. */
  type: 'Subscription';
  /** What happened. */
  event: 'paid' | 'cancelled';
  /** The object at the time of the event. */
  data: Subscription;
}

export interface CheckoutCallback {
  /** Type of the object. */
  type: 'Checkout';
  /** What happened. */
  event:
    | 'created'
    | 'payment_received'
    | 'processing'
    | 'completed'
    | 'expired'
    | 'partially_paid_expired'
    | 'paid_late'
    | 'refunded'
    | 'invalid';
  /** The object at the time of the event. */
  data: Checkout;
}

export interface RefundClaimCallback {
  /** Type of the object. */
  type: 'RefundClaim';
  /** What happened. */
  event: 'claimed' | 'approved' | 'declined' | 'revoked' | 'sent' | 'completed' | 'failed';
  /** The object at the time of the event. */
  data: RefundClaim;
}

export type Callback =
  | TestCallback
  | InvoiceCallback
  | ChannelPaymentCallback
  | CoinDepositCallback
  | CoinWithdrawalCallback
  | SubscriptionCallback
  | CheckoutCallback
  | RefundClaimCallback;

export type TransactionReferenceType = Transaction['reference_type'];
