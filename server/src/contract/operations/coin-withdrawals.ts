// Coin withdrawals in one step or two, and network fees. Source: wire.md (b).
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
import {
  CoinWithdrawal,
  CoinWithdrawalAttempt,
  NETWORK_FEE_LEVELS,
  NetworkFee,
} from '../objects/coin-withdrawals.ts';
import { idText, operation, paging, reference } from '../operation.ts';

const PERCENT = /^\d{1,2}(\.\d{1,4})?$/;

export const coinWithdrawalsOperations = {
  createCoinWithdrawal: operation({
    id: 'createCoinWithdrawal',
    group: 'coin_withdrawals',
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
  }),
  listCoinWithdrawals: operation({
    id: 'listCoinWithdrawals',
    group: 'coin_withdrawals',
    method: 'GET',
    path: '/api/coin_withdrawals',
    summary: 'List committed withdrawals, newest first (v1: a bare array)',
    query: { customer_id: idText('Your reference for the customer'), ...paging },
    response: CoinWithdrawal,
    shape: 'page',
  }),
  listNetworkFees: operation({
    id: 'listNetworkFees',
    group: 'coin_withdrawals',
    method: 'GET',
    path: '/api/coin_withdrawals/network_fees',
    summary: 'Current network fee',
    query: { all_networks: boolean('List the network fees of all coins and levels') },
    response: NetworkFee,
    shape: 'list',
  }),
  showCoinWithdrawalByCustomId: operation({
    id: 'showCoinWithdrawalByCustomId',
    group: 'coin_withdrawals',
    method: 'GET',
    path: '/api/coin_withdrawals/custom_id/{custom_id}',
    summary: 'Get a withdrawal by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: CoinWithdrawal,
  }),
  showCoinWithdrawal: operation({
    id: 'showCoinWithdrawal',
    group: 'coin_withdrawals',
    method: 'GET',
    path: '/api/coin_withdrawals/{id}',
    summary: 'Get a withdrawal',
    params: { id: required(uuid()) },
    response: CoinWithdrawal,
  }),
  listCoinWithdrawalAttempts: operation({
    id: 'listCoinWithdrawalAttempts',
    group: 'coin_withdrawals',
    method: 'GET',
    path: '/api/coin_withdrawals/{id}/attempts',
    summary: 'List the attempts of a withdrawal: every transfer, step by step, oldest first',
    params: { id: required(uuid()) },
    response: CoinWithdrawalAttempt,
    shape: 'list',
  }),
  commitCoinWithdrawal: operation({
    id: 'commitCoinWithdrawal',
    group: 'coin_withdrawals',
    method: 'POST',
    path: '/api/coin_withdrawals/{id}/commit',
    summary: 'Commit a withdrawal within 30 seconds of its creation',
    permission: 'payout',
    params: { id: required(uuid()) },
    response: CoinWithdrawal,
    errors: ['already_committed', 'commit_window_expired'],
    isSignatureOnce: true,
  }),
  cancelCoinWithdrawal: operation({
    id: 'cancelCoinWithdrawal',
    group: 'coin_withdrawals',
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
  }),
} as const;

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
