// Confirms deposits that are deep enough and passes them to the risk assessment, each only once.
import type { App } from '../app.ts';
import type { Chain } from '../chains/chain.ts';
import { lockLedgers } from '../ledger/post.ts';
import { notifyWorker } from '../workers/worker.ts';
import type { Cursor } from './cursor.ts';
import { deepAt } from './date-by-blocks.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import { assessName, notifyOwners } from './record-deposits.ts';

/** SQL: by the cursor `c` of the coin. A block at the tip has one confirmation. */
export const IS_DEEP =
  '(d.block_height <= coalesce(c.final_height, c.height - d.confirmations_required + 1))';

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
    await notifyOwners(tx, assessed);
    if (assessed.length < confirmed.length) await notifyWorker(tx, assessName(coin));
  });
}

/** Not finality (an operator's setting). Stored with the cursor, so that all readers agree. */
export function isReportedByDepth(chain: Chain, cursor: Cursor): boolean {
  return chain.finalBlock === undefined && cursor.finalHeight === null;
}

const NOTHING_FINAL = -1;

/** A final block that we have not read, or that differs from ours, makes nothing final. */
export async function noteFinalHeight(app: App, chain: Chain, cursor: Cursor): Promise<void> {
  if (isReportedByDepth(chain, cursor)) return;
  const final = await chain.finalBlock?.();
  await app.db.query(
    `update chain_cursors c set final_height = t.height
     from (select case when $2 then coalesce((select height from chain_blocks
         where coin = $1 and height = $3 and hash = $4), ${NOTHING_FINAL}) end as height) t
     where c.coin = $1 and c.final_height is distinct from t.height`,
    [chain.coin, final !== undefined, final?.height ?? null, final?.hash ?? null],
  );
}
