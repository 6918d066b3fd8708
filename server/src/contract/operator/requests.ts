// The request log: API requests of the last days, and their errors.
import { Type } from 'typebox';
import { oneOf, text } from '../fields.ts';
import { Id, nullable, Text, Time } from '../objects/schema-words.ts';
import { paging, span, theProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Facts, page, rows, TextOrNull } from './schema-words.ts';

const PATH_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 128;

/** By the first digit of the status. */
export const requestOutcomes = { succeeded: 2, refused: 4, failed: 5 } as const;
type Result = keyof typeof requestOutcomes;

export const requestsOperations = {
  'requests.list': operatorOperation({
    summary: 'List what programs of the project asked in the last days, newest first',
    permission: 'inspect',
    input: {
      project: theProject,
      outcome: oneOf(Object.keys(requestOutcomes) as Result[], 'only those (all)'),
      path: text(PATH_LENGTH_MAX, 'only paths that begin so: /api/invoices'),
      key: text(NAME_LENGTH_MAX, 'only by this key, its public part'),
      request_id: text(NAME_LENGTH_MAX, 'only this one, as its answer named it'),
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      request_id: Text,
      at: Time,
      method: Text,
      path: Text,
      key: Text,
      key_name: TextOrNull,
      /** False: anyone who knows the public part of the key may have sent it. */
      signed: Type.Boolean(),
      status: Type.Integer(),
      milliseconds: Type.Integer(),
      code: TextOrNull,
      message: TextOrNull,
      problems: rows({ field: Text, code: Text, message: Text }),
      input: nullable(Facts),
      ignored: TextOrNull,
      /** Number of similar requests before it that were not stored. */
      left_out: Type.Integer(),
    }),
  }),
} as const;
