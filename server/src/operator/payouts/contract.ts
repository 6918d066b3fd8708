// Payout pauses: nothing new is sent for a project until a person has reviewed it.
import { Type } from 'typebox';
import { boolean, required, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  reason,
  theProject,
} from '../../contract/operator/operation.ts';
import {
  Facts,
  Id,
  oneOf,
  page,
  row,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const PAUSE_CAUSES = ['broken_books', 'reversed_deposit', 'person'] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

export const payoutsOperations = {
  'payouts.pause': operatorOperation({
    summary: 'Pause payouts of a project. New withdrawals are queued',
    permission: 'operate',
    about: { type: 'project', input: 'project' },
    input: { project: theProject, reason: reason('reason, kept with the pause') },
    output: row({ project_id: Id }),
  }),
  'payouts.pauses': operatorOperation({
    summary: 'List active payout pauses, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      all: boolean('include pauses that ended'),
      ...paging,
    },
    output: page({
      id: Id,
      project_id: Id,
      cause: oneOf(PAUSE_CAUSES),
      began_at: Time,
      resumed_at: TimeOrNull,
      resumed_reason: TextOrNull,
      /** A person's reason; null: paused automatically, explained by `cause` and its `facts`. */
      reason: TextOrNull,
      facts: Facts,
    }),
  }),
  'payouts.resume': operatorOperation({
    summary: 'End a pause. Payouts of the project resume when no pauses remain',
    permission: 'operate',
    about: { type: 'payout_pause', input: 'pause_id' },
    input: {
      pause_id: required(uuid('ID of the pause')),
      reason: reason('what you found and did; kept with the pause'),
    },
    output: row({ id: Id, project_id: Id, pays_again: Type.Boolean() }),
  }),
} as const;
