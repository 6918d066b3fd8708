// Queries of the alerts screen: open and past alerts.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList } from '../../shared/lists.ts';

export type AlertRow = OperatorApi['alarms.list']['output']['rows'][number];

export function alertList(isAll: boolean) {
  return operatorList(['alarm', null, 'list', isAll], 'alarms.list', { all: isAll });
}

/** Replaces the previous note. */
export function acknowledgeAlert(id: string, note: string) {
  return operator('alarms.acknowledge', { alarm_id: id, reason: note });
}

export function clearAlert(id: string, reason: string) {
  return operator('alarms.clear', { alarm_id: id, reason });
}
