// Finds channel payments whose due time is later than any retry and their last deadline (workers/pull-in.ts): a process
// whose clock was ahead recorded the deposit. An early check is harmless and only recomputes the due time.

import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { interval, lateInSlices } from '../workers/late-rows.ts';
import { CANCEL_AFTER } from './channel.ts';

export const lateChannelPayments = lateInSlices({
  table: 'channel_payments',
  update: 'update channel_payments t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: `t.due_at = t.created_at + ${interval(CANCEL_AFTER)}`,
  delayMax: RESCHEDULED_FOR,
});
