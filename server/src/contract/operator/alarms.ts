// Alerts: what requires a person's attention, and their acknowledgement.
import { ALARM_KINDS } from '../alarm-kinds.ts';
import { boolean, required, text, uuid } from '../fields.ts';
import { Id, oneOf, Time } from '../objects/schema-words.ts';
import { paging, reason, span } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Facts, page, row, TextOrNull, TimeOrNull } from './schema-words.ts';

const KIND_LENGTH_MAX = 100;

export const alarmsOperations = {
  'alarms.list': operatorOperation({
    summary: 'List the alarms that stand, newest first',
    permission: 'read',
    input: {
      all: boolean('also those that were cleared'),
      kind: text(KIND_LENGTH_MAX, 'only of this kind'),
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      kind: oneOf(ALARM_KINDS),
      raised_at: Time,
      cleared_at: TimeOrNull,
      cleared_reason: TextOrNull,
      /** Acknowledged: since when, by whom, and their last note. */
      known_at: TimeOrNull,
      known_by: TextOrNull,
      note: TextOrNull,
      facts: Facts,
    }),
  }),
  'alarms.acknowledge': operatorOperation({
    summary: 'Note that you have seen an alarm and what you do; it stands on, as known',
    permission: 'configure',
    about: { type: 'alarm', input: 'alarm_id' },
    input: {
      alarm_id: required(uuid('of the alarm')),
      reason: reason('what is known and who does what; in place of what was noted before'),
    },
    output: row({ id: Id, kind: oneOf(ALARM_KINDS) }),
  }),
  'alarms.clear': operatorOperation({
    summary: 'Note that an alarm was dealt with; one whose cause is gone clears itself',
    permission: 'configure',
    about: { type: 'alarm', input: 'alarm_id' },
    input: {
      alarm_id: required(uuid('of the alarm')),
      reason: reason('what was found and done; kept with the alarm'),
    },
    output: row({ id: Id, kind: oneOf(ALARM_KINDS) }),
  }),
} as const;
