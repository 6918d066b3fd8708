// The books: when those of each project were proven, and what was found wrong and still stands.
import { Type } from 'typebox';
import { INVARIANT_CODES } from '../invariant-texts.ts';
import { Id, nullable, oneOf, Text, Time } from '../objects/schema-words.ts';
import { operatorOperation } from './operation.ts';
import { Facts, row, rows, TimeOrNull } from './schema-words.ts';

export const booksOperations = {
  'books.show': operatorOperation({
    summary: 'When the books were proven, the longest ago first, and what was found wrong in them',
    permission: 'read',
    input: {},
    output: row({
      /** A hundred at most; all that came before this moment is right, but for what was found. */
      projects: rows({
        project_id: Id,
        project: Text,
        proven_at: TimeOrNull,
        is_due: Type.Boolean(),
      }),
      has_more_projects: Type.Boolean(),
      /** The last proof of everything that a person asked for; it goes on while it has no end. */
      whole: nullable(row({ began_at: Time, ended_at: TimeOrNull, found: Type.Integer() })),
      /** Alarms that stand, newest first, a hundred at most. One of no project is about the operator's coins. */
      found: rows({
        alarm_id: Id,
        found_at: Time,
        project_id: nullable(Id),
        invariant: oneOf(INVARIANT_CODES),
        facts: Facts,
      }),
      has_more_found: Type.Boolean(),
    }),
  }),
} as const;
