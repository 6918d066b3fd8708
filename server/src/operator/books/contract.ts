// The ledger audit: when each project's ledger was last verified, and which violations are unresolved.
import { Type } from 'typebox';
import { INVARIANT_CODES } from '../../contract/invariant-codes.ts';
import { operatorOperation } from '../../contract/operator/operation.ts';
import {
  Facts,
  Id,
  nullable,
  oneOf,
  row,
  rows,
  Text,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

export const booksOperations = {
  'books.show': operatorOperation({
    summary:
      'Show when each ledger was last verified, oldest first, and the errors that were found',
    permission: 'read',
    input: {},
    output: row({
      /** At most a hundred. Everything before this time is correct, except for the violations found. */
      projects: rows({
        project_id: Id,
        project: Text,
        proven_at: TimeOrNull,
        is_due: Type.Boolean(),
      }),
      has_more_projects: Type.Boolean(),
      /** The last full audit that a person requested; running while it has no end. */
      whole: nullable(row({ began_at: Time, ended_at: TimeOrNull, found: Type.Integer() })),
      /** Open alerts, newest first, at most a hundred. An alert without a project is about the operator's coins. */
      found: rows({
        alert_id: Id,
        found_at: Time,
        project_id: nullable(Id),
        invariant: oneOf(INVARIANT_CODES),
        facts: Facts,
      }),
      has_more_found: Type.Boolean(),
    }),
  }),
} as const;
