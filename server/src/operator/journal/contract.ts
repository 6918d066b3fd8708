// The audit log: who did what, on which object, before and after, and with which result.
import { Type } from 'typebox';
import { oneOf, text } from '../../contract/fields.ts';
import { anyProject, operatorOperation, paging, span } from '../../contract/operator/operation.ts';
import {
  Facts,
  Id,
  nullable,
  oneOf as oneOfThese,
  page,
  rows,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const TEXT_LENGTH_MAX = 255;
/** `begun`: still running, or interrupted before the result was recorded. */
const RESULTS = ['begun', 'done', 'refused', 'failed'] as const;

/** The state of the object; each object type and operation has its own schema. */
const Anything = Type.Unknown();

export const journalOperations = {
  'journal.list': operatorOperation({
    summary: 'List what people did, including rejected attempts, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      actor: text(TEXT_LENGTH_MAX, 'only by this actor'),
      operation: text(
        TEXT_LENGTH_MAX,
        'only this operation or group: withdrawals.cancel, withdrawals',
      ),
      object_id: text(TEXT_LENGTH_MAX, 'only on the object with this ID'),
      result: oneOf(RESULTS, 'only with this result; begun: still running, or interrupted'),
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      at: Time,
      actor: Text,
      actor_kind: Text,
      source: Text,
      address: TextOrNull,
      step_up: nullable(Facts),
      operation: Text,
      project_id: nullable(Id),
      object_type: TextOrNull,
      object_id: TextOrNull,
      reason: TextOrNull,
      input: Facts,
      result: oneOfThese(RESULTS),
      code: TextOrNull,
      problems: rows({ field: Text, code: Text }),
      ended_at: TimeOrNull,
      before: Anything,
      after: Anything,
    }),
  }),
} as const;
