// The inbox of unmatched deposits: late, extra, or for an unknown recipient.
import { Type } from 'typebox';
import { code, oneOf, required, text, uuid } from '../fields.ts';
import { operationsOf, paging } from '../operation.ts';
import * as schema from '../schema.ts';
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

export const CoinDeposit = schema.row({
  id: schema.Id,
  status: Type.Unsafe<'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached'>({
    type: 'string',
    enum: ['pending', 'on_hold', 'completed', 'refunded', 'attached'],
    description: '`on_hold`: needs a decision. `completed`: credited. `refunded`: returned',
  }),
  reason: schema.nullable(schema.oneOf(UNMATCHED_REASONS)),
  amount: schema.Amount,
  currency: schema.Currency,
  network: schema.Text,
  address: Type.String({ description: 'Address that received the payment' }),
  txid: schema.Text,
  invoice_id: schema.nullable(schema.Id),
  channel_id: schema.nullable(schema.Id),
  custom_id: schema.nullable(Type.String({ description: 'Project of the invoice or channel' })),
  customer_id: schema.nullable(schema.Text),
  coin_withdrawal_id: schema.nullable(
    Type.String({ format: 'uuid', description: 'The withdrawal that returns it' }),
  ),
  description: schema.nullable(Type.String({ description: 'The reason for the decision' })),
  needs_operator: Type.Boolean({
    description: 'True for a high-risk payment. Only the operator can resolve it',
  }),
  risk: schema.nullable(Risk),
  created_at: schema.Time,
});

export const coinDepositsOperations = operationsOf('coin_deposits', {
  listCoinDeposits: {
    method: 'GET',
    path: '/api/coin_deposits',
    summary: 'List unmatched payments (the inbox), newest first',
    query: {
      status: oneOf(
        ['pending', 'on_hold'],
        'Filter by status. Confirmed and assessed payments are `on_hold`',
      ),
      reason: oneOf(UNMATCHED_REASONS),
      currency: code('coin', 'Coin'),
      ...paging,
    },
    response: CoinDeposit,
    shape: 'page',
  },
  showCoinDeposit: {
    method: 'GET',
    path: '/api/coin_deposits/{id}',
    summary: 'Get an unmatched payment, resolved or not',
    params: { id: required(uuid()) },
    response: CoinDeposit,
  },
  creditCoinDeposit: {
    method: 'POST',
    path: '/api/coin_deposits/{id}/credit',
    summary: 'Credit an unmatched payment to your account of the coin',
    params: { id: required(uuid()) },
    body: { description: required(text(1000, 'Reason, shown in the list of transactions')) },
    response: CoinDeposit,
    errors: ['invalid_status'],
    isSignatureOnce: true,
  },
  refundCoinDeposit: {
    method: 'POST',
    path: '/api/coin_deposits/{id}/refund',
    summary: 'Return an unmatched payment with a withdrawal, minus the network fee',
    permission: 'payout',
    params: { id: required(uuid()) },
    body: {
      address: required(
        text(200, 'Destination address. For XRP with `?dt=<tag>`, or `?dt=0` without a tag'),
      ),
      description: required(text(1000, 'Reason, shown in the list of transactions')),
    },
    response: CoinDeposit,
    errors: [
      'invalid_status',
      'high_risk_address',
      'refund_too_small',
      'rates_unavailable',
      'network_fees_unavailable',
      'risk_unavailable',
    ],
    isSignatureOnce: true,
  },
  attachCoinDeposit: {
    method: 'POST',
    path: '/api/coin_deposits/{id}/attach',
    summary: 'Attach an unmatched payment to an open invoice or a channel',
    params: { id: required(uuid()) },
    body: {
      invoice_id: uuid('This or channel_id'),
      channel_id: uuid('This or invoice_id'),
      description: required(text(1000, 'Why')),
    },
    response: CoinDeposit,
    errors: ['invalid_status'],
    isSignatureOnce: true,
  },
});
