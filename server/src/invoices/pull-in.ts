// Finds invoices whose due time is later than any retry, their expiry and their last deadline (workers/pull-in.ts): a
// process whose clock was ahead recorded a deposit. An early check is harmless and only recomputes the due time.

import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { interval, lateInSlices } from '../workers/late-rows.ts';
import { CANCEL_AFTER, EXPIRY_CHECK_AFTER } from './invoice.ts';

export const lateInvoices = lateInSlices({
  table: 'invoices',
  update: 'update invoices t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: `t.due_at in (t.expires_at + ${interval(EXPIRY_CHECK_AFTER)}, t.created_at + ${interval(CANCEL_AFTER)})`,
  delayMax: RESCHEDULED_FOR,
});
