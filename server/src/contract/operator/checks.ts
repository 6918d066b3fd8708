// Checks of the whole till: one look at everything that can be wrong, and the proof of all books.
import { Type } from 'typebox';
import { DOCTOR_CODES } from '../doctor-codes.ts';
import { boolean } from '../fields.ts';
import { FindingDetail } from '../finding-details.ts';
import { INVARIANT_CODES } from '../invariant-texts.ts';
import { NODE_CHECKS } from '../node-details.ts';
import { nullable, oneOf, Text } from '../objects/schema-words.ts';
import { operatorOperation } from './operation.ts';
import { Facts, row, rows, TextOrNull } from './schema-words.ts';

export const checksOperations = {
  doctor: operatorOperation({
    summary: 'Check the books, the chains, the callbacks and the keys',
    permission: 'read',
    input: {},
    output: rows({
      check: Text,
      /** The same for who says it in words of his own, and the coin or node that was looked at. */
      code: oneOf(DOCTOR_CODES),
      about: TextOrNull,
      ok: Type.Boolean(),
      text: Text,
      hint: TextOrNull,
      /** What `text` says, in values. */
      detail: FindingDetail,
      /** The look at a node that it is of. */
      node: nullable(row({ coin: Text, node: Text, check: oneOf(NODE_CHECKS) })),
    }),
  }),
  audit: operatorOperation({
    summary: 'Prove all books from their first row on; goes on where it was cut',
    permission: 'read',
    input: { again: boolean('start over, also when the last one was cut') },
    output: rows({ invariant: oneOf(INVARIANT_CODES), facts: Facts }),
  }),
} as const;
