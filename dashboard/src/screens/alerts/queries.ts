// Queries of the alerts screen: open and past alerts.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorList, wholeList } from '../../shared/queries.ts';

export type AlertRow = OperatorApi['alerts.list']['output']['rows'][number];

export function alertList(isAll: boolean) {
  return operatorList(['alert', null, 'list', isAll], 'alerts.list', { all: isAll });
}

/** The new note replaces the previous one. */
export function acknowledgeAlert(id: string, note: string) {
  return operator('alerts.acknowledge', { alert_id: id, reason: note });
}

export function resolveAlert(id: string, reason: string) {
  return operator('alerts.resolve', { alert_id: id, reason });
}

export type Destination = OperatorApi['alerts.destinations.list']['output'][number];
export type AddedDestination = OperatorApi['alerts.destinations.add']['output'];
export type TestResult = OperatorApi['alerts.test']['output'][number];

export function destinationList() {
  return listOptions(['alert_destination', null, 'list'], async (_after, signal) =>
    wholeList(await operator('alerts.destinations.list', {}, { signal })),
  );
}
