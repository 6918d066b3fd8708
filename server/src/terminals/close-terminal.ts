// The daily close of a terminal: counts the sales that were paid since the last one, each exactly once, and stores the
// totals under a number. A sale that is paid later counts in the next close.
import type { App, Instance } from '../app.ts';
import { progressOf } from '../checkouts/progress.ts';
import { CHECKOUT_COLUMNS, type CheckoutRow } from '../checkouts/store-checkouts.ts';
import { defined } from '../core/assert.ts';
import { invalid, rule } from '../core/errors.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { lockLedger } from '../ledger/post.ts';
import { type CloseTotals, type CountedSale, closeTotals } from './close-totals.ts';
import { salesOfCheckouts } from './sales.ts';
import { lockTerminal, type TerminalRow, takeNumber } from './terminals.ts';

export interface CloseRow {
  readonly number: number;
  readonly closed_at: Date;
  readonly closed_by: string;
  readonly totals: CloseTotals;
}

const COLUMNS = 'number, closed_at, closed_by, totals';

type Closed = Pick<TerminalRow, 'project_id' | 'id'>;

const findClose = (sql: Sql, { project_id: projectId, id }: Closed, number: number) =>
  firstRow(
    sql.query<CloseRow>(
      `select ${COLUMNS} from terminal_closes where project_id = $1 and terminal_id = $2 and number = $3`,
      [projectId, id, number],
    ),
  );

/** Newest first. `before`: the number of the last row of the previous page. */
export function listCloses(
  sql: Sql,
  { project_id: projectId, id }: Closed,
  { before, limit }: { before: number | null; limit: number },
): Promise<CloseRow[]> {
  return sql.query<CloseRow>(
    `select ${COLUMNS} from terminal_closes
     where project_id = $1 and terminal_id = $2 and ($3::integer is null or number < $3)
     order by number desc limit $4`,
    [projectId, id, before, limit],
  );
}

interface CloseRequest {
  /** Which close the caller expects to make. When it exists already, it is returned. */
  readonly number: number;
  /** The name of who closes. */
  readonly by: string;
}

/** Null: nothing was paid since the last close. Errors: 422 `invalid` for a number after the next one. */
export function closeTerminal(
  app: App,
  terminal: TerminalRow,
  { number: expected, by }: CloseRequest,
): Promise<CloseRow | null> {
  return app.db.transaction(async (tx) => {
    // Checkouts are completed under this lock, so that each one is seen here, or by the next close.
    await lockLedger(tx, terminal.project_id);
    const locked = defined(await lockTerminal(tx, terminal), 'terminals are not deleted');
    const next = locked.close_count + 1;
    if (expected > next) throw invalid(rule.atMost('number', String(next)));
    if (expected < next) return findClose(tx, locked, expected);
    const counted = await countPaid(tx, tx.instance, locked);
    if (counted.length === 0) return null;
    const totals = closeTotals(tx.instance, locked.price_unit, counted);
    const number = await takeNumber(tx, locked, 'close');
    const ids = counted.map(({ sale }) => sale.checkout_id);
    await tx.query(
      `update terminal_sales set close_number = $3 where project_id = $1 and checkout_id = any($2::uuid[])`,
      [locked.project_id, ids, number],
    );
    await tx.query(
      `insert into terminal_closes (project_id, terminal_id, number, closed_at, closed_by, totals)
       values ($1, $2, $3, $4, $5, $6)`,
      [locked.project_id, locked.id, number, tx.now, by, JSON.stringify(totals)],
    );
    return { number, closed_at: tx.now, closed_by: by, totals };
  });
}

/** What a close would count now. Null: nothing. */
export async function openTotals(app: App, terminal: TerminalRow): Promise<CloseTotals | null> {
  const counted = await app.db.snapshot((sql) => countPaid(sql, app, terminal));
  return counted.length === 0 ? null : closeTotals(app, terminal.price_unit, counted);
}

const AT_ONCE = 500;
/** It is made under a lock. The next close counts what is left. */
const SALES_MAX = 10_000;

async function countPaid(
  sql: Sql,
  instance: Pick<Instance, 'clock'>,
  { project_id: projectId, id }: Closed,
): Promise<CountedSale[]> {
  const rows = await sql.query<CheckoutRow>(
    `select c.* from terminal_sales s cross join lateral (
       select ${CHECKOUT_COLUMNS} from checkouts
       where project_id = s.project_id and id = s.checkout_id and status = 'completed') c
     where s.project_id = $1 and s.terminal_id = $2 and s.close_number is null order by s.number
     limit ${SALES_MAX}`,
    [projectId, id],
  );
  const counted: CountedSale[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const sales = await salesOfCheckouts(sql, projectId, some);
    for (const progress of await progressOf(sql, instance, some)) {
      const sale = sales.get(progress.checkout.id);
      counted.push({ sale: defined(sale, 'one for each'), progress });
    }
  }
  return counted;
}
