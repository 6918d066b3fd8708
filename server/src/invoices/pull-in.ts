// Invoices that are due neither for a retry, nor when they expire, nor at the end of their life (workers/pull-in.ts): a
// deposit changed, and the clock that noted it was ahead. Looked at early, an invoice only computes its due time anew.

import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { interval, lateInSlices } from '../workers/late-rows.ts';
import { CANCEL_AFTER, EXPIRY_LOOK_AFTER } from './invoice.ts';

export const lateInvoices = lateInSlices({
  table: 'invoices',
  update: 'update invoices t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: `t.due_at in (t.expires_at + ${interval(EXPIRY_LOOK_AFTER)}, t.created_at + ${interval(CANCEL_AFTER)})`,
  delayMax: RESCHEDULED_FOR,
});
