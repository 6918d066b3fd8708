// How many rows a statement has: they are numbered without a gap in each account, so the numbers at both ends tell;
// with other conditions they are counted. Used by list.ts for `meta.total`.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { accounts, bookedConditions, type Filter } from './filter.ts';

export async function countBooked(app: App, filter: Filter): Promise<number> {
  const values: unknown[] = [filter.projectId];
  const ofAccounts = accounts(filter, values);
  const where = bookedConditions(filter, values);
  const numbers = (direction: 'asc' | 'desc') =>
    `(select t.booked_seq from account_transactions t where ${where}
      order by t.booked_at ${direction}, t.booked_seq ${direction} limit 1)`;
  const each = isTimeOnly(filter)
    ? `coalesce(${numbers('desc')} - ${numbers('asc')} + 1, 0)`
    : `(select count(*) from account_transactions t where ${where})`;
  const rows = await app.db.query<{ n: number }>(
    `select coalesce(sum(${each}), 0)::bigint as n from ${ofAccounts}`,
    values,
  );
  return known(rows[0], 'one row').n;
}

function isTimeOnly({ type, status, riskLevel, customerId, from, to }: Filter): boolean {
  return [type, status, riskLevel, customerId, from, to].every((value) => value === null);
}
