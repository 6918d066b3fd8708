// Queries of the paused payouts screen.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, operatorQuery } from '../../shared/queries.ts';

export type Stop = OperatorApi['payouts.pauses']['output']['rows'][number];
export type Quarantine = OperatorApi['quarantine.show']['output'][number];

export const stopList = operatorList(['stop', 'payouts'], 'payouts.pauses', {});

export const quarantineList = operatorQuery(['stop', 'quarantine'], 'quarantine.show', {});
