// Queries of the withdrawal screens.
import type { CoinWithdrawalRequest } from '@chaintill/client';
import { merchant, operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import {
  listOptions,
  merchantQuery,
  operatorPage,
  operatorQuery,
  ROWS_OF_A_PAGE,
  type TextSearch,
} from '../../shared/queries.ts';
import { withdrawalStatuses } from '../../shared/statuses.tsx';
import { dayEnd, dayStart } from '../../shared/ui/filters.tsx';

export type WithdrawalRow = OperatorApi['withdrawals.list']['output']['rows'][number];
export type Withdrawal = OperatorApi['withdrawals.show']['output'];
export type Decision = NonNullable<Withdrawal['decision']>;
export type DryRunResult = OperatorApi['withdrawals.dry-run']['output'];

/** Who must act next on a held withdrawal. */
export const waitsFor = ['approvers', 'operator'] as const;

/** The filters in the URL. */
export type WithdrawalFilter = TextSearch<
  'status' | 'waits_for' | 'coin' | 'custom_id' | 'address' | 'txid' | 'from' | 'to'
>;

export function withdrawalList(project: string, filter: WithdrawalFilter) {
  return listOptions(['withdrawal', project, 'list', filter], async (after, signal) => {
    const requested = {
      ...filter,
      status: withdrawalStatuses.find((known) => known === filter.status),
      waits_for: waitsFor.find((known) => known === filter.waits_for),
      from: dayStart(filter.from),
      to: dayEnd(filter.to),
      project,
      limit: ROWS_OF_A_PAGE,
      after,
    };
    return operatorPage(await operator('withdrawals.list', requested, { signal }));
  });
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

export function sendableCoins(project: string) {
  return {
    ...merchantQuery(project, { key: ['coin', project], name: 'listCoins', input: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export function balances(project: string) {
  return operatorQuery(['account', project], 'accounts.list', { project });
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

/** Priced and valid for 30 seconds, with the policy decision. */
export async function quoteWithdrawal(
  project: string,
  request: CoinWithdrawalRequest,
  options: { readonly attempt: string; readonly confirms: string },
) {
  const withdrawal = await merchant(project)('createCoinWithdrawal', request, options);
  const { decision } = await operator('withdrawals.show', { withdrawal_id: withdrawal.id });
  return { withdrawal, decision };
}
