// Alerts: what requires a person's attention, and their acknowledgment.
import { ALERT_KINDS } from '../../contract/alert-kinds.ts';
import { boolean, required, text, uuid } from '../../contract/fields.ts';
import { operatorOperation, paging, reason, span } from '../../contract/operator/operation.ts';
import {
  Facts,
  Id,
  oneOf,
  page,
  row,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const KIND_LENGTH_MAX = 100;

export const alertsOperations = {
  'alerts.list': operatorOperation({
    summary: 'List open alerts, newest first',
    permission: 'read',
    input: {
      all: boolean('include resolved alerts'),
      kind: text(KIND_LENGTH_MAX, 'only alerts of this kind'),
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      kind: oneOf(ALERT_KINDS),
      raised_at: Time,
      resolved_at: TimeOrNull,
      resolved_reason: TextOrNull,
      /** Acknowledged: when, by whom, and their last note. */
      acknowledged_at: TimeOrNull,
      acknowledged_by: TextOrNull,
      note: TextOrNull,
      facts: Facts,
    }),
  }),
  'alerts.acknowledge': operatorOperation({
    summary: 'Acknowledge an alert. It stays open',
    permission: 'configure',
    about: { type: 'alert', input: 'alert_id' },
    input: {
      alert_id: required(uuid('ID of the alert')),
      reason: reason('what you know and who is working on it; replaces an earlier note'),
    },
    output: row({ id: Id, kind: oneOf(ALERT_KINDS) }),
  }),
  'alerts.resolve': operatorOperation({
    summary: 'Resolve an alert. An alert whose cause is gone resolves automatically',
    permission: 'configure',
    about: { type: 'alert', input: 'alert_id' },
    input: {
      alert_id: required(uuid('ID of the alert')),
      reason: reason('what you found and did; kept with the alert'),
    },
    output: row({ id: Id, kind: oneOf(ALERT_KINDS) }),
  }),
} as const;
