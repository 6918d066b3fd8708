// The opening and closing balance of a statement, from the balances stored with its rows.
import type { Sql } from '../db/database.ts';
import { endOfInstant } from './filter.ts';

export interface StatementEnds {
  /** In the currency's smallest unit. */
  readonly opening: bigint;
  readonly closing: bigint;
}

/** Times in milliseconds, both inclusive. Omitted: unbounded. */
export async function statementEnds(
  sql: Sql,
  account: { projectId: string; currency: string },
  { from, to }: { from: number | null; to: number | null },
): Promise<StatementEnds> {
  const before = (moment: Date | null) => balanceBefore(sql, account, moment);
  return {
    opening: from === null ? 0n : await before(new Date(from)),
    closing: await before(to === null ? null : new Date(endOfInstant(to) + 1)),
  };
}

async function balanceBefore(
  sql: Sql,
  { projectId, currency }: { projectId: string; currency: string },
  moment: Date | null,
): Promise<bigint> {
  const bound = moment === null ? '' : 'and t.booked_at < $3';
  const rows = await sql.query<{ balance: bigint }>(
    `select t.booked_balance as balance from account_transactions t
     where t.booked_at is not null ${bound} and t.account_id = (
       select id from ledger_accounts where project_id = $1 and kind = 'available' and currency = $2)
     order by t.booked_at desc, t.booked_seq desc limit 1`,
    [projectId, currency, ...(moment === null ? [] : [moment])],
  );
  return rows[0]?.balance ?? 0n;
}
