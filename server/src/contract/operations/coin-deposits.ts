// The inbox of money that came in late, on top, or for nobody.
import { code, oneOf, required, text, uuid } from '../fields.ts';
import { CoinDeposit, UNMATCHED_REASONS } from '../objects/coin-deposits.ts';
import { operation } from '../operation.ts';
import { paging } from './shared-fields.ts';

export const coinDepositsOperations = {
  listCoinDeposits: operation({
    id: 'listCoinDeposits',
    group: 'Coin deposits',
    method: 'GET',
    path: '/api/coin_deposits',
    summary:
      'The inbox: money that came in late, on top, or for nobody and waits for you, newest first',
    query: {
      status: oneOf(['pending', 'on_hold'], 'Those that are confirmed and assessed are `on_hold`'),
      reason: oneOf(UNMATCHED_REASONS),
      currency: code('coin', 'Coin'),
      ...paging,
    },
    response: CoinDeposit,
    shape: 'page',
  }),
  showCoinDeposit: operation({
    id: 'showCoinDeposit',
    group: 'Coin deposits',
    method: 'GET',
    path: '/api/coin_deposits/{id}',
    summary: 'Show money that is in the inbox, or was until it was decided on',
    params: { id: required(uuid()) },
    response: CoinDeposit,
  }),
  creditCoinDeposit: operation({
    id: 'creditCoinDeposit',
    group: 'Coin deposits',
    method: 'POST',
    path: '/api/coin_deposits/{id}/credit',
    summary: 'Credit it to your account of the coin, without a fee',
    params: { id: required(uuid()) },
    body: { description: required(text(1000, 'Why; shown in the list of transactions')) },
    response: CoinDeposit,
    errors: ['invalid_status'],
    isSignatureOnce: true,
  }),
  refundCoinDeposit: operation({
    id: 'refundCoinDeposit',
    group: 'Coin deposits',
    method: 'POST',
    path: '/api/coin_deposits/{id}/refund',
    summary: 'Send it back by a withdrawal, less the network fee',
    permission: 'payout',
    params: { id: required(uuid()) },
    body: {
      address: required(text(200, 'Where to; on XRP with `?dt=<tag>`, or `?dt=0` for none')),
      description: required(text(1000, 'Why; shown in the list of transactions')),
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
    group: 'Coin deposits',
    method: 'POST',
    path: '/api/coin_deposits/{id}/attach',
    summary: 'Make it a payment of the open invoice or the channel that it was meant for',
    params: { id: required(uuid()) },
    body: {
      invoice_id: uuid('Either this or channel_id'),
      channel_id: uuid('Either this or invoice_id'),
      description: required(text(1000, 'Why')),
    },
    response: CoinDeposit,
    errors: ['invalid_status'],
    isSignatureOnce: true,
  }),
} as const;
