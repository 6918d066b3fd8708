// Unmatched deposits, as the API shows them, in the recorded key order (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import { Amount, Currency, closed, Id, nullable, oneOf, Text, Time } from '../schema.ts';
import { Risk } from './reference-data.ts';

/** Why a deposit is unmatched. */
export const UNMATCHED_REASONS = [
  'late',
  'surplus',
  'channel_payment_over',
  'no_tag',
  'unknown_tag',
  'unknown_address',
  'other_network',
  'other_asset',
  'below_minimum',
] as const;

export const CoinDeposit = Type.Object(
  {
    id: Id,
    status: Type.Unsafe<'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached'>({
      type: 'string',
      enum: ['pending', 'on_hold', 'completed', 'refunded', 'attached'],
      description: '`on_hold`: needs a decision. `completed`: credited. `refunded`: returned',
    }),
    reason: nullable(oneOf(UNMATCHED_REASONS)),
    amount: Amount,
    currency: Currency,
    network: Text,
    address: Type.String({ description: 'Address that received the payment' }),
    txid: Text,
    invoice_id: nullable(Id),
    channel_id: nullable(Id),
    custom_id: nullable(Type.String({ description: 'Project of the invoice or channel' })),
    customer_id: nullable(Text),
    coin_withdrawal_id: nullable(
      Type.String({ format: 'uuid', description: 'The withdrawal that returns it' }),
    ),
    description: nullable(Type.String({ description: 'The reason for the decision' })),
    needs_operator: Type.Boolean({
      description: 'True for a high-risk payment. Only the operator can resolve it',
    }),
    risk: nullable(Risk),
    created_at: Time,
  },
  closed,
);
