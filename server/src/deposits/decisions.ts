// Decisions about deposits that could not be credited automatically. Append-only, so that an audit can always show who
// received unmatched money and why.
import type { Decision } from '../contract/decisions.ts';
import type { Sql } from '../db/database.ts';
import { keyedPage, type NewestPage, type Span, whereOf, within } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';

export interface DecisionRow {
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

export interface DecidedRow extends DecisionRow {
  readonly seq: number;
  readonly deposit_id: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly txid: string;
}

/** The time of the decision and its ID. */
export interface DecidedPlace {
  readonly at: Date;
  readonly seq: string;
}

export interface DecidedListRequest {
  /** Null: all projects. */
  readonly projectId: string | null;
  readonly txid: string | null;
  /** The coins whose transactions are searched. */
  readonly coins: readonly string[];
  readonly span: Span;
  /** The last row of the previous page. */
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
