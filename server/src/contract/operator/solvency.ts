// Solvency: whether merchants' balances are covered by the wallets, or by external holdings that the operator declares.
import { amount, code, required } from '../fields.ts';
import { Amount, Currency, Id, nullable, Text, Time } from '../objects/schema-words.ts';
import { paging, reason } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, page, row, rows } from './schema-words.ts';

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
    summary: 'What is owed, held and declared, by currency and in all',
    permission: 'read',
    input: {},
    output: row({ positions: rows(Position), rest: nullable(Money) }),
  }),
  'solvency.declare': operatorOperation({
    summary: 'Say what you hold elsewhere for the merchants, in place of what you said before',
    permission: 'operate',
    about: { type: 'currency', input: 'currency' },
    input: {
      amount: required(amount('how much; 0 when it is nothing any more')),
      currency: required(code('currency', 'of which currency')),
      reason: reason('where it is and who has seen it; kept for good'),
    },
    output: Money,
  }),
  'solvency.declarations': operatorOperation({
    summary: 'List what was declared, newest first; the last of a currency is in force',
    permission: 'read',
    input: { ...paging },
    output: page({ id: Id, declared_at: Time, currency: Currency, amount: Amount, reason: Text }),
  }),
} as const;
