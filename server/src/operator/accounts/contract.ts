// Accounts of a project: balances, statements, and manual corrections. A second person decides about corrections above
// the limit.
import { amount, code, oneOf, required, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  reason,
  span,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';
import { timeZone } from '../../contract/time-zone.ts';

/** `booked`: posted by one person, up to the limit. */
export const CORRECTION_STATUSES = ['booked', 'requested', 'approved', 'refused'] as const;

/** Who can decide a requested correction; `nobody`: no other dashboard user can. */
export const CORRECTION_DECIDERS = ['second_person', 'nobody'] as const;

const correction = {
  project: theProject,
  amount: required(amount('amount')),
  currency: required(code('currency', 'currency of the account')),
  reason: reason('reason, shown to the merchant as the description'),
};

/** Above the limit it is not posted, because a second person has to decide (corrections.ts). */
const outcome = {
  id: schema.Id,
  project_id: schema.Id,
  status: schema.oneOf(CORRECTION_STATUSES),
  decider: schema.nullable(schema.oneOf(CORRECTION_DECIDERS)),
};

const correction_id = required(uuid('ID of the correction'));
const about = { type: 'correction', input: 'correction_id' } as const;

export const accountsOperations = {
  'accounts.list': operatorOperation({
    summary: 'Show balances: available, on hold, incoming and outgoing',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows({
      currency: schema.Currency,
      balance: schema.Amount,
      available: schema.Amount,
      held: schema.Amount,
      arriving: schema.Amount,
      leaving: schema.Amount,
    }),
  }),
  'accounts.statement': operatorOperation({
    summary: 'Show the entries of an account, newest first. Past entries never change',
    permission: 'read',
    input: {
      project: theProject,
      currency: required(code('currency', 'currency of the account')),
      ...span,
      time_zone: timeZone('time zone of the days that a file names (default: UTC)'),
      ...paging,
    },
    output: schema.row({
      currency: schema.Currency,
      opening: schema.Amount,
      closing: schema.Amount,
      ...schema.page({
        id: schema.Id,
        booked_at: schema.TimeOrNull,
        type: schema.Text,
        status: schema.TextOrNull,
        amount: schema.Amount,
        balance: schema.Amount,
        fee: schema.nullable(schema.Amount),
        reference_id: schema.Id,
        description: schema.TextOrNull,
      }).properties,
    }),
  }),
  'accounts.credit': operatorOperation({
    summary:
      'Post a manual credit (ManualBalanceTransaction). Above the limit, another person must approve it',
    permission: 'money',
    about: { type: 'transaction', output: 'id' },
    input: correction,
    output: schema.row({ ...outcome, credited: schema.nullable(schema.Money) }),
  }),
  'accounts.debit': operatorOperation({
    summary:
      'Post a manual debit (ManualBalanceTransaction). Above the limit, another person must approve it',
    permission: 'money',
    about: { type: 'transaction', output: 'id' },
    input: correction,
    output: schema.row({ ...outcome, debited: schema.nullable(schema.Money) }),
  }),
  'corrections.list': operatorOperation({
    summary: 'List manual corrections, newest first, and who requested and decided each',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      status: oneOf(CORRECTION_STATUSES, 'only corrections with this status'),
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      project_id: schema.Id,
      status: schema.oneOf(CORRECTION_STATUSES),
      type: schema.oneOf(['credit', 'debit']),
      amount: schema.Money,
      value: schema.nullable(schema.Money),
      reason: schema.Text,
      requested_by: schema.Text,
      requested_at: schema.Time,
      decided_by: schema.TextOrNull,
      decided_at: schema.TimeOrNull,
      refused_because: schema.TextOrNull,
    }),
  }),
  'corrections.approve': operatorOperation({
    summary: 'Approve and post a manual correction that another person requested',
    permission: 'money',
    about,
    input: { correction_id },
    output: schema.row({
      id: schema.Id,
      project_id: schema.Id,
      type: schema.oneOf(['credit', 'debit']),
      amount: schema.Money,
    }),
  }),
  'corrections.reject': operatorOperation({
    summary: 'Reject a requested manual correction. Nothing is posted',
    permission: 'money',
    about,
    input: { correction_id, reason: reason('reason, kept with the correction') },
    output: schema.row({ id: schema.Id, project_id: schema.Id }),
  }),
} as const;
