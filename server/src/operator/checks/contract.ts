// Checks of the whole instance: a doctor run, and a full ledger audit.
import { Type } from 'typebox';
import { DOCTOR_CODES } from '../../contract/doctor-codes.ts';
import { boolean } from '../../contract/fields.ts';
import { FindingDetail } from '../../contract/finding-details.ts';
import { INVARIANT_CODES } from '../../contract/invariant-codes.ts';
import { NODE_CHECKS } from '../../contract/node-details.ts';
import { operatorOperation } from '../../contract/operator/operation.ts';
import { Facts, nullable, oneOf, row, rows, Text, TextOrNull } from '../../contract/schema.ts';

export const checksOperations = {
  doctor: operatorOperation({
    summary: 'Check the ledger, chains, callbacks and keys',
    permission: 'read',
    input: {},
    output: rows({
      check: Text,
      /** The finding as a code for clients with their own texts, and the coin or node that was checked. */
      code: oneOf(DOCTOR_CODES),
      about: TextOrNull,
      ok: Type.Boolean(),
      text: Text,
      hint: TextOrNull,
      /** The content of `text` as values. */
      detail: FindingDetail,
      /** The node check that it belongs to. */
      node: nullable(row({ coin: Text, node: Text, check: oneOf(NODE_CHECKS) })),
    }),
  }),
  audit: operatorOperation({
    summary: 'Verify all ledgers from the first row. Continues where an interrupted audit stopped',
    permission: 'read',
    input: { again: boolean('start from the first row even if the last audit was interrupted') },
    output: rows({ invariant: oneOf(INVARIANT_CODES), facts: Facts }),
  }),
} as const;
