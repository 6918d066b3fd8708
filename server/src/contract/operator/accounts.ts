// Accounts of a project: balances, statements, and manual corrections with a reason.
import { amount, code, required, time } from '../fields.ts';
import { Amount, Currency, Id, nullable, Text } from '../objects/schema-words.ts';
import { reason, theProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, row, rows, TextOrNull, TimeOrNull } from './schema-words.ts';

const correction = {
  project: theProject,
  amount: required(amount('how much')),
  currency: required(code('currency', 'of which account')),
  reason: reason('why; shown as the description'),
};

export const accountsOperations = {
  'accounts.list': operatorOperation({
    summary: 'Show the balances',
    permission: 'read',
    input: { project: theProject },
    output: rows({ currency: Currency, balance: Amount, available: Amount }),
  }),
  'accounts.statement': operatorOperation({
    summary: 'Show what counted in an account, oldest first: a time that is over never changes',
    permission: 'read',
    input: {
      project: theProject,
      currency: required(code('currency', 'of which account')),
      from: time('from this moment on, inclusive'),
      to: time('up to this moment, inclusive'),
    },
    output: rows({
      booked_at: TimeOrNull,
      type: Text,
      status: TextOrNull,
      amount: Amount,
      balance: Amount,
      fee: nullable(Amount),
      reference_id: Id,
      description: TextOrNull,
    }),
  }),
  'accounts.credit': operatorOperation({
    summary: 'Book a manual credit, shown to the merchant as ManualBalanceTransaction',
    permission: 'money',
    about: { type: 'transaction', output: 'id' },
    input: correction,
    output: row({ id: Id, project_id: Id, credited: Money }),
  }),
  'accounts.debit': operatorOperation({
    summary: 'Book a manual debit, shown to the merchant as ManualBalanceTransaction',
    permission: 'money',
    about: { type: 'transaction', output: 'id' },
    input: correction,
    output: row({ id: Id, project_id: Id, debited: Money }),
  }),
} as const;
