// The books of a project are looked at before it pays out, and not every six hours alone (workers/audit-books.ts):
// what no entry explains does not leave as coins in between. Only what is quickly looked up: a few rows for each
// account.
import type { App } from '../../app.ts';
import { auditProjects } from '../../ledger/audit.ts';
import { alarmFinding } from '../../workers/audit-books.ts';
import type { Treasury } from '../send/treasury.ts';

/** More than one run of the sender plans (reserve.ts). */
const BATCH_MAX = 200;

/** In every run of the sender, before the stops are noticed (apply-stops.ts) and anything is planned or signed. */
export async function checkBooksFirst(app: App, { coin }: Treasury): Promise<void> {
  const projectIds = await paying(app, coin.code);
  if (projectIds.length === 0) return;
  for (const finding of await auditProjects(app.db, projectIds))
    await alarmFinding(app, finding, { isRaisedAgain: false });
}

/** The projects whose payouts are planned in this run, or were and are not signed yet. */
async function paying(app: App, coin: string): Promise<string[]> {
  const rows = await app.db.query<{ project_id: string }>(
    `select distinct project_id from (
       (select project_id from payouts
        where coin = $1 and status = 'waiting' and due_at <= $2
        order by due_at, project_id, withdrawal_id limit ${BATCH_MAX})
       union all
       (select p.project_id from transfers t
        join transfer_payments p on p.coin = t.coin and p.transfer_id = t.id
        where t.coin = $1 and t.status = 'reserved' and t.due_at <= $2 limit ${BATCH_MAX})) due`,
    [coin, new Date(app.clock.now())],
  );
  return rows.map((row) => row.project_id);
}
