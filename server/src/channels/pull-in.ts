// Payments of channels that are due neither for a retry nor at the end of their life (workers/pull-in.ts): a deposit
// changed, and the clock that noted it was ahead. Looked at early, a payment only computes its due time anew.

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
