// Exchanges between two accounts, in one step or two. Source: wire.md (b).
import { amount, boolean, code, required, uuid } from '../fields.ts';
import { ExchangeTransfer } from '../objects/exchange-transfers.ts';
import { operation, reference } from '../operation.ts';

export const exchangeTransfersOperations = {
  createExchangeTransfer: operation({
    id: 'createExchangeTransfer',
    group: 'exchange_transfers',
    method: 'POST',
    path: '/api/exchange_transfers',
    summary:
      'Create an exchange between two accounts, executed immediately or committed within 30 seconds',
    permission: 'payout',
    body: {
      charged_currency: required(code('currency', 'Account that is debited')),
      received_currency: required(code('currency', 'Account that is credited')),
      charged_amount: amount('Exact amount to debit. The fee is deducted from it'),
      received_amount: amount('Exact amount to credit. The fee is added'),
      custom_id: reference('Your reference, unique'),
      force_commit: boolean('Commit immediately'),
    },
    response: ExchangeTransfer,
    status: 201,
    errors: ['duplicate_custom_id', 'rates_unavailable'],
    isSignatureOnce: true,
  }),
  showExchangeTransfer: operation({
    id: 'showExchangeTransfer',
    group: 'exchange_transfers',
    method: 'GET',
    path: '/api/exchange_transfers/{id}',
    summary: 'Get an exchange',
    params: { id: required(uuid()) },
    response: ExchangeTransfer,
  }),
  commitExchangeTransfer: operation({
    id: 'commitExchangeTransfer',
    group: 'exchange_transfers',
    method: 'POST',
    path: '/api/exchange_transfers/{id}/commit',
    summary: 'Commit an exchange within 30 seconds of its creation',
    permission: 'payout',
    params: { id: required(uuid()) },
    response: ExchangeTransfer,
    errors: ['already_committed', 'commit_window_expired'],
    isSignatureOnce: true,
  }),
} as const;
