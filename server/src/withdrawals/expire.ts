// Withdrawals that were not committed within their window: cancelled, the hold released, nothing sent. No
// callback: the merchant was never told that they existed (wire.md 1.2).
import { groupBy } from '../core/group.ts';
import { endHold } from '../ledger/hold.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Worker } from '../workers/worker.ts';
import { lockWithdrawal, moveWithdrawal } from './store.ts';

const BATCH_MAX = 200;

export const withdrawalExpiryWorker: Worker = {
  name: 'withdrawal-expiry',
  pollMilliseconds: 1000,
  async run(app) {
    const now = new Date(app.clock.now());
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from coin_withdrawals where status = 'new' and due_at <= $1
       order by due_at limit ${BATCH_MAX}`,
      [now],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      await app.db.transaction(async (tx) => {
        await lockLedger(tx, projectId);
        for (const { id } of rows) {
          const row = await lockWithdrawal(tx, projectId, id);
          if (row === null || row.status !== 'new') continue;
          await moveWithdrawal(tx, row, {
            from: 'new',
            to: 'cancelled',
            changes: { due_at: null },
          });
          await endHold(tx, projectId, { referenceId: id, status: 'expired', now });
        }
      });
    }
    return due.length;
  },
};
