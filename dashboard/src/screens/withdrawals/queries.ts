// Queries of the withdrawal screens.
import type { OperatorApi } from '../../shared/api-types.ts';
import { requestedOrder } from '../../shared/list-orders.ts';
import {
  merchantQuery,
  operatorList,
  operatorQuery,
  type TextSearch,
} from '../../shared/queries.ts';
import { withdrawalStatuses } from '../../shared/statuses.tsx';
import { requestedSpan } from '../../shared/ui/filters.tsx';

export type WithdrawalRow = OperatorApi['withdrawals.list']['output']['rows'][number];
export type Withdrawal = OperatorApi['withdrawals.show']['output'];
export type Decision = NonNullable<Withdrawal['decision']>;

/** Who must act next on a held withdrawal. */
export const waitsFor = ['approvers', 'operator'] as const;

type WithdrawalFilter = TextSearch<
  'status' | 'waits_for' | 'coin' | 'custom_id' | 'address' | 'txid' | 'from' | 'to' | 'sort'
>;

export function withdrawalList(project: string, { from, to, sort, ...filter }: WithdrawalFilter) {
  return operatorList(
    ['withdrawal', project, 'list', { from, to, sort, ...filter }],
    'withdrawals.list',
    {
      ...filter,
      project,
      status: withdrawalStatuses.find((known) => known === filter.status),
      waits_for: waitsFor.find((known) => known === filter.waits_for),
      order: requestedOrder(sort, filter.coin),
      ...requestedSpan({ from, to }),
    },
  );
}

export function withdrawalOne(project: string, id: string) {
  return operatorQuery(['withdrawal', project, id], 'withdrawals.show', { withdrawal_id: id });
}

/** The costs, which only the merchant API returns. */
export function withdrawalCosts(project: string, id: string) {
  return merchantQuery(project, {
    key: ['withdrawal', project, id, 'costs'],
    name: 'showCoinWithdrawal',
    input: { id },
  });
}

/** An address is read the same way for as long as the dialog is open. */
export function destinationOf(project: string, text: string) {
  return {
    ...operatorQuery(['destination', project, text], 'withdrawals.read-destination', {
      project,
      text,
    }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export function networkFees(project: string) {
  return {
    ...merchantQuery(project, {
      key: ['network_fee', project],
      name: 'listNetworkFees',
      input: { all_networks: true },
    }),
    refetchInterval: 30_000,
  };
}

export function rateNow(project: string, pair: { readonly base: string; readonly quote: string }) {
  return {
    ...merchantQuery(project, { key: ['rate', project, pair], name: 'showRate', input: pair }),
    enabled: pair.base !== pair.quote && pair.quote !== '',
    refetchInterval: 10_000,
    retry: false,
  };
}
