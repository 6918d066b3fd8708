// Alarms, as the operator sees and clears them.
import type { alarmsOperations } from '../contract/operator/alarms.ts';
import { clearAlarm, listAlarms } from '../ledger/alarms.ts';
import type { HandlersOf } from './operator.ts';
import { timeOf, timeOrNull } from './present.ts';

export const alarmsHandlers: HandlersOf<typeof alarmsOperations> = {
  async 'alarms.list'(app, { all }) {
    const rows = await listAlarms(app.db, { withCleared: all === true });
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      raised_at: timeOf(row.created_at),
      cleared_at: timeOrNull(row.cleared_at),
      cleared_reason: row.cleared_reason,
      facts: row.facts,
    }));
  },
  async 'alarms.clear'(app, { alarm_id: id, reason }) {
    const { kind } = await clearAlarm(app, { id, reason });
    return { id, kind };
  },
};
