// Queries of the wallets screen.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { SECOND } from '../../shared/clock.ts';

export type Wallet = OperatorApi['wallet.list']['output'][number];
export type Pieces = OperatorApi['wallet.report']['output'][number];
export type Size = OperatorApi['wallet.sizes']['output'][number];
export type Signer = OperatorApi['wallet.signer']['output'];
export type Budget = Signer['budgets'][number];
export type UnknownTokens = OperatorApi['deposits.unknown-tokens']['output'];
export type TopUp = OperatorApi['wallet.top-up']['output'];

export const walletList = queryOptions({
  queryKey: ['wallet', null, 'list'],
  queryFn: ({ signal }) => operator('wallet.list', {}, { signal }),
  refetchInterval: 30 * SECOND,
});

/** The cost of spending the wallet's outputs, for networks with outputs. */
export const walletReport = queryOptions({
  queryKey: ['wallet', null, 'report'],
  queryFn: ({ signal }) => operator('wallet.report', {}, { signal }),
});

/** The wallet's outputs by size. */
export const walletSizes = queryOptions({
  queryKey: ['wallet', null, 'sizes'],
  queryFn: ({ signal }) => operator('wallet.sizes', {}, { signal }),
});

/** Arrivals of tokens that this instance has not configured. */
export const unknownTokens = queryOptions({
  queryKey: ['deposits', null, 'unknown-tokens'],
  queryFn: ({ signal }) => operator('deposits.unknown-tokens', {}, { signal }),
});

export const signerShown = queryOptions({
  queryKey: ['wallet', null, 'signer'],
  queryFn: ({ signal }) => operator('wallet.signer', {}, { signal }),
  refetchInterval: 30 * SECOND,
});

export function topUpAddress(coin: string, confirms: string): Promise<TopUp> {
  return operator('wallet.top-up', { coin }, { confirms });
}
