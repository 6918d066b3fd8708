// Queries of the project screens.
import { queryOptions } from '@tanstack/react-query';
import { merchant, operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorQuery } from '../../shared/queries.ts';

export type ProjectSettings = OperatorApi['projects.show']['output'];
export type Changes = Omit<OperatorApi['projects.update']['input'], 'project'>;

export function settingsOf(project: string) {
  return operatorQuery(['project', project, 'settings'], 'projects.show', { project });
}

export function currenciesOf(project: string) {
  return queryOptions({
    queryKey: ['project', project, 'currencies'],
    queryFn: async ({ signal }) => {
      const accounts = await operator('accounts.list', { project }, { signal });
      const coins = await merchant(project)('listCoins', {}, { signal });
      return {
        all: accounts.map(({ currency }) => currency),
        coins: [...new Set(coins.map(({ currency }) => currency))],
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
