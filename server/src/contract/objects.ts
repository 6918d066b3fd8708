// The objects of the API's answers (interface.md part 2, wire.md (c)), in the recorded key order. Amounts
// are decimal strings; nullable fields are null when they have no value.
import { type TSchema, Type } from 'typebox';

const Id = Type.String({ format: 'uuid' });
/** Decimal text: a JSON number would lose digits. */
const amountOf = (description: string) => Type.String({ format: 'decimal', description });
const Amount = amountOf('Decimal string, for example 100.0');
const Currency = Type.String({ description: 'Currency code' });
const Time = Type.String({ format: 'date-time' });
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends string>(list: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...list] });
const Text = Type.String();
const closed = { additionalProperties: false };

/** What a row of the transaction list refers to. */
export const REFERENCE_TYPES = [
  'BankDeposit',
  'BankWithdrawal',
  'ChannelPayment',
  'CoinDeposit',
  'CoinWithdrawal',
  'ExchangeTransfer',
  'Invoice',
  'InvoiceRefund',
  'ManualBalanceTransaction',
] as const;

/** How fast a withdrawal should confirm. */
export const NETWORK_FEE_LEVELS = ['slow', 'average', 'fast'] as const;

export const Exchange = Type.Object(
  {
    pair: Type.String({ description: 'The two currency codes written together, <BASE><QUOTE>' }),
    rate: Amount,
    fee: Amount,
    fee_currency: Currency,
  },
  closed,
);

export const Risk = Type.Object(
  {
    score: Type.Number({ description: 'From 0 to 10, two decimals' }),
    level: oneOf(['low', 'medium', 'high']),
    resource_name: Text,
    resource_category: Text,
  },
  closed,
);

export const Account = Type.Object(
  {
    id: Id,
    balance: Amount,
    available: amountOf('The balance less what open withdrawals hold'),
    currency: Currency,
    project_id: Id,
  },
  closed,
);

export const Channel = Type.Object(
  {
    id: Id,
    status: oneOf(['enabled', 'disabled']),
    name: Text,
    description: nullable(Text),
    receiver_currency: Currency,
    pay_currency: Currency,
    address: Text,
    network: Text,
    project_id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    uri: Text,
    hosted_page_url: Text,
  },
  closed,
);

export const ChannelPayment = Type.Object(
  {
    id: Id,
    paid_amount: Amount,
    paid_currency: Currency,
    received_amount: Amount,
    received_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    txid: Text,
    exchange: Type.Optional(Exchange),
    status: oneOf(['pending', 'on_hold', 'completed', 'refunded', 'cancelled']),
    status_context: nullable(oneOf(['illicit_resource', 'channel_disabled'])),
    refund_address: nullable(Text),
    coin_withdrawal_id: nullable(Id),
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    channel_id: Id,
    address: Text,
    network: Text,
    risk: nullable(Risk),
    created_at: Time,
  },
  closed,
);

/** Why a deposit is nobody's. */
export const UNMATCHED_REASONS = [
  'late',
  'surplus',
  'channel_payment_over',
  'no_tag',
  'unknown_tag',
  'unknown_address',
] as const;

export const CoinDeposit = Type.Object(
  {
    id: Id,
    status: Type.Unsafe<'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached'>({
      type: 'string',
      enum: ['pending', 'on_hold', 'completed', 'refunded', 'attached'],
      description:
        '`on_hold` waits for a decision: credited it is `completed`, sent back `refunded`',
    }),
    reason: nullable(oneOf(UNMATCHED_REASONS)),
    amount: Amount,
    currency: Currency,
    network: Text,
    address: Type.String({ description: 'Where it came to' }),
    txid: Text,
    invoice_id: nullable(Id),
    channel_id: nullable(Id),
    custom_id: nullable(Type.String({ description: 'Of the invoice or the channel' })),
    customer_id: nullable(Text),
    coin_withdrawal_id: nullable(
      Type.String({ format: 'uuid', description: 'What sends it back' }),
    ),
    description: nullable(
      Type.String({ description: 'The reason that was given for the decision' }),
    ),
    risk: nullable(Risk),
    created_at: Time,
  },
  closed,
);

export const InvoiceTransaction = Type.Object(
  {
    txid: Text,
    risk: nullable(Risk),
    source_addresses: Type.Array(Text),
  },
  closed,
);

export const Invoice = Type.Object(
  {
    id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    subscription_id: nullable(Id),
    status: oneOf(['new', 'completed', 'unresolved', 'refunded', 'cancelled']),
    status_context: nullable(oneOf(['overpaid', 'underpaid', 'paid_late', 'illicit_resource'])),
    address: Text,
    network: Text,
    uri: Text,
    price_amount: Amount,
    price_currency: Currency,
    pay_amount: Amount,
    pay_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    paid_amount: Amount,
    exchange: Type.Optional(Exchange),
    transactions: Type.Array(InvoiceTransaction),
    name: nullable(Text),
    description: nullable(Text),
    metadata: nullable(Type.Record(Type.String(), Type.String())),
    success_redirect_url: nullable(Text),
    unsuccess_redirect_url: nullable(Text),
    hosted_page_url: Text,
    created_at: Time,
    expires_at: Time,
  },
  closed,
);

export const InvoiceRecalculation = Type.Object(
  {
    id: Id,
    invoice_id: Id,
    pay_amount: Amount,
    pay_currency: Currency,
    price_amount: Amount,
    price_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    previous_pay_amount: Amount,
    previous_price_amount: Amount,
    previous_exchange_rate: nullable(Amount),
    exchange: nullable(Exchange),
    created_at: Time,
  },
  closed,
);

export const InvoiceRefund = Type.Object(
  {
    id: Id,
    custom_id: nullable(Text),
    invoice_id: Id,
    amount: Amount,
    amount_currency: Currency,
    fee: Amount,
    fee_currency: Currency,
    address: nullable(Text),
    txid: nullable(Text),
    risk: nullable(Risk),
    created_at: Time,
    network: Text,
  },
  closed,
);

export const CustomerAddress = Type.Object(
  { address: Text, currency: Currency, network: Text },
  closed,
);

export const Customer = Type.Object(
  {
    id: Text,
    currency: Currency,
    refund_addresses: Type.Record(Type.String(), Type.String()),
    addresses: Type.Array(CustomerAddress),
  },
  closed,
);

export const Transaction = Type.Object(
  {
    id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    amount: amountOf('A debit is negative'),
    currency: Currency,
    balance: amountOf('Account balance after the entry'),
    fee: nullable(Amount),
    fee_currency: nullable(Currency),
    reference_id: Id,
    reference_type: oneOf(REFERENCE_TYPES),
    description: nullable(Text),
    status: nullable(Text),
    status_context: nullable(Text),
    risk: nullable(Risk),
    created_at: Time,
  },
  closed,
);

const Enabled = Type.Object({ enabled: Type.Boolean() }, closed);

export const CoinNetwork = Type.Object(
  {
    network: Text,
    name: Text,
    precision: Type.Integer(),
    destination_tag: nullable(Type.Object({ required: Type.Boolean(), name: Text }, closed)),
    invoices: Enabled,
    channels: Enabled,
    coin_withdrawals: Enabled,
  },
  closed,
);

export const CoinInfo = Type.Object(
  { currency: Currency, name: Text, logo_url: Text, networks: Type.Array(CoinNetwork) },
  closed,
);

export const Rate = Type.Object({ buy_rate: Amount, sell_rate: Amount }, closed);

export const Rates = Type.Record(Type.String(), Rate);

export const Nothing = Type.Object({}, closed);

export const CoinWithdrawal = Type.Object(
  {
    id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    address: Text,
    network: Text,
    txid: nullable(Text),
    status: oneOf([
      'new',
      'pending',
      'on_hold',
      'processing',
      'sent',
      'completed',
      'failed',
      'cancelled',
    ]),
    charged_amount: Amount,
    charged_currency: Currency,
    received_amount: Amount,
    received_currency: Currency,
    network_fee: amountOf('In the received currency'),
    network_fee_level: oneOf(NETWORK_FEE_LEVELS),
    fee: Amount,
    fee_currency: Currency,
    description: nullable(Text),
    exchange: Type.Optional(Exchange),
    risk: nullable(Risk),
    created_at: Time,
  },
  closed,
);

/** What became of the transfers that were made for a withdrawal, step by step. */
export const ATTEMPT_STEPS = [
  'reserved',
  'signed',
  'broadcast',
  'seen',
  'refused',
  'confirmed',
  'left_the_chain',
  'replaced',
  'bumped',
  'dead',
  'failed_on_chain',
] as const;

export const CoinWithdrawalAttempt = Type.Object(
  {
    transfer_id: Id,
    txid: nullable(Type.String({ description: 'Null until it is signed' })),
    step: oneOf(ATTEMPT_STEPS),
    created_at: Time,
  },
  closed,
);

export const Subscription = Type.Object(
  {
    id: Id,
    status: oneOf(['active', 'cancelled']),
    custom_id: nullable(Text),
    name: Text,
    amount: amountOf('Asked of the payer every period'),
    currency: Currency,
    period: oneOf(['day', 'week', 'month', 'year']),
    period_quantity: Type.Integer({ description: 'Periods from one payment to the next' }),
    current_period_starts_at: Time,
    current_period_ends_at: Type.String({
      format: 'date-time',
      description: 'By then the payment must be in, or the subscription is cancelled',
    }),
    current_period_paid: Type.Boolean(),
    payer_email: Text,
    payer_name: nullable(Text),
    product_name: nullable(Text),
    product_description: nullable(Text),
    success_redirect_url: nullable(Text),
    unsuccess_redirect_url: nullable(Text),
    hosted_page_url: Type.String({
      description: 'Where the payer chooses a coin and pays; the same in every period',
    }),
    created_at: Time,
    cancelled_at: nullable(Time),
  },
  closed,
);

export const NetworkFee = Type.Object(
  { level: oneOf(NETWORK_FEE_LEVELS), fee: Amount, currency: Currency, network: Text },
  closed,
);

export const ExchangeTransfer = Type.Object(
  {
    id: Id,
    charged_amount: Amount,
    charged_currency: Currency,
    received_amount: Amount,
    received_currency: Currency,
    custom_id: nullable(Text),
    exchange: Exchange,
  },
  closed,
);
