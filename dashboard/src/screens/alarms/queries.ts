// Queries of the alerts screen: open and past alerts.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';

export type Alarm = OperatorApi['alarms.list']['output']['rows'][number];

export function alarmList(isAll: boolean) {
  return listOptions(['alarm', null, 'list', isAll], async (after, signal) =>
    operatorPage(
      await operator('alarms.list', { all: isAll, limit: ROWS_OF_A_PAGE, after }, { signal }),
    ),
  );
}

/** Replaces the previous note. */
export function acknowledgeAlarm(id: string, note: string) {
  return operator('alarms.acknowledge', { alarm_id: id, reason: note });
}

export function clearAlarm(id: string, reason: string) {
  return operator('alarms.clear', { alarm_id: id, reason });
}
