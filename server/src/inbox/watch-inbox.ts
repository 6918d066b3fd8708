// Reports new unmatched deposits to their project, once. Deposits without a project are shown in the inbox of the
// project that takes them, unless the database may have lost their owner. Before a decision, it is in no project's
// ledger.
import type { App } from '../app.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { assignUnallocated, IS_DECIDABLE, noteReported } from '../deposits/unmatched.ts';
import { lockLedger } from '../ledger/post.ts';
import { takesUnknownMoney } from '../projects/project.ts';
import type { Worker } from '../workers/worker.ts';
import { reportCoinDeposits } from './report.ts';

const BATCH_MAX = 200;

export const inboxWorker: Worker = {
  name: 'inbox',
  pollMilliseconds: 1000,
  async run(app) {
    const given = await assignUnmatched(app);
    const unreported = await app.db.query<{ project_id: string; id: string }>(
      `select d.project_id, d.id from deposits d
       where d.is_unmatched and not d.is_small and d.inbox_told_at is null
         and d.project_id is not null and ${IS_DECIDABLE}
       order by d.project_id, d.id limit ${BATCH_MAX}`,
    );
    for (const [projectId, rows] of groupBy(unreported, (row) => row.project_id)) {
      const ids = rows.map(({ id }) => id);
      await app.db.transaction((tx) => notifyNew(tx, { projectId, ids }));
    }
    return given + unreported.length;
  },
};

/** A decision takes the ledger lock as well, so a deposit that no longer waits is not reported as waiting. */
async function notifyNew(
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  await lockLedger(tx, projectId);
  const reported = await noteReported(tx, { projectId, ids, now: tx.now });
  await reportCoinDeposits(tx, { projectId, ids: reported.sort() });
}

/** Returns the number of deposits that were assigned. */
async function assignUnmatched(app: App): Promise<number> {
  const some = await app.db.query(
    'select 1 from deposits where is_unmatched and project_id is null limit 1',
  );
  if (some.length === 0) return 0;
  const projectId = await takerOf(app);
  if (projectId === null) return 0;
  return assignUnallocated(app.db, { projectId, limit: BATCH_MAX });
}

/** The first project with this setting. If there is only one project, that one, unless its setting is off. */
async function takerOf(app: App): Promise<string | null> {
  const projects = await app.db.query<{ id: string; settings: { takesUnknownMoney?: boolean } }>(
    `select id, settings from projects p
     order by settings ->> 'takesUnknownMoney' is distinct from 'true', id limit 2`,
  );
  const [first, second] = projects;
  if (first === undefined) return null;
  return takesUnknownMoney(first, { isAlone: second === undefined }) ? first.id : null;
}
