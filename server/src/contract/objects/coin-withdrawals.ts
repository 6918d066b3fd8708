// Coin withdrawals in one step or two, their transactions, and network fees.
import { Type } from 'typebox';
import { rule } from '../../core/errors.ts';
import { beneficiary } from '../beneficiary.ts';
import {
  amount,
  boolean,
  code,
  type Field,
  objectAsGiven,
  oneOf,
  optional,
  refuse,
  required,
  text,
  uuid,
} from '../fields.ts';
import { idText, operationsOf, paging, reference } from '../operation.ts';
import * as schema from '../schema.ts';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';

/** How fast a withdrawal should confirm. */
export const NETWORK_FEE_LEVELS = ['slow', 'average', 'fast'] as const;

/** Why a withdrawal has its status (withdrawals/reasons.ts). */
export const WITHDRAWAL_CONTEXTS = [
  'recipient_rejects_payment',
  'rejected_by_network',
  'not_sent',
  'cancelling',
  'waiting_for_funds',
  'waiting_for_finality',
  'waiting_for_lower_fees',
  'waiting_for_operator',
] as const;

const CONTEXT_MEANING = 'Why the withdrawal waits or failed, or null';

export const CoinWithdrawal = schema.row({
  id: schema.Id,
  custom_id: schema.nullable(schema.Text),
  customer_id: schema.nullable(schema.Text),
  address: schema.Text,
  network: schema.Text,
  txid: schema.nullable(schema.Text),
  status: schema.oneOf([
    'new',
    'pending',
    'on_hold',
    'processing',
    'sent',
    'completed',
    'failed',
    'cancelled',
  ]),
  status_context: Type.Union([schema.oneOf(WITHDRAWAL_CONTEXTS), Type.Null()], {
    description: CONTEXT_MEANING,
  }),
  charged_amount: schema.Amount,
  charged_currency: schema.Currency,
  received_amount: schema.Amount,
  received_currency: schema.Currency,
  network_fee: schema.amountOf('Value in the received currency'),
  network_fee_level: schema.oneOf(NETWORK_FEE_LEVELS),
  fee: schema.Amount,
  fee_currency: schema.Currency,
  description: schema.nullable(schema.Text),
  exchange: Type.Optional(Exchange),
  repriced: Type.Optional(
    schema.row(
      {
        original_charged_amount: schema.Amount,
        original_fee: schema.Amount,
        original_rate: schema.Text,
        at: schema.Time,
      },
      {
        description:
          'The original price, if the withdrawal was repriced because its quote had expired',
      },
    ),
  ),
  risk: schema.nullable(Risk),
  created_at: schema.Time,
});

/** The steps of the transactions made for a withdrawal. */
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

export const CoinWithdrawalAttempt = schema.row({
  transfer_id: schema.Id,
  txid: schema.nullable(
    Type.String({ description: 'Transaction hash, or null until it is signed' }),
  ),
  step: schema.oneOf(ATTEMPT_STEPS),
  created_at: schema.Time,
});

export const NetworkFee = schema.row({
  level: schema.oneOf(NETWORK_FEE_LEVELS),
  fee: schema.Amount,
  currency: schema.Currency,
  network: schema.Text,
});

const PERCENT = /^\d{1,2}(\.\d{1,4})?$/;

export const coinWithdrawalsOperations = operationsOf('coin_withdrawals', {
  createCoinWithdrawal: {
    method: 'POST',
    path: '/api/coin_withdrawals',
    summary:
      'Create a withdrawal (payout) to an external address, sent immediately or committed within 30 seconds',
    permission: 'payout',
    body: {
      address: required(
        text(200, 'Destination address. For XRP with `?dt=<tag>`, or `?dt=0` without a tag'),
      ),
      charged_currency: code('currency', 'Account that is debited (v2: required)'),
      received_currency: required(code('coin', 'Coin to send')),
      network: text(50),
      charged_amount: amount('Exact amount to debit. All fees are deducted from it'),
      charged_amount_to_send: amount('Value to deliver, in the charged currency. Fees are added'),
      received_amount: amount('Exact amount to deliver, in the coin. Fees are added'),
      amount: amount('With amount_currency and the two flags'),
      amount_currency: code('currency', 'Charged or received currency'),
      amount_includes_processing_fee: boolean(),
      amount_includes_network_fee: boolean(),
      custom_id: reference('Your reference, unique (v1: required)'),
      customer_id: reference('Your reference for the customer'),
      network_fee_level: oneOf(NETWORK_FEE_LEVELS, 'Default: average'),
      price_change_max_percent: percent(
        'Maximum increase in percent when it is repriced after a hold; above it, it is cancelled. Default: 1',
      ),
      force_commit: boolean('Send immediately, without a separate commit'),
      travel_rule_compliant: boolean('Enables validation of the beneficiary'),
      // The command checks its contents, and only if the flag is set.
      beneficiary: objectAsGiven(beneficiary),
    },
    response: CoinWithdrawal,
    status: 201,
    errors: [
      'duplicate_custom_id',
      'high_risk_address',
      'rates_unavailable',
      'network_fees_unavailable',
      'risk_unavailable',
    ],
    isSignatureOnce: true,
  },
  listCoinWithdrawals: {
    method: 'GET',
    path: '/api/coin_withdrawals',
    summary: 'List committed withdrawals, newest first (v1: a bare array)',
    query: { customer_id: idText('Your reference for the customer'), ...paging },
    response: CoinWithdrawal,
    shape: 'page',
  },
  listNetworkFees: {
    method: 'GET',
    path: '/api/coin_withdrawals/network_fees',
    summary: 'Current network fee',
    query: { all_networks: boolean('List the network fees of all coins and levels') },
    response: NetworkFee,
    shape: 'list',
  },
  showCoinWithdrawalByCustomId: {
    method: 'GET',
    path: '/api/coin_withdrawals/custom_id/{custom_id}',
    summary: 'Get a withdrawal by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: CoinWithdrawal,
  },
  showCoinWithdrawal: {
    method: 'GET',
    path: '/api/coin_withdrawals/{id}',
    summary: 'Get a withdrawal',
    params: { id: required(uuid()) },
    response: CoinWithdrawal,
  },
  listCoinWithdrawalAttempts: {
    method: 'GET',
    path: '/api/coin_withdrawals/{id}/attempts',
    summary: 'List the attempts of a withdrawal: every transfer, step by step, oldest first',
    params: { id: required(uuid()) },
    response: CoinWithdrawalAttempt,
    shape: 'list',
  },
  commitCoinWithdrawal: {
    method: 'POST',
    path: '/api/coin_withdrawals/{id}/commit',
    summary: 'Commit a withdrawal within 30 seconds of its creation',
    permission: 'payout',
    params: { id: required(uuid()) },
    response: CoinWithdrawal,
    errors: ['already_committed', 'commit_window_expired'],
    isSignatureOnce: true,
  },
  cancelCoinWithdrawal: {
    method: 'POST',
    path: '/api/coin_withdrawals/{id}/cancel',
    summary:
      'Cancel a withdrawal whose transaction is not and can never be on the chain. The account gets everything back',
    permission: 'payout',
    params: { id: required(uuid()) },
    response: CoinWithdrawal,
    errors: [
      'already_sent',
      'already_cancelled',
      'not_committed',
      'not_yours_to_cancel',
      'quarantine',
    ],
    isSignatureOnce: true,
  },
});

/** A percentage as an input field: text, from 0 to below 100. */
function percent(description = ''): Field<string, false> {
  const schema = Type.Unsafe<string>({
    type: 'string',
    format: 'decimal',
    description,
    example: '1.5',
  });
  return optional(schema, (value, target, problems) => {
    if (typeof value !== 'string') return refuse(problems, rule.string(target));
    return PERCENT.test(value) ? value : refuse(problems, rule.decimal(target));
  });
}
