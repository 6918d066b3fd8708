// Queries of the paused payouts screen.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, operatorQuery } from '../../shared/queries.ts';

export type Pause = OperatorApi['payouts.pauses']['output']['rows'][number];
export type Quarantine = OperatorApi['quarantine.show']['output'][number];

export const pauseList = operatorList(['pause', 'payouts'], 'payouts.pauses', {});

export const quarantineList = operatorQuery(['pause', 'quarantine'], 'quarantine.show', {});

/** The queries that every pause changes. */
export const PAUSES = [['pause']] as const;
