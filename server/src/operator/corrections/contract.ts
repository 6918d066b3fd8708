// Manual corrections above the limit: a second person approves or rejects them.
import { oneOf, required, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  reason,
} from '../../contract/operator/operation.ts';
import {
  Id,
  Money,
  nullable,
  oneOf as oneOfThese,
  page,
  row,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

/** `booked`: posted by one person alone, up to the limit. */
export const CORRECTION_STATUSES = ['booked', 'requested', 'approved', 'refused'] as const;

/** Who can decide a requested correction; `nobody`: no other dashboard user can. */
export const CORRECTION_DECIDERS = ['second_person', 'nobody'] as const;

const correction_id = required(uuid('ID of the correction'));
const about = { type: 'correction', input: 'correction_id' } as const;

export const correctionsOperations = {
  'corrections.list': operatorOperation({
    summary: 'List manual corrections, newest first, and who requested and decided each',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      status: oneOf(CORRECTION_STATUSES, 'only corrections with this status'),
      ...paging,
    },
    output: page({
      id: Id,
      project_id: Id,
      status: oneOfThese(CORRECTION_STATUSES),
      type: oneOfThese(['credit', 'debit']),
      amount: Money,
      value: nullable(Money),
      reason: Text,
      requested_by: Text,
      requested_at: Time,
      decided_by: TextOrNull,
      decided_at: TimeOrNull,
      refused_because: TextOrNull,
    }),
  }),
  'corrections.approve': operatorOperation({
    summary: 'Approve and post a manual correction that another person requested',
    permission: 'money',
    about,
    input: { correction_id },
    output: row({ id: Id, project_id: Id, type: oneOfThese(['credit', 'debit']), amount: Money }),
  }),
  'corrections.reject': operatorOperation({
    summary: 'Reject a requested manual correction. Nothing is posted',
    permission: 'money',
    about,
    input: { correction_id, reason: reason('reason, kept with the correction') },
    output: row({ id: Id, project_id: Id }),
  }),
} as const;
