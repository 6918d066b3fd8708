// Queries of the wallets screen.
import type { OperatorApi } from '../../shared/api-types.ts';
import { SECOND } from '../../shared/clock.ts';
import { operatorQuery } from '../../shared/queries.ts';

export type Wallet = OperatorApi['wallet.list']['output'][number];
export type Pieces = OperatorApi['wallet.report']['output'][number];
export type Size = OperatorApi['wallet.utxo-stats']['output'][number];
export type Signer = OperatorApi['wallet.signer']['output'];
export type Budget = Signer['budgets'][number];
export type TopUp = OperatorApi['wallet.deposit-address']['output'];

export const walletList = {
  ...operatorQuery(['wallet', null, 'list'], 'wallet.list', {}),
  refetchInterval: 30 * SECOND,
};

/** The cost of spending the wallet's outputs, for networks with outputs. */
export const walletReport = operatorQuery(['wallet', null, 'report'], 'wallet.report', {});

export const walletSizes = operatorQuery(['wallet', null, 'sizes'], 'wallet.utxo-stats', {});

/** Arrivals of tokens that this instance has not configured. */
export const unknownTokens = operatorQuery(
  ['deposits', null, 'unknown-tokens'],
  'deposits.unknown-tokens',
  {},
);

export const signerShown = {
  ...operatorQuery(['wallet', null, 'signer'], 'wallet.signer', {}),
  refetchInterval: 30 * SECOND,
};
