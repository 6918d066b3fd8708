// Exchanges between two accounts, in one step or two.
import { Type } from 'typebox';
import { amount, boolean, code, required, uuid } from '../fields.ts';
import { operationsOf, reference } from '../operation.ts';
import { Amount, Currency, Id, nullable, row, Text } from '../schema.ts';

export const Exchange = row({
  pair: Type.String({ description: 'The two currency codes without a separator, <BASE><QUOTE>' }),
  rate: Amount,
  fee: Amount,
  fee_currency: Currency,
});

export const ExchangeTransfer = row({
  id: Id,
  charged_amount: Amount,
  charged_currency: Currency,
  received_amount: Amount,
  received_currency: Currency,
  custom_id: nullable(Text),
  exchange: Exchange,
});

export const exchangeTransfersOperations = operationsOf('exchange_transfers', {
  createExchangeTransfer: {
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
  },
  showExchangeTransfer: {
    method: 'GET',
    path: '/api/exchange_transfers/{id}',
    summary: 'Get an exchange',
    params: { id: required(uuid()) },
    response: ExchangeTransfer,
  },
  commitExchangeTransfer: {
    method: 'POST',
    path: '/api/exchange_transfers/{id}/commit',
    summary: 'Commit an exchange within 30 seconds of its creation',
    permission: 'payout',
    params: { id: required(uuid()) },
    response: ExchangeTransfer,
    errors: ['already_committed', 'commit_window_expired'],
    isSignatureOnce: true,
  },
});
