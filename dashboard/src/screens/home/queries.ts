// Queries of the home screen: one overview, of a project or of the whole instance.
import type { QueryClient } from '@tanstack/react-query';
import type { OperatorApi } from '../../shared/api-types.ts';
import { DAY } from '../../shared/clock.ts';
import { VALUED_IN } from '../../shared/currencies.ts';
import { operatorQuery } from '../../shared/queries.ts';

export type Overview = OperatorApi['overview.show']['output'];
export type Need = Overview['needs'][number];
export type Account = Overview['accounts'][number];

/** Any event may change it: refetched every 30 seconds, in addition to live events. */
export function overviewOf(project: string | undefined, currency: string) {
  return {
    ...operatorQuery(['overview', project ?? null, currency], 'overview.show', {
      project,
      currency,
    }),
    refetchInterval: 30_000,
  };
}

export type Flows = OperatorApi['overview.flows']['output'];

const STORAGE_KEY_NAME = 'chaintill-valued-in';

/** The currency in which this browser shows values. */
export const valuationCurrency = () => localStorage.getItem(STORAGE_KEY_NAME) ?? VALUED_IN;

export function storeValuationCurrency(currency: string): void {
  localStorage.setItem(STORAGE_KEY_NAME, currency);
}

/** Requests what the screen shows first, while its code still loads. */
export function prefetchHome(client: QueryClient, project?: string): void {
  const currency = valuationCurrency();
  void client.prefetchQuery(overviewOf(project, currency));
  void client.prefetchQuery(flowsOf(project, currency));
}

/** Over the last thirty days. Summed from the ledger, so it is not refetched for each change. */
export function flowsOf(project: string | undefined, currency: string) {
  return {
    ...operatorQuery(['flows', project ?? null, currency], 'overview.flows', { project, currency }),
    refetchInterval: 60_000,
  };
}

/** All days of the period, also those without movements. */
export function daysIn({ from, to }: Flows): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
