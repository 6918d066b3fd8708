// Releases the holds of exchange quotes that were not committed in time. Paused while one of the coins is in
// quarantine, because an older restored database may lack the commit.
import { endHolds } from '../ledger/hold.ts';
import { lockLedger } from '../ledger/post.ts';
import { lateRows } from '../workers/pull-in.ts';
import type { Worker } from '../workers/worker.ts';
import { COMMIT_WINDOW } from './exchange.ts';

export const lateQuotes = lateRows({
  table: 'exchange_transfers',
  update: 'update exchange_transfers t set due_at = $1',
  key: ['project_id', 'id'],
  delayMax: COMMIT_WINDOW,
});

export const exchangeExpiryWorker: Worker = {
  name: 'exchange-expiry',
  pollMilliseconds: 1000,
  due: () => '(select min(due_at) from exchange_transfers) <= $1',
  async run(app) {
    const now = new Date(app.clock.now());
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from exchange_transfers e where due_at <= $1
         and not exists (select 1 from quarantines q
           where asset_of(q.coin) in (e.charged_currency, e.received_currency))
       order by due_at limit 200`,
      [now],
    );
    for (const { project_id, id } of due) {
      await app.db.transaction(async (tx) => {
        await lockLedger(tx, project_id);
        const expired = await tx.query(
          `update exchange_transfers set due_at = null, expired_at = $3
           where project_id = $1 and id = $2 and committed_at is null and due_at <= $3 returning 1`,
          [project_id, id, now],
        );
        if (expired.length === 1)
          await endHolds(tx, project_id, { referenceIds: [id], status: 'expired', now });
      });
    }
    return due.length;
  },
};
