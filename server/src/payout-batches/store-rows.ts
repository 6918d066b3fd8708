// SQL of the rows of payout batches.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { BatchRow, PayoutRequest, RowProblem, WaitingRow } from './batch.ts';

type BatchKey = Pick<BatchRow, 'project_id' | 'id'>;

export function waitingRows(
  sql: Sql,
  { project_id, id }: BatchKey,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingRow[]> {
  return sql.query<WaitingRow>(
    `select n, request, charged from payout_batch_rows
     where project_id = $1 and batch_id = $2 and status = 'waiting' and n > $3 order by n limit $4`,
    [project_id, id, after, limit],
  );
}

/** Those that still wait. The caller holds the lock of the batch. */
export async function lockWaiting(
  tx: Tx,
  { project_id, id }: BatchKey,
  ns: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ n: number }>(
    `select n from payout_batch_rows where project_id = $1 and batch_id = $2 and status = 'waiting'
       and n = any($3::int[]) order by n for update`,
    [project_id, id, ns],
  );
  return new Set(rows.map(({ n }) => n));
}

export interface CheckedRow {
  readonly n: number;
  readonly problems: readonly RowProblem[] | null;
  /** Null when it has problems. */
  readonly quote: {
    readonly coin: string;
    readonly sends: bigint;
    readonly currency: string;
    readonly charged: bigint;
    readonly isHeld: boolean;
  } | null;
}

export async function storeChecks(
  tx: Tx,
  { project_id, id }: BatchKey,
  checked: readonly CheckedRow[],
): Promise<void> {
  const quotes = checked.map(({ quote }) => quote);
  await tx.query(
    `update payout_batch_rows r
     set status = case when t.problems is null then 'waiting' else 'refused' end, problems = t.problems,
       coin = t.coin, sends = t.sends, currency = t.currency, charged = t.charged, is_held = t.is_held
     from unnest($3::int[], $4::jsonb[], $5::text[], $6::numeric[], $7::text[], $8::numeric[], $9::boolean[])
       as t(n, problems, coin, sends, currency, charged, is_held)
     where r.project_id = $1 and r.batch_id = $2 and r.n = t.n and r.status = 'waiting'`,
    [
      project_id,
      id,
      checked.map(({ n }) => n),
      checked.map(({ problems }) => (problems === null ? null : JSON.stringify(problems))),
      quotes.map((quote) => quote?.coin ?? null),
      quotes.map((quote) => quote?.sends.toString() ?? null),
      quotes.map((quote) => quote?.currency ?? null),
      quotes.map((quote) => quote?.charged.toString() ?? null),
      quotes.map((quote) => quote?.isHeld ?? null),
    ],
  );
}

export interface TakenRow {
  readonly n: number;
  readonly withdrawalId: string | null;
  readonly problems: readonly RowProblem[] | null;
}

export async function storeTaken(
  tx: Tx,
  { project_id, id }: BatchKey,
  taken: readonly TakenRow[],
): Promise<void> {
  if (taken.length === 0) return;
  await tx.query(
    `update payout_batch_rows r
     set status = case when t.problems is null then 'taken' else 'refused' end,
       withdrawal_id = t.withdrawal_id, problems = t.problems
     from unnest($3::int[], $4::uuid[], $5::jsonb[]) as t(n, withdrawal_id, problems)
     where r.project_id = $1 and r.batch_id = $2 and r.n = t.n`,
    [
      project_id,
      id,
      taken.map(({ n }) => n),
      taken.map(({ withdrawalId }) => withdrawalId),
      taken.map(({ problems }) => (problems === null ? null : JSON.stringify(problems))),
    ],
  );
}

export async function cancelRows(tx: Tx, { project_id, id }: BatchKey): Promise<void> {
  await tx.query(
    `update payout_batch_rows set status = 'cancelled'
     where project_id = $1 and batch_id = $2 and status = 'waiting'`,
    [project_id, id],
  );
}

/** While the row waits, its quote. Null for a row that was refused or canceled after it was quoted. */
const SENDS = `coalesce(w.received_amount, case when r.status = 'waiting' then r.sends end)`;
const CHARGED = `coalesce(w.charged_amount, case when r.status = 'waiting' then r.charged end)`;

/** `result`: the status of the withdrawal, or of the row without one. */
export interface RowCount {
  readonly result: string;
  readonly currency: string | null;
  readonly count: number;
  readonly charged: bigint | null;
}

export function countRows(sql: Sql, { project_id, id }: BatchKey): Promise<RowCount[]> {
  return sql.query<RowCount>(
    `select coalesce(w.status, r.status) as result, coalesce(w.charged_currency, r.currency) as currency,
       count(*)::int as count, sum(${CHARGED}) as charged
     from payout_batch_rows r
     left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.project_id = $1 and r.batch_id = $2
     group by 1, 2 order by 1, 2`,
    [project_id, id],
  );
}

/** Held by a rule of the policy, which the batch's approvals can release. */
const HELD = `w.status = 'on_hold' and w.hold ->> 'code' in ('rule', 'above_transaction_limit')`;

/** Withdrawals of the batch on hold that lack some of its approvals. */
export function rowsToApprove(
  sql: Sql,
  { project_id, id, approvals }: Pick<BatchRow, 'project_id' | 'id' | 'approvals'>,
  limit: number,
): Promise<{ n: number; withdrawal_id: string; approvals: number }[]> {
  return sql.query(
    `select r.n, r.withdrawal_id, r.approvals from payout_batch_rows r
     join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.project_id = $1 and r.batch_id = $2 and r.approvals < $3 and ${HELD}
     order by r.n limit $4`,
    [project_id, id, approvals, limit],
  );
}

/** `approvals`: the most that one of them needs. */
export async function countHeld(
  sql: Sql,
  { project_id, id }: BatchKey,
): Promise<{ held: number; approvals: number }> {
  const [row] = await sql.query<{ held: number; approvals: number }>(
    `select count(*)::int as held, coalesce(max((w.decision ->> 'approvals')::int), 0) as approvals
     from payout_batch_rows r
     join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.project_id = $1 and r.batch_id = $2 and ${HELD}`,
    [project_id, id],
  );
  return row ?? { held: 0, approvals: 0 };
}

export async function noteApproved(
  tx: Tx,
  { project_id, id }: BatchKey,
  { ns, approvals }: { ns: readonly number[]; approvals: number },
): Promise<void> {
  await tx.query(
    `update payout_batch_rows set approvals = greatest(approvals, $4)
     where project_id = $1 and batch_id = $2 and n = any($3::int[])`,
    [project_id, id, ns, approvals],
  );
}

/** Whether a row waits, or a withdrawal of the batch is neither completed, failed nor canceled. */
export async function isOpen(sql: Sql, { project_id, id }: BatchKey): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from payout_batch_rows r
     left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.project_id = $1 and r.batch_id = $2
       and (r.status = 'waiting' or w.status not in ('completed', 'failed', 'cancelled'))
     limit 1`,
    [project_id, id],
  );
  return rows.length > 0;
}

export interface ShownRow {
  readonly n: number;
  readonly line: number;
  readonly status: string;
  readonly request: PayoutRequest;
  readonly problems: readonly RowProblem[] | null;
  readonly coin: string | null;
  readonly sends: bigint | null;
  readonly currency: string | null;
  readonly charged: bigint | null;
  readonly is_held: boolean | null;
  readonly withdrawal_id: string | null;
  readonly txid: string | null;
}

/** In the order of the file. `status`: of the withdrawal, or of the row without one. */
export function pageOfRows(
  sql: Sql,
  { project_id, id }: BatchKey,
  page: { status: string | null; after: number; limit: number },
): Promise<ShownRow[]> {
  return sql.query<ShownRow>(
    `select r.n, r.line, coalesce(w.status, r.status) as status, r.request, r.problems, r.coin,
       ${SENDS} as sends, r.currency,
       ${CHARGED} as charged, r.is_held, r.withdrawal_id, w.txid
     from payout_batch_rows r
     left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.project_id = $1 and r.batch_id = $2 and r.n > $3
       and ($4::text is null or coalesce(w.status, r.status) = $4)
     order by r.n limit $5`,
    [project_id, id, page.after, page.status, page.limit],
  );
}

export async function coinsOf(sql: Sql, { project_id, id }: BatchKey): Promise<string[]> {
  const rows = await sql.query<{ coin: string }>(
    `select distinct coin from payout_batch_rows
     where project_id = $1 and batch_id = $2 and status = 'taken' order by coin`,
    [project_id, id],
  );
  return rows.map(({ coin }) => coin);
}
