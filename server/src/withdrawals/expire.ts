// Cancels withdrawals that were not committed within their window: the hold is released and nothing is sent. There is
// no callback, because the merchant was never notified of them (wire.md 1.2). Skipped while their coin is in quarantine
// or not yet compared with its chain, because an older database may lack their commits and payments.
import { groupBy } from '../core/group.ts';
import { endHolds } from '../ledger/hold.ts';
import { lockLedger } from '../ledger/post.ts';
import { lateRows } from '../workers/pull-in.ts';
import type { Worker } from '../workers/worker.ts';
import { notQuarantined, uncompared } from './payout-doubts.ts';
import { expireWithdrawals } from './store-withdrawals.ts';
import { COMMIT_WINDOW } from './withdrawal.ts';

export const lateWithdrawals = lateRows({
  table: 'coin_withdrawals',
  update: 'update coin_withdrawals t set expires_at = $1',
  key: ['project_id', 'id'],
  column: 'expires_at',
  where: `status = 'new'`,
  delayMax: COMMIT_WINDOW,
});

const BATCH_MAX = 200;

export const withdrawalExpiryWorker: Worker = {
  name: 'withdrawal-expiry',
  pollMilliseconds: 1000,
  due: () => `(select min(expires_at) from coin_withdrawals where status = 'new') <= $1`,
  async run(app) {
    const now = new Date(app.clock.now());
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from coin_withdrawals where status = 'new' and expires_at <= $1
         and ${notQuarantined('received_currency')} and received_currency <> all($2::text[])
       order by expires_at limit ${BATCH_MAX}`,
      [now, uncompared(app)],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      await app.db.transaction(async (tx) => {
        await lockLedger(tx, projectId);
        const expired = await expireWithdrawals(tx, projectId, {
          ids: rows.map((row) => row.id),
          now,
        });
        await endHolds(tx, projectId, { referenceIds: expired, status: 'expired', now });
      });
    }
    return due.length;
  },
};
