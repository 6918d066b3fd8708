// The inbox of unmatched deposits: late, extra, or for an unknown recipient.
import { code, oneOf, required, text, uuid } from '../fields.ts';
import { CoinDeposit, UNMATCHED_REASONS } from '../objects/coin-deposits.ts';
import { operation, paging } from '../operation.ts';

export const coinDepositsOperations = {
  listCoinDeposits: operation({
    id: 'listCoinDeposits',
    group: 'coin_deposits',
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
  }),
  showCoinDeposit: operation({
    id: 'showCoinDeposit',
    group: 'coin_deposits',
    method: 'GET',
    path: '/api/coin_deposits/{id}',
    summary: 'Get an unmatched payment, resolved or not',
    params: { id: required(uuid()) },
    response: CoinDeposit,
  }),
  creditCoinDeposit: operation({
    id: 'creditCoinDeposit',
    group: 'coin_deposits',
    method: 'POST',
    path: '/api/coin_deposits/{id}/credit',
    summary: 'Credit an unmatched payment to your account of the coin',
    params: { id: required(uuid()) },
    body: { description: required(text(1000, 'Reason, shown in the list of transactions')) },
    response: CoinDeposit,
    errors: ['invalid_status'],
    isSignatureOnce: true,
  }),
  refundCoinDeposit: operation({
    id: 'refundCoinDeposit',
    group: 'coin_deposits',
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
  }),
  attachCoinDeposit: operation({
    id: 'attachCoinDeposit',
    group: 'coin_deposits',
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
  }),
} as const;
