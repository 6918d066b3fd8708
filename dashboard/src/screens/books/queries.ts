// Queries of the balances screen: the last audit, positions and declarations.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList } from '../../shared/lists.ts';

export type Audited = OperatorApi['books.show']['output'];
export type Position = OperatorApi['solvency.show']['output']['positions'][number];
export type Declaration = OperatorApi['solvency.declarations']['output']['rows'][number];

/** The audit's findings are alerts. */
export const audited = queryOptions({
  queryKey: ['alert', 'books'],
  queryFn: ({ signal }) => operator('books.show', {}, { signal }),
});

export const SOLVENCY = ['books', 'solvency'] as const;

export const solvency = queryOptions({
  queryKey: [...SOLVENCY, 'positions'],
  queryFn: ({ signal }) => operator('solvency.show', {}, { signal }),
});

export const declarationList = operatorList(
  [...SOLVENCY, 'declarations'],
  'solvency.declarations',
  {},
);
