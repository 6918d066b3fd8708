// Deposits that are deep enough are confirmed, and handed to the risk assessment. One that was assessed
// before a reorganisation took its first block away is not assessed again: its owner is told at once.
import type { App } from '../app.ts';
import { lockLedgers } from '../ledger/post.ts';
import { notifyWorker } from '../workers/worker.ts';
import { deepAt } from './date-by-blocks.ts';
import type { DepositRow } from './deposit.ts';
import { IS_DEEP } from './final-height.ts';
import { assessName, tellOwners } from './record-deposits.ts';
import { DEPOSIT_COLUMNS } from './store.ts';

export async function confirmDeposits(app: App, { coin }: { coin: string }): Promise<void> {
  const projects = await app.db.query<{ project_id: string | null }>(
    `select distinct d.project_id from deposits d join chain_cursors c on c.coin = d.coin
     where d.coin = $1 and d.status = 'pending'
       and ${IS_DEEP}`,
    [coin],
  );
  if (projects.length === 0) return;
  const ids = projects.map((row) => row.project_id);
  await app.db.transaction(async (tx) => {
    await lockLedgers(tx, ids);
    const confirmed = await tx.query<DepositRow>(
      `update deposits d set status = 'confirmed',
         confirmed_at = least($2, ${deepAt('d.coin', 'd.block_height', 'd.confirmations_required')}),
         assess_at = case when d.risk is null then $2 else d.assess_at end
       from chain_cursors c
       where c.coin = $1 and d.coin = $1 and d.status = 'pending'
         and ${IS_DEEP}
         and (d.project_id is null or d.project_id = any($3::uuid[]))
       returning ${DEPOSIT_COLUMNS.replaceAll(/\bcoin\b/g, 'd.coin')}`,
      [coin, tx.now, ids],
    );
    const assessed = confirmed.filter((deposit) => deposit.risk !== null);
    await tellOwners(tx, assessed);
    if (assessed.length < confirmed.length) await notifyWorker(tx, assessName(coin));
  });
}
