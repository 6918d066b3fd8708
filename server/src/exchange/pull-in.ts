// Exchange quotes that expire later than any valid quote (workers/pull-in.ts). They would hold money at an old price.
import { lateRows } from '../workers/late-rows.ts';
import { COMMIT_WINDOW } from './exchange-row.ts';

export const lateQuotes = lateRows({
  table: 'exchange_transfers',
  update: 'update exchange_transfers t set due_at = $1',
  key: ['project_id', 'id'],
  delayMax: COMMIT_WINDOW,
});
