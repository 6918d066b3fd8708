// Alarms: what a person must look at, and that he did.
import { boolean, required, uuid } from '../fields.ts';
import { Id, Text, Time } from '../objects/schema-words.ts';
import { reason } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Facts, row, rows, TextOrNull, TimeOrNull } from './schema-words.ts';

export const alarmsOperations = {
  'alarms.list': operatorOperation({
    summary: 'List the alarms that stand, newest first',
    permission: 'read',
    input: { all: boolean('also those that were cleared') },
    output: rows({
      id: Id,
      kind: Text,
      raised_at: Time,
      cleared_at: TimeOrNull,
      cleared_reason: TextOrNull,
      facts: Facts,
    }),
  }),
  'alarms.clear': operatorOperation({
    summary: 'Note that an alarm was dealt with; one whose cause is gone clears itself',
    permission: 'configure',
    about: { type: 'alarm', input: 'alarm_id' },
    input: {
      alarm_id: required(uuid('of the alarm')),
      reason: reason('what was found and done; kept with the alarm'),
    },
    output: row({ id: Id, kind: Text }),
  }),
} as const;
