// SQL of deposits that belong to an invoice or a channel.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from './deposit.ts';

export const DEPOSIT_COLUMNS = `coin, txid, output_index, id, address, tag, amount, project_id, owner_type, owner_id,
  status, block_height, confirmations_required, first_seen_at, confirmed_at, sources, risk, booked_at,
  credited_at, postings, announced, is_unmatched, replaced_by,
  is_small`;

/** Bound on the deposits read for one batch of owners; each owner rarely has more than one. */
const DEPOSITS_MAX = 50_000;

/** All deposits that count of the given invoices or channels, oldest first. */
export function depositsOfOwners(sql: Sql, ownerIds: readonly string[]): Promise<DepositRow[]> {
  return sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where owner_id = any($1::uuid[]) and not is_small
     order by first_seen_at, txid, output_index limit ${DEPOSITS_MAX}`,
    [ownerIds],
  );
}

/** The newest deposits that count of one invoice or channel that has any number of them, newest first. */
export function newestDepositsOfOwner(
  sql: Sql,
  ownerId: string,
  limit: number,
): Promise<DepositRow[]> {
  return sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where owner_id = $1 and not is_small
     order by first_seen_at desc, txid, output_index limit $2`,
    [ownerId, limit],
  );
}

export function depositsById(sql: Sql, ids: readonly string[]): Promise<DepositRow[]> {
  return sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = any($1::uuid[]) order by id limit ${DEPOSITS_MAX}`,
    [ids],
  );
}

export async function lockDeposit(tx: Tx, id: string): Promise<DepositRow | null> {
  const rows = await tx.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = $1 order by id for update`,
    [id],
  );
  return rows[0] ?? null;
}

/** What became of a deposit on the merchant's side. */
export interface DepositMark {
  readonly id: string;
  readonly isBooked: boolean;
  readonly isCredited: boolean;
  readonly announced: DepositRow['announced'];
  readonly isUnmatched: boolean;
}

export async function markDeposits(
  tx: Tx,
  marks: readonly DepositMark[],
  now: Date,
): Promise<void> {
  if (marks.length === 0) return;
  await tx.query(
    `update deposits d
     set booked_at = case when t.is_booked then coalesce(d.booked_at, $6) else null end,
       credited_at = case when t.is_credited then coalesce(d.credited_at, $6) else null end,
       postings = d.postings + case when t.is_booked and d.booked_at is null then 1 else 0 end,
       announced = t.announced, is_unmatched = t.is_unmatched
     from unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::text[], $5::boolean[])
       as t(id, is_booked, is_credited, announced, is_unmatched)
     where d.id = t.id`,
    [
      marks.map((mark) => mark.id),
      marks.map((mark) => mark.isBooked),
      marks.map((mark) => mark.isCredited),
      marks.map((mark) => mark.announced),
      marks.map((mark) => mark.isUnmatched),
      now,
    ],
  );
}
