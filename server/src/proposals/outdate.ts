// Marks open proposals as outdated once their object was resolved in another way, so that nobody is asked for a
// decision that was already made.
import type { App } from '../app.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Worker } from '../workers/worker.ts';
import { outdatedCode } from './check-object.ts';
import { decideRow, findProposal } from './proposal.ts';

const BATCH_MAX = 100;

/** Conditions that are sufficient for `outdatedCode`, which decides under the lock. */
const RESOLVED = `select p.project_id, p.id from proposals p
  left join invoices i on p.object_type = 'invoice' and i.project_id = p.project_id and i.id = p.object_id
  left join deposits d on p.object_type = 'deposit' and d.id = p.object_id
  where p.status = 'open'
    and (i.status <> 'unresolved' or not d.is_unmatched or d.credited_at is not null or d.status = 'dropped')
  order by p.id limit ${BATCH_MAX}`;

export const proposalsWorker: Worker = {
  name: 'proposals',
  pollMilliseconds: 5000,
  async run(app) {
    const rows = await app.db.query<{ project_id: string; id: string }>(RESOLVED);
    const marked = [];
    for (const row of rows) if (await outdate(app, row)) marked.push(row);
    return marked.length;
  },
};

function outdate(app: App, named: { project_id: string; id: string }): Promise<boolean> {
  const { project_id: projectId, id } = named;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const row = await findProposal(tx, projectId, id);
    if (row?.status !== 'open') return false;
    const code = await outdatedCode(tx, row);
    if (code === null) return false;
    await decideRow(tx, row, { status: 'outdated', by: null, outdatedCode: code });
    return true;
  });
}
