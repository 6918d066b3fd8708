// Alerts: listing and resolving them as the operator.

import { acknowledgeAlarm, clearAlarm, pageOfAlarms } from '../../ledger/alarms.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, requestedSpan } from '../paging.ts';
import { shownPage, timeOf, timeOrNull } from '../present.ts';
import type { alarmsOperations } from './contract.ts';

export const alarmsHandlers: HandlersOf<typeof alarmsOperations> = {
  async 'alarms.list'(app, { all, kind, ...input }) {
    const page = await pageOfAlarms(app.db, {
      ...requestedPage(input),
      ...{ withCleared: all === true, kind: kind ?? null, span: requestedSpan(input) },
    });
    return shownPage(page, (row) => ({
      id: row.id,
      kind: row.kind,
      raised_at: timeOf(row.created_at),
      cleared_at: timeOrNull(row.cleared_at),
      cleared_reason: row.cleared_reason,
      ...{ known_at: timeOrNull(row.known_at), known_by: row.known_by, note: row.note },
      facts: row.facts,
    }));
  },
  async 'alarms.acknowledge'(app, { alarm_id: id, reason: note }, { actor }) {
    const { kind } = await acknowledgeAlarm(app, { id, note, by: actor.name });
    return { id, kind };
  },
  async 'alarms.clear'(app, { alarm_id: id, reason }) {
    const { kind } = await clearAlarm(app, { id, reason });
    return { id, kind };
  },
};
