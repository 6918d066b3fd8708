// Finds subscriptions whose due time is later than any retry and the end of their period (workers/pull-in.ts).

import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { lateInSlices } from '../workers/late-rows.ts';

export const lateSubscriptions = lateInSlices({
  table: 'subscriptions',
  update: 'update subscriptions t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: 't.due_at = t.current_period_ends_at',
  delayMax: RESCHEDULED_FOR,
});
