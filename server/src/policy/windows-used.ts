// How much of each policy limit is used. Reads without the ledger lock, so concurrent decisions may be missing.
import type { App } from '../app.ts';
import { HOUR } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { PERSON } from './one-person.ts';
import type { Condition, Policy, Window, WindowScope } from './policy.ts';
import { COLUMNS, valueIn, windowsOf } from './windows.ts';

type Limit = Extract<Condition, { readonly window: Window }>;

export interface LimitUsed {
  readonly rule: string;
  readonly condition: Limit;
  readonly used: readonly Used[];
}

export interface Used {
  /** Empty for a project-wide window, and for withdrawals without the attribute. */
  readonly of: string;
  /** Set for withdrawals that a person requested, not a key. */
  readonly name: string | null;
  /** In the policy's currency. */
  readonly sum: bigint;
  readonly count: number;
  /** Percentage of the limit, rounded down. Null when the limit is zero. */
  readonly percent: number | null;
}

const SHOWN_MAX = 5;
/** Far above what all windows show, times the currencies that policies have used. */
const ROWS_MAX = 10_000;

/** In rule order. Throws 503 `rates_unavailable` when an older policy's currency cannot be converted. */
export async function limitsUsed(
  app: App,
  projectId: string,
  policy: Policy,
): Promise<LimitUsed[]> {
  const windows = windowsOf(policy);
  const requested = await Promise.all(
    [...groupBy(windows, ({ per }) => per)].map(([per, list]) =>
      mostUsed(app, projectId, { per, list, currency: policy.currency }),
    ),
  );
  const filled = new Map(requested.flatMap((found) => [...found]));
  const nameOf = await namesOfPeople(app, [...filled.values()].flat());
  return policy.rules.flatMap(({ name, when }) =>
    when.flatMap((condition) =>
      'window' in condition
        ? [{ rule: name, condition, used: shares(condition, filled, nameOf) }]
        : [],
    ),
  );
}

type Filled = Omit<Used, 'percent' | 'name'>;

interface Row {
  readonly n: number;
  readonly scope: string;
  readonly value_currency: string;
  readonly sum: bigint;
  readonly count: number;
}

/** Ranked by usage in the policy's own currency; usage in older currencies is added afterward. */
async function mostUsed(
  app: App,
  projectId: string,
  requested: { per: WindowScope; list: readonly Window[]; currency: Policy['currency'] },
): Promise<ReadonlyMap<string, Filled[]>> {
  const { per, list, currency } = requested;
  const now = app.clock.now();
  const rows = await app.db.query<Row>(MOST_USED(per), [
    projectId,
    list.map(({ hours }) => new Date(now - hours * HOUR)),
    currency.code,
    SHOWN_MAX,
    ROWS_MAX,
  ]);
  const found = new Map<string, Filled[]>();
  for (const [n, ofWindow] of groupBy(rows, (row) => row.n)) {
    const window = list[n - 1];
    if (window === undefined) continue;
    const scopes = [...groupBy(ofWindow, ({ scope }) => scope)];
    found.set(
      keyOf(window),
      scopes.map(([of, parts]) => ({
        of,
        sum: parts.reduce(
          (sum, part) =>
            sum + valueIn(app, { code: part.value_currency, amount: part.sum }, currency),
          0n,
        ),
        count: parts.reduce((count, part) => count + part.count, 0),
      })),
    );
  }
  return found;
}

/** The same sums as in decisions (windows.ts). */
const MOST_USED = (per: WindowScope) => `
  with sums as (
    select t.n::int as n, ${COLUMNS[per]} as scope, w.value_currency, sum(w.value) as sum, count(*) as count
    from unnest($2::timestamptz[]) with ordinality as t(since, n)
    join coin_withdrawals w on w.project_id = $1 and w.created_at > t.since
    where w.status <> 'cancelled' and w.value is not null
    group by 1, 2, 3),
  ranked as (
    select n, scope,
      row_number() over (partition by n
        order by sum(sum) filter (where value_currency = $3) desc nulls last, scope) as by_sum,
      row_number() over (partition by n order by sum(count) desc, scope) as by_count
    from sums group by n, scope)
  select n, scope, value_currency, sum, count from sums join ranked using (n, scope)
  where by_sum <= $4 or by_count <= $4
  order by n, scope, value_currency limit $5`;

function keyOf({ hours, per }: Window): string {
  return `${hours} ${per}`;
}

type NameOf = (of: string) => string | null;

async function namesOfPeople(app: App, filled: readonly Filled[]): Promise<NameOf> {
  const people = filled.flatMap(({ of }) => (of.startsWith(PERSON) ? [of] : []));
  if (people.length === 0) return () => null;
  const rows = await app.db.query<{ of: string; name: string }>(
    'select $2 || id::text as of, name from users where $2 || id::text = any($1::text[])',
    [people, PERSON],
  );
  const names = new Map(rows.map(({ of, name }) => [of, name]));
  return (of) => names.get(of) ?? null;
}

function shares(limit: Limit, all: ReadonlyMap<string, Filled[]>, nameOf: NameOf): Used[] {
  const filled = all.get(keyOf(limit.window)) ?? [];
  const used = filled.map((one) => ({
    ...one,
    name: nameOf(one.of),
    percent: percentOf(limit, one),
  }));
  return used.sort((a, b) => compare(limit, b, a)).slice(0, SHOWN_MAX);
}

function percentOf(limit: Limit, { sum, count }: Filled): number | null {
  const [used, whole] =
    limit.kind === 'sumAbove' ? [sum, limit.amount] : [BigInt(count), BigInt(limit.count)];
  return whole === 0n ? null : Number((used * 100n) / whole);
}

function compare(limit: Limit, a: Filled, b: Filled): number {
  return limit.kind === 'sumAbove' ? Number(a.sum - b.sum) : a.count - b.count;
}
