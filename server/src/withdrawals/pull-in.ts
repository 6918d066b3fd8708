// Cancels withdrawals whose commit window ends later than any window can (workers/pull-in.ts). They would hold money at
// an old price.
import { lateRows } from '../workers/late-rows.ts';
import { COMMIT_WINDOW } from './withdrawal.ts';

export const lateWithdrawals = lateRows({
  table: 'coin_withdrawals',
  update: 'update coin_withdrawals t set expires_at = $1',
  key: ['project_id', 'id'],
  column: 'expires_at',
  where: `status = 'new'`,
  delayMax: COMMIT_WINDOW,
});
