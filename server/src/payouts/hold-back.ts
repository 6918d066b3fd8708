// The payouts of a payout batch are due together, when each of its rows was tried, so that they share transactions.
import { definedCoin } from '../coins/registry.ts';
import { MINUTE } from '../core/clock.ts';
import type { Tx } from '../db/tx.ts';

/** When the process that takes the rows dies, its payouts are sent after this time. */
const HELD_BACK_MAX = MINUTE;

interface Held {
  readonly projectId: string;
  readonly withdrawalIds: readonly string[];
}

/** In the transaction that made them. Only where a transaction can pay several. */
export async function holdBack(tx: Tx, { projectId, withdrawalIds }: Held): Promise<void> {
  if (withdrawalIds.length === 0) return;
  const shared = [...tx.instance.coins.keys()].filter(
    (code) => definedCoin(code).nodes.family === 'bitcoind',
  );
  await tx.query(
    `update payouts set due_at = $4
     where project_id = $1 and withdrawal_id = any($2::uuid[]) and coin = any($3::text[])
       and status = 'waiting' and wait_reason is null`,
    [projectId, withdrawalIds, shared, new Date(tx.now.getTime() + HELD_BACK_MAX)],
  );
}

/** Returns false when none was held back. Skips payouts that another process works on, which are due already. */
export async function sendTogether(
  tx: Tx,
  batch: { readonly project_id: string; readonly id: string },
): Promise<boolean> {
  const held = await tx.query(
    `update payouts set due_at = $3
     where (project_id, withdrawal_id) in (
       select p.project_id, p.withdrawal_id from payout_batch_rows r
       join payouts p on p.project_id = r.project_id and p.withdrawal_id = r.withdrawal_id
       where r.project_id = $1 and r.batch_id = $2 and p.status = 'waiting' and p.wait_reason is null and p.due_at > $3
       order by p.project_id, p.withdrawal_id for update of p skip locked) returning 1`,
    [batch.project_id, batch.id, tx.now],
  );
  return held.length > 0;
}
