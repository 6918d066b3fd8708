// The ledger audit: when each project's ledger was last verified, and which violations are unresolved. Solvency:
// whether merchants' balances are covered by the wallets, or by external holdings that the operator declares.
import { Type } from 'typebox';
import { amount, code, required } from '../../contract/fields.ts';
import { INVARIANT_CODES } from '../../contract/invariant-codes.ts';
import { operatorOperation, paging, reason } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const Position = {
  currency: schema.Currency,
  owed: schema.Amount,
  held: schema.Amount,
  beside_tokens: schema.Amount,
  declared: schema.Amount,
  rest: schema.Amount,
};

export const booksOperations = {
  'books.show': operatorOperation({
    summary:
      'Show when each ledger was last verified, oldest first, and the errors that were found',
    permission: 'read',
    output: schema.row({
      /** At most a hundred. Everything before this time is correct, except for the violations found. */
      projects: schema.rows({
        project_id: schema.Id,
        project: schema.Text,
        proven_at: schema.TimeOrNull,
        is_due: Type.Boolean(),
      }),
      has_more_projects: Type.Boolean(),
      /** The last full audit that a person requested; running while it has no end. */
      whole: schema.nullable(
        schema.row({ began_at: schema.Time, ended_at: schema.TimeOrNull, found: Type.Integer() }),
      ),
      /** Open alerts, newest first, at most a hundred. An alert without a project is about the operator's coins. */
      found: schema.rows({
        alert_id: schema.Id,
        found_at: schema.Time,
        project_id: schema.nullable(schema.Id),
        invariant: schema.oneOf(INVARIANT_CODES),
        facts: schema.Facts,
      }),
      has_more_found: Type.Boolean(),
    }),
  }),
  'solvency.show': operatorOperation({
    summary: 'Show liabilities, holdings and declared reserves, by currency and in total',
    permission: 'read',
    output: schema.row({ positions: schema.rows(Position), rest: schema.nullable(schema.Money) }),
  }),
  'solvency.record-holding': operatorOperation({
    summary: 'Declare reserves that you hold elsewhere. Replaces the earlier declaration',
    permission: 'operate',
    about: { type: 'currency', input: 'currency' },
    input: {
      amount: required(amount('amount; 0 if you hold nothing any more')),
      currency: required(code('currency', 'currency')),
      reason: reason('where the reserves are and who checked them; kept permanently'),
    },
    output: schema.Money,
  }),
  'solvency.holdings': operatorOperation({
    summary: 'List declarations, newest first. The latest declaration of each currency applies',
    permission: 'read',
    input: { ...paging },
    output: schema.page({
      id: schema.Id,
      declared_at: schema.Time,
      currency: schema.Currency,
      amount: schema.Amount,
      reason: schema.Text,
    }),
  }),
} as const;
