// SQL for unmatched deposits: how they are allocated and what was reported about them. The inbox makes the decisions.
import { defined } from '../core/assert.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from './deposit.ts';
import { DEPOSIT_COLUMNS } from './store-deposits.ts';

/** SQL on the table `deposits d`: whether it can be resolved. Same rule as `canBeDecided` in the inbox. */
export const IS_DECIDABLE = `d.status = 'confirmed' and d.risk is not null and d.block_height is not null`;

/**
 * Paid to a retired address. In a database that was rolled back, the lost data may have assigned that address to
 * another project's payer, so the operator decides.
 */
const IS_LOST = `exists (select 1 from addresses a where a.coin = d.coin and a.address = d.address
  and a.tag = coalesce(d.tag, -1) and a.retired_at is not null)`;

/** Marks deposits of a project as reported and returns the IDs of those that were not. */
export async function noteReported(
  tx: Tx,
  { projectId, ids, now }: { projectId: string; ids: readonly string[]; now: Date },
): Promise<string[]> {
  const reported = await tx.query<{ id: string }>(
    `update deposits d set inbox_told_at = $3
     where d.id = any($2::uuid[]) and d.project_id = $1 and d.is_unmatched and not d.is_small
       and d.inbox_told_at is null and ${IS_DECIDABLE} returning d.id`,
    [projectId, ids, now],
  );
  return reported.map(({ id }) => id);
}

/** Clears the mark, so that the deposit is reported again. */
export async function clearReported(tx: Tx, id: string): Promise<void> {
  await tx.query('update deposits set inbox_told_at = null where id = $1', [id]);
}

/** Reported again, because the new owner was not notified of it and may find that it is surplus again. */
export async function assignToOwner(
  tx: Tx,
  id: string,
  owner: { projectId: string; type: 'invoice' | 'channel'; id: string },
): Promise<DepositRow> {
  const rows = await tx.query<DepositRow>(
    `update deposits set project_id = $2, owner_type = $3, owner_id = $4, is_unmatched = false, is_small = false,
       announced = 'none', inbox_told_at = null
     where id = $1 returning ${DEPOSIT_COLUMNS}`,
    [id, owner.projectId, owner.type, owner.id],
  );
  return defined(rows[0], 'a locked deposit is there');
}

/** From now on, the deposit is in this project's ledger. */
export async function assignToProject(tx: Tx, id: string, projectId: string): Promise<void> {
  await tx.query('update deposits set project_id = $2 where id = $1', [id, projectId]);
}

/** Assigns unallocated deposits to a project, which can then see them. Returns their number. */
export async function assignUnallocated(
  sql: Sql,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<number> {
  const given = await sql.query(
    `update deposits d set project_id = $1
     from (select id from deposits d where is_unmatched and project_id is null and not ${IS_LOST}
       order by id limit $2 for update skip locked) nobodys
     where d.id = nobodys.id returning 1`,
    [projectId, limit],
  );
  return given.length;
}
