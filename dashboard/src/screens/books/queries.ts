// Queries of the balances screen: the last audit, positions and declarations.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, operatorQuery } from '../../shared/queries.ts';

export type Audited = OperatorApi['books.show']['output'];
export type Position = OperatorApi['solvency.show']['output']['positions'][number];
export type Declaration = OperatorApi['solvency.holdings']['output']['rows'][number];

/** The audit's findings are alerts. */
export const audited = operatorQuery(['alert', 'books'], 'books.show', {});

export const SOLVENCY = ['books', 'solvency'] as const;

export const solvency = operatorQuery([...SOLVENCY, 'positions'], 'solvency.show', {});

export const declarationList = operatorList([...SOLVENCY, 'declarations'], 'solvency.holdings', {});
