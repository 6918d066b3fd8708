// The audit log: who did what, on which object, before and after, and with which result.
import { Type } from 'typebox';
import { oneOf, text } from '../../contract/fields.ts';
import { anyProject, operatorOperation, paging, span } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

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
    output: schema.page({
      id: schema.Id,
      at: schema.Time,
      actor: schema.Text,
      actor_kind: schema.Text,
      source: schema.Text,
      address: schema.TextOrNull,
      step_up: schema.nullable(schema.Facts),
      operation: schema.Text,
      project_id: schema.nullable(schema.Id),
      object_type: schema.TextOrNull,
      object_id: schema.TextOrNull,
      reason: schema.TextOrNull,
      result: schema.oneOf(RESULTS),
      code: schema.TextOrNull,
      problems: schema.rows({ field: schema.Text, code: schema.Text }),
      ended_at: schema.TimeOrNull,
      input: schema.Facts,
      before: Anything,
      after: Anything,
    }),
  }),
} as const;
