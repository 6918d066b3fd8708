// Accounts of a project: balances, statements, and manual corrections with a reason.
import { amount, code, required } from '../../contract/fields.ts';
import {
  operatorOperation,
  paging,
  reason,
  span,
  theProject,
} from '../../contract/operator/operation.ts';
import {
  Amount,
  Currency,
  Id,
  Money,
  nullable,
  oneOf,
  page,
  row,
  rows,
  Text,
  TextOrNull,
  TimeOrNull,
} from '../../contract/schema.ts';
import { CORRECTION_DECIDERS, CORRECTION_STATUSES } from '../corrections/contract.ts';

const correction = {
  project: theProject,
  amount: required(amount('amount')),
  currency: required(code('currency', 'currency of the account')),
  reason: reason('reason, shown to the merchant as the description'),
};

/** Above the limit it is not posted, because a second person has to decide (corrections.ts). */
const outcome = {
  id: Id,
  project_id: Id,
  status: oneOf(CORRECTION_STATUSES),
  decider: nullable(oneOf(CORRECTION_DECIDERS)),
};

export const accountsOperations = {
  'accounts.list': operatorOperation({
    summary: 'Show balances: available, on hold, incoming and outgoing',
    permission: 'read',
    input: { project: theProject },
    output: rows({
      currency: Currency,
      balance: Amount,
      available: Amount,
      held: Amount,
      arriving: Amount,
      leaving: Amount,
    }),
  }),
  'accounts.statement': operatorOperation({
    summary: 'Show the entries of an account, newest first. Past entries never change',
    permission: 'read',
    input: {
      project: theProject,
      currency: required(code('currency', 'currency of the account')),
      ...span,
      ...paging,
    },
    output: row({
      currency: Currency,
      opening: Amount,
      closing: Amount,
      ...page({
        id: Id,
        booked_at: TimeOrNull,
        type: Text,
        status: TextOrNull,
        amount: Amount,
        balance: Amount,
        fee: nullable(Amount),
        reference_id: Id,
        description: TextOrNull,
      }).properties,
    }),
  }),
  'accounts.credit': operatorOperation({
    summary:
      'Post a manual credit (ManualBalanceTransaction). Above the limit, another person must approve it',
    permission: 'money',
    about: { type: 'transaction', output: 'id' },
    input: correction,
    output: row({ ...outcome, credited: nullable(Money) }),
  }),
  'accounts.debit': operatorOperation({
    summary:
      'Post a manual debit (ManualBalanceTransaction). Above the limit, another person must approve it',
    permission: 'money',
    about: { type: 'transaction', output: 'id' },
    input: correction,
    output: row({ ...outcome, debited: nullable(Money) }),
  }),
} as const;
