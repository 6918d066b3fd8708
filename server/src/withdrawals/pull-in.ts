// Withdrawals that can be committed longer than any can (workers/pull-in.ts): they would hold money, and their price.
import type { App } from '../app.ts';
import type { LateTimes } from '../workers/pull-in.ts';
import { COMMIT_WINDOW } from './withdrawal.ts';

export const lateWithdrawals: LateTimes = {
  delayMax: COMMIT_WINDOW,
  pullIn: (app: App, { now, beyond, limit }) =>
    app.db.query(
      `update coin_withdrawals w set expires_at = $1 from (
         select project_id, id from coin_withdrawals where status = 'new' and expires_at > $2
         order by project_id, id limit $3 for update skip locked) late
       where w.project_id = late.project_id and w.id = late.id returning 1`,
      [now, beyond, limit],
    ),
};
