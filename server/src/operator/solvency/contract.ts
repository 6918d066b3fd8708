// Solvency: whether merchants' balances are covered by the wallets, or by external holdings that the operator declares.
import { amount, code, required } from '../../contract/fields.ts';
import { operatorOperation, paging, reason } from '../../contract/operator/operation.ts';
import {
  Amount,
  Currency,
  Id,
  Money,
  nullable,
  page,
  row,
  rows,
  Text,
  Time,
} from '../../contract/schema.ts';

const Position = {
  currency: Currency,
  owed: Amount,
  held: Amount,
  beside_tokens: Amount,
  declared: Amount,
  rest: Amount,
};

export const solvencyOperations = {
  'solvency.show': operatorOperation({
    summary: 'Show liabilities, holdings and declared reserves, by currency and in total',
    permission: 'read',
    input: {},
    output: row({ positions: rows(Position), rest: nullable(Money) }),
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
    output: Money,
  }),
  'solvency.holdings': operatorOperation({
    summary: 'List declarations, newest first. The latest declaration of each currency applies',
    permission: 'read',
    input: { ...paging },
    output: page({ id: Id, declared_at: Time, currency: Currency, amount: Amount, reason: Text }),
  }),
} as const;
