// The request log: API requests of the last days, and their errors.
import { Type } from 'typebox';
import { oneOf, text } from '../../contract/fields.ts';
import { operatorOperation, paging, span, theProject } from '../../contract/operator/operation.ts';
import { Facts, Id, nullable, page, rows, Text, TextOrNull, Time } from '../../contract/schema.ts';

const PATH_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 128;

/** Results by the first digit of the status. */
export const requestOutcomes = { succeeded: 2, refused: 4, failed: 5 } as const;
type Result = keyof typeof requestOutcomes;

export const requestsOperations = {
  'requests.list': operatorOperation({
    summary: 'List the API requests of the project in the last few days, newest first',
    permission: 'inspect',
    input: {
      project: theProject,
      result: oneOf(
        Object.keys(requestOutcomes) as Result[],
        'only requests with this result (default: all)',
      ),
      path: text(PATH_LENGTH_MAX, 'only paths with this prefix: /api/invoices'),
      key: text(NAME_LENGTH_MAX, 'only from the API key with this public part'),
      request_id: text(NAME_LENGTH_MAX, 'only the request with this ID from a response'),
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
      /** The number of similar earlier requests that were not stored. */
      left_out: Type.Integer(),
    }),
  }),
} as const;
