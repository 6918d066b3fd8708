// The ledgers that a transfer affects: those of the projects whose withdrawals it pays, and those that bear its fee.
// They are locked first, and always in the same order.
import { conflict } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedgers } from '../ledger/post.ts';
import { bearersOf } from './store-transfers.ts';
import type { TransferRow } from './transfer.ts';

/** Includes the ledgers of the whole family: at most one member has a cost (follow/book-costs.ts). */
export async function lockLedgersOf(tx: Tx, transfer: TransferRow): Promise<void> {
  const { coin, family } = transfer;
  const touched = await tx.query<{ project_id: string }>(
    `with members as (select id, project_id from transfers where coin = $1 and family = $2)
     select project_id from members where project_id is not null
     union select c.project_id from members m
       join transfer_costs c on c.coin = $1 and c.transfer_id = m.id where c.project_id is not null
     union select p.project_id from members m
       join transfer_payments p on p.coin = $1 and p.transfer_id = m.id
     order by project_id`,
    [coin, family],
  );
  const bearers = await bearersOf(tx, transfer);
  await lockLedgers(tx, [...touched.map((row) => row.project_id), ...bearers]);
}

/**
 * Locks the ledger of a withdrawal and of all withdrawals that share a transfer with it. Errors: 409 `already_sent`
 * when a batch transfer was just created for it.
 */
export async function lockLedgersAround(
  tx: Tx,
  withdrawal: { projectId: string; id: string },
): Promise<void> {
  const before = await companions(tx, withdrawal);
  await lockLedgers(tx, [withdrawal.projectId, ...before]);
  const after = await companions(tx, withdrawal);
  if (after.some((id) => id !== withdrawal.projectId && !before.includes(id)))
    throw conflict('already_sent');
}

async function companions(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<string[]> {
  const rows = await tx.query<{ project_id: string }>(
    `select distinct other.project_id from transfer_payments p
     join transfer_payments other on other.coin = p.coin and other.transfer_id = p.transfer_id
     where p.project_id = $1 and p.withdrawal_id = $2 order by other.project_id`,
    [projectId, id],
  );
  return rows.map((row) => row.project_id);
}
