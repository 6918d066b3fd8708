// Alerts: listing and resolving them as the operator.
import { acknowledgeAlert, pageOfAlerts, resolveAlert } from '../../ledger/alerts.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, requestedSpan, shownPage, timeOf, timeOrNull } from '../present.ts';
import type { alertsOperations } from './contract.ts';

export const alertsHandlers: HandlersOf<typeof alertsOperations> = {
  async 'alerts.list'(app, { all, kind, ...input }) {
    const page = await pageOfAlerts(app.db, {
      ...requestedPage(input),
      withResolved: all === true,
      kind: kind ?? null,
      span: requestedSpan(input),
    });
    return shownPage(page, (row) => ({
      id: row.id,
      kind: row.kind,
      raised_at: timeOf(row.created_at),
      resolved_at: timeOrNull(row.resolved_at),
      resolved_reason: row.resolved_reason,
      acknowledged_at: timeOrNull(row.acknowledged_at),
      acknowledged_by: row.acknowledged_by,
      note: row.note,
      facts: row.facts,
    }));
  },
  async 'alerts.acknowledge'(app, { alert_id: id, reason: note }, { actor }) {
    const { kind } = await acknowledgeAlert(app, { id, note, by: actor.name });
    return { id, kind };
  },
  async 'alerts.resolve'(app, { alert_id: id, reason }) {
    const { kind } = await resolveAlert(app, { id, reason });
    return { id, kind };
  },
};
