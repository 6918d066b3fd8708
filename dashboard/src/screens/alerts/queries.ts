// Queries of the alerts screen: open and past alerts, and where they are sent.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, operatorWhole } from '../../shared/queries.ts';

export type AlertRow = OperatorApi['alerts.list']['output']['rows'][number];

export function alertList(isAll: boolean) {
  return operatorList(['alert', null, 'list', isAll], 'alerts.list', { all: isAll });
}

export type Destination = OperatorApi['alerts.destinations.list']['output'][number];
export type AddedDestination = OperatorApi['alerts.destinations.add']['output'];
export type TestResult = OperatorApi['alerts.test']['output'][number];

export const DESTINATIONS = ['alert_destination'] as const;

export const destinationList = operatorWhole(
  [...DESTINATIONS, null, 'list'],
  'alerts.destinations.list',
  {},
);
