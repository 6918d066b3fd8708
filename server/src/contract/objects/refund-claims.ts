// Refund claims: refunds of completed invoices as a link, whose address the payer enters.
import { Type } from 'typebox';
import { amount, code, integer, oneOf, required, text, uuid } from '../fields.ts';
import { operationsOf, paging } from '../operation.ts';
import * as schema from '../schema.ts';
import { REFUND_RATES } from './invoices.ts';

const STORED_STATUSES = ['open', 'claimed', 'approved', 'declined', 'expired', 'revoked'] as const;

export const RefundClaim = schema.row({
  id: schema.Id,
  invoice_id: schema.Id,
  status: Type.Unsafe<(typeof STORED_STATUSES)[number] | 'sent' | 'completed' | 'failed'>({
    type: 'string',
    enum: [...STORED_STATUSES, 'sent', 'completed', 'failed'],
    description:
      '`claimed`: you decide. `approved`, `sent`, `completed`: the withdrawal. `failed`: it was canceled',
  }),
  url: schema.nullable(
    Type.String({
      description:
        'Link for the payer. Anyone who has it can enter the address, so those who only read get null',
      isSecret: true,
    }),
  ),
  origin: Type.Unsafe<'link' | 'request'>({
    type: 'string',
    enum: ['link', 'request'],
    description:
      '`link`: you created it. `request`: asked for on the page of the payment, by anyone who has its address',
  }),
  price_amount: schema.Amount,
  price_currency: schema.Currency,
  amount: schema.Amount,
  amount_currency: schema.Currency,
  network: schema.Text,
  rate: schema.oneOf(REFUND_RATES),
  address: schema.nullable(schema.Text),
  paid_from: Type.Array(Type.String(), {
    description:
      'Addresses that the payments came from, as far as known. An exchange may be behind them',
  }),
  approved_by_rule: Type.Boolean({
    description: 'The limits of the project approved it when the payer entered the address',
  }),
  coin_withdrawal_id: schema.nullable(schema.Id),
  txid: schema.nullable(schema.Text),
  reason: schema.nullable(Type.String({ description: 'Why it was declined' })),
  created_at: schema.Time,
  expires_at: schema.Time,
  claimed_at: schema.nullable(schema.Time),
  decided_at: schema.nullable(schema.Time),
});

/** Seconds: from an hour to a year. */
const EXPIRES_IN = { min: 3600, max: 31_536_000 };
const REASON_MAX = 1000;
const theClaim = { claim_id: required(uuid()) };

export const refundClaimsOperations = operationsOf('invoices', {
  createRefundClaim: {
    method: 'POST',
    path: '/api/invoices/{invoice_id}/refund_claims',
    summary: 'Refund a completed invoice with a link, where the payer enters the address',
    params: { invoice_id: required(uuid()) },
    body: {
      amount: required(amount('How much, at most what was paid and not refunded yet')),
      amount_currency: code(
        'currency',
        'Currency of `amount`: that of the price (default) or the coin that was paid',
      ),
      rate: oneOf(
        REFUND_RATES,
        '`then` (default): the coins that were paid for the amount. `today`: its price at the rate of the approval',
      ),
      expires_in: integer(EXPIRES_IN, 'Seconds until the link expires. Default: 30 days'),
    },
    response: RefundClaim,
    status: 201,
    errors: ['invalid_status'],
  },
  listRefundClaims: {
    method: 'GET',
    path: '/api/refund_claims',
    summary: 'List refund claims, newest first',
    query: {
      status: oneOf(STORED_STATUSES, 'Filter by status. `claimed` ones wait for you'),
      invoice_id: uuid('Filter by invoice'),
      ...paging,
    },
    response: RefundClaim,
    shape: 'page',
  },
  showRefundClaim: {
    method: 'GET',
    path: '/api/refund_claims/{claim_id}',
    summary: 'Get a refund claim',
    params: theClaim,
    response: RefundClaim,
  },
  approveRefundClaim: {
    method: 'POST',
    path: '/api/refund_claims/{claim_id}/approve',
    summary: 'Approve a claimed refund and pay it from your account',
    params: theClaim,
    response: RefundClaim,
    permission: 'payout',
    errors: [
      'invalid_status',
      'high_risk_address',
      'refund_too_small',
      'insufficient_funds',
      'rates_unavailable',
      'network_fees_unavailable',
      'risk_unavailable',
    ],
    isSignatureOnce: true,
  },
  declineRefundClaim: {
    method: 'POST',
    path: '/api/refund_claims/{claim_id}/decline',
    summary: 'Decline a claimed refund. Its amount can be refunded again',
    params: theClaim,
    body: { reason: text(REASON_MAX, 'Reason, shown to the payer') },
    response: RefundClaim,
    permission: 'payout',
    errors: ['invalid_status'],
  },
  revokeRefundClaim: {
    method: 'POST',
    path: '/api/refund_claims/{claim_id}/revoke',
    summary: 'Revoke a link before the payer has entered an address',
    params: theClaim,
    response: RefundClaim,
    errors: ['invalid_status'],
  },
});
