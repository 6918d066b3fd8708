// Queries of alert destinations, separate from those of the alerts.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, wholeList } from '../../shared/lists.ts';

export type Destination = OperatorApi['alerts.destinations.list']['output'][number];
export type AddedDestination = OperatorApi['alerts.destinations.add']['output'];
export type TestResult = OperatorApi['alerts.test']['output'][number];

export function destinationList() {
  return listOptions(['alert_destination', null, 'list'], async (_after, signal) =>
    wholeList(await operator('alerts.destinations.list', {}, { signal })),
  );
}
