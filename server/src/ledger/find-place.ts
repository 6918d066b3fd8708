// Finds the position of a time in a project's ledger. Postings have no index by time, and are only nearly in time
// order: the clock is read before the ledger lock is taken, and each process has its own clock.
import { MINUTE } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';

/** Maximum difference between number order and time order. */
const DISORDER = 10 * MINUTE;

/** From this number on, all postings were made at or after `moment`. One past the last number if there are none. */
export async function placeAfter(sql: Sql, projectId: string, moment: Date): Promise<number> {
  return firstFrom(sql, projectId, moment.getTime() + DISORDER);
}

/** All postings with a smaller number were made before `moment`. */
export async function placeBefore(sql: Sql, projectId: string, moment: Date): Promise<number> {
  return firstFrom(sql, projectId, moment.getTime() - DISORDER);
}

async function firstFrom(sql: Sql, projectId: string, time: number): Promise<number> {
  const [ledger] = await sql.query<{ head: number }>(
    'select posting_seq as head from ledgers where project_id = $1',
    [projectId],
  );
  let low = 1;
  let high = (ledger?.head ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await sql.query<{ at: Date }>(
      `select created_at as at from ledger_postings
       where project_id = $1 and seq >= $2 order by project_id, seq limit 1`,
      [projectId, middle],
    );
    if (row !== undefined && row.at.getTime() < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface LedgerFinding {
  readonly id: string;
  readonly posting: number;
  readonly balance: bigint;
}

/** Account balances before a posting, by account ID. Each entry stores the balance after it. */
export async function balancesBefore(
  sql: Sql,
  requested: { accounts: readonly { id: string; entries: number }[]; posting: number },
): Promise<ReadonlyMap<string, bigint>> {
  const balances = new Map<string, bigint>();
  let open = requested.accounts.map(({ id, entries }) => ({ id, low: 0, high: entries }));
  while (open.length > 0) {
    const middles = open.map(({ low, high }) => Math.ceil((low + high) / 2));
    const rows = await sql.query<LedgerFinding>(
      `select w.id, e.posting_seq as posting, e.balance_after as balance
       from unnest($1::uuid[], $2::bigint[]) as w(id, seq)
       cross join lateral (select posting_seq, balance_after from ledger_entries e
         where e.account = account_number(w.id) and e.seq = w.seq limit 1) e`,
      [open.map(({ id }) => id), middles],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    open = open.flatMap(({ id, low, high }, n) => {
      const middle = middles[n] ?? 0;
      const entry = found.get(id);
      const isBefore = entry !== undefined && entry.posting < requested.posting;
      if (isBefore) balances.set(id, entry.balance);
      const next = isBefore ? { id, low: middle, high } : { id, low, high: middle - 1 };
      return next.low < next.high ? next : [];
    });
  }
  return balances;
}
