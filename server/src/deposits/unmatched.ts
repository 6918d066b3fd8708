// SQL for unmatched deposits: how they are allocated and what was reported about them. The inbox makes the decisions.
import { coinLabel } from '../coins/coin.ts';
import type { Decision } from '../contract/decisions.ts';
import { defined } from '../core/assert.ts';
import { apiError } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { keyedPage, type NewestPage, type Span, whereOf, within } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';

/** SQL on the table `deposits d`: whether it can be resolved. Same rule as `canBeDecided` in the inbox. */
export const IS_DECIDABLE = `d.status = 'confirmed' and d.risk is not null and d.block_height is not null`;

/** SQL: a lost database may have assigned a retired address to another project, so the operator decides. */
const IS_LOST = `exists (select 1 from addresses a where a.coin = d.coin and a.address = d.address
  and a.tag = coalesce(d.tag, -1) and a.retired_at is not null)`;

/** Returns the ids of deposits that were not reported before. */
export async function noteReported(
  tx: Tx,
  { projectId, ids, now }: { projectId: string; ids: readonly string[]; now: Date },
): Promise<string[]> {
  const reported = await tx.query<{ id: string }>(
    `update deposits d set unmatched_reported_at = $3
     where d.id = any($2::uuid[]) and d.project_id = $1 and d.is_unmatched and not d.is_small
       and d.unmatched_reported_at is null and ${IS_DECIDABLE} returning d.id`,
    [projectId, ids, now],
  );
  return reported.map(({ id }) => id);
}

/** The deposit is reported again. */
export async function clearReported(tx: Tx, id: string): Promise<void> {
  await tx.query('update deposits set unmatched_reported_at = null where id = $1', [id]);
}

/** Reported again, because the new owner was not notified of it and may find that it is surplus again. */
export async function assignToOwner(
  tx: Tx,
  id: string,
  owner: { projectId: string; type: 'invoice' | 'channel'; id: string },
): Promise<DepositRow> {
  const rows = await tx.query<DepositRow>(
    `update deposits set project_id = $2, owner_type = $3, owner_id = $4, is_unmatched = false, is_small = false,
       announced = 'none', unmatched_reported_at = null
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

// In quarantine, an unmatched payment may be our own change, or belong to another project whose address was lost.

/** Errors: 422 `invalid_status` until the coin's quarantine ends. */
export async function refuseInQuarantine(tx: Tx, coin: string): Promise<void> {
  if (!(await isInQuarantine(tx, coin))) return;
  throw apiError('invalid_status.quarantine', { coin: coinLabel(coin) });
}

export async function isInQuarantine(sql: Sql, coin: string): Promise<boolean> {
  return (await sql.query('select 1 from quarantines where coin = $1', [coin])).length > 0;
}

// Append-only, so that an audit can always show who received unmatched money and why.

interface DecisionRow {
  readonly decision: Decision;
  readonly project_id: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

export async function writeDecision(
  tx: Tx,
  entry: { depositId: string; projectId: string; decision: Decision; facts: object },
): Promise<void> {
  await tx.query(
    `insert into deposit_decisions (deposit_id, project_id, decision, facts, created_at)
     values ($1, $2, $3, $4, $5)`,
    [entry.depositId, entry.projectId, entry.decision, JSON.stringify(entry.facts), tx.now],
  );
}

/** Oldest first. */
export function decisionsOf(sql: Sql, depositId: string): Promise<DecisionRow[]> {
  return sql.query<DecisionRow>(
    `select decision, project_id, facts, created_at from deposit_decisions
     where deposit_id = $1 order by seq limit 1000`,
    [depositId],
  );
}

interface DecidedRow extends DecisionRow {
  readonly seq: number;
  readonly deposit_id: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly txid: string;
}

export interface DecidedPlace {
  readonly at: Date;
  readonly seq: string;
}

interface DecidedListRequest {
  /** Null: all projects. */
  readonly projectId: string | null;
  readonly txid: string | null;
  /** The coins whose transactions are searched. */
  readonly coins: readonly string[];
  readonly span: Span;
  readonly after: DecidedPlace | null;
  readonly limit: number;
}

/** Newest first. */
export async function pageOfDecided(
  sql: Sql,
  { projectId, txid, coins, span, after, limit }: DecidedListRequest,
): Promise<NewestPage<DecidedRow>> {
  const values: unknown[] = [];
  const ofTransaction = (place: string) =>
    `j.deposit_id in (select id from deposits where coin = any($${values.push(coins)}::text[]) and txid = ${place})`;
  const where = whereOf(
    [
      [projectId, (place) => `j.project_id = ${place}`],
      [txid, ofTransaction],
      ...within('j.created_at', span),
      [
        after?.at,
        (place) =>
          `(j.created_at, j.seq) < (${place}::timestamptz, $${values.push(after?.seq)}::bigint)`,
      ],
    ],
    { values },
  );
  const rows = await sql.query<DecidedRow>(
    `select j.seq, j.deposit_id, j.project_id, j.decision, j.facts, j.created_at, d.coin, d.amount, d.txid
     from deposit_decisions j join deposits d on d.id = j.deposit_id ${where}
     order by j.created_at desc, j.seq desc limit $${values.push(limit + 1)}`,
    values,
  );
  return keyedPage(rows, limit, (row) => [row.created_at.toISOString(), `${row.seq}`]);
}
