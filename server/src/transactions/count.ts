// Counts the rows of a transaction list without reading all of them (migration 0001: transaction_counts).
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { HOUR } from '../core/clock.ts';
import { conditions, type Filter, firstAfter, firstSince } from './filter.ts';

/**
 * Uses the maintained counts or, for only a time range, row numbers. Counts rows only for a customer filter, and at
 * both ends of a time range with other filters.
 */
export async function countRows(app: App, filter: Filter): Promise<number> {
  if (filter.customerId !== null) return countExactly(app, filter);
  if (filter.from === null && filter.to === null)
    return sumCells(app, filter, { range: "c.bucket = '-infinity'", slots: [] });
  if (isTimeOnly(filter)) return countByNumber(app, filter);
  const from = filter.from?.getTime() ?? null;
  const to = filter.to?.getTime() ?? null;
  const firstWhole = from === null ? null : Math.ceil(from / HOUR) * HOUR;
  const lastWhole = to === null ? null : Math.floor((to + 1) / HOUR) * HOUR;
  if (firstWhole !== null && lastWhole !== null && firstWhole >= lastWhole)
    return countExactly(app, filter);
  const whole = await sumCells(app, filter, {
    range: `c.bucket > '-infinity' and ($SLOT1::timestamptz is null or c.bucket >= $SLOT1)
       and ($SLOT2::timestamptz is null or c.bucket < $SLOT2)`,
    slots: [
      firstWhole === null ? null : new Date(firstWhole),
      lastWhole === null ? null : new Date(lastWhole),
    ],
  });
  const before =
    from === null || firstWhole === null || from === firstWhole
      ? 0
      : await countExactly(app, { ...filter, to: new Date(firstWhole - 1) });
  const after =
    to === null || lastWhole === null
      ? 0
      : await countExactly(app, { ...filter, from: new Date(lastWhole) });
  return whole + before + after;
}

function isTimeOnly(filter: Filter): boolean {
  const { accountId, currency, type, status, riskLevel } = filter;
  return [accountId, currency, type, status, riskLevel].every((value) => value === null);
}

/** A project's rows are numbered without gaps. */
async function countByNumber(app: App, filter: Filter): Promise<number> {
  const rows = await app.db.query<{ n: number }>(
    `select greatest(0, ${firstAfter("coalesce($3::timestamptz, 'infinity')")}
       - ${firstSince("coalesce($2::timestamptz, '-infinity')")}) as n`,
    [filter.projectId, filter.from, filter.to],
  );
  return defined(rows[0], 'one row').n;
}

async function sumCells(
  app: App,
  filter: Filter,
  { range, slots }: { range: string; slots: readonly unknown[] },
): Promise<number> {
  const values = [
    filter.projectId,
    filter.currency,
    filter.type,
    filter.status,
    filter.riskLevel,
    ...slots,
  ];
  const bounded = range.replaceAll('$SLOT1', '$6').replaceAll('$SLOT2', '$7');
  const rows = await app.db.query<{ n: number }>(
    `select coalesce(sum(c.n), 0)::bigint as n from transaction_counts c
     where c.project_id = $1 and ($2::text is null or c.currency = $2)
       and ($3::text is null or c.reference_type = $3) and ($4::text is null or c.status = $4)
       and ($5::text is null or c.risk_level = $5) and ${bounded}`,
    values,
  );
  return defined(rows[0], 'a sum has one row').n;
}

async function countExactly(app: App, filter: Filter): Promise<number> {
  const values: unknown[] = [];
  const where = conditions(filter, values);
  const rows = await app.db.query<{ n: number }>(
    `select count(*) as n from account_transactions t where ${where}`,
    values,
  );
  return defined(rows[0], 'a count has one row').n;
}
