// Alerts: what requires a person's attention, and their acknowledgment.
import { ALERT_KINDS } from '../../contract/alert-kinds.ts';
import { boolean, required, text, uuid } from '../../contract/fields.ts';
import { Id, oneOf, Time } from '../../contract/objects/schema-types.ts';
import { paging, reason, span } from '../../contract/operator/fields.ts';
import { operatorOperation } from '../../contract/operator/operation.ts';
import { Facts, page, row, TextOrNull, TimeOrNull } from '../../contract/operator/schema-words.ts';

const KIND_LENGTH_MAX = 100;

export const alertsOperations = {
  'alarms.list': operatorOperation({
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
      cleared_at: TimeOrNull,
      cleared_reason: TextOrNull,
      /** Acknowledged: when, by whom, and their last note. */
      known_at: TimeOrNull,
      known_by: TextOrNull,
      note: TextOrNull,
      facts: Facts,
    }),
  }),
  'alarms.acknowledge': operatorOperation({
    summary: 'Acknowledge an alert. It stays open',
    permission: 'configure',
    about: { type: 'alarm', input: 'alarm_id' },
    input: {
      alarm_id: required(uuid('ID of the alert')),
      reason: reason('what you know and who works on it; replaces an earlier note'),
    },
    output: row({ id: Id, kind: oneOf(ALERT_KINDS) }),
  }),
  'alarms.clear': operatorOperation({
    summary: 'Resolve an alert. An alert whose cause is gone resolves automatically',
    permission: 'configure',
    about: { type: 'alarm', input: 'alarm_id' },
    input: {
      alarm_id: required(uuid('ID of the alert')),
      reason: reason('what you found and did; kept with the alert'),
    },
    output: row({ id: Id, kind: oneOf(ALERT_KINDS) }),
  }),
} as const;
