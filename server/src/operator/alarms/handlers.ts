// Alerts: listing and resolving them as the operator.

import { acknowledgeAlert, clearAlert, pageOfAlerts } from '../../ledger/alerts.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, requestedSpan } from '../paging.ts';
import { shownPage, timeOf, timeOrNull } from '../present.ts';
import type { alertsOperations } from './contract.ts';

export const alertsHandlers: HandlersOf<typeof alertsOperations> = {
  async 'alarms.list'(app, { all, kind, ...input }) {
    const page = await pageOfAlerts(app.db, {
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
    const { kind } = await acknowledgeAlert(app, { id, note, by: actor.name });
    return { id, kind };
  },
  async 'alarms.clear'(app, { alarm_id: id, reason }) {
    const { kind } = await clearAlert(app, { id, reason });
    return { id, kind };
  },
};
