// Queries of the alerts screen: open and past alerts.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList } from '../../shared/queries.ts';

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
