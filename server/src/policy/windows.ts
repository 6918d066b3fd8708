// Rolling windows, summed over withdrawals that share an attribute (a key, a customer ...). Read under the ledger lock
// and updated while a batch is decided, so that concurrent requests cannot exceed a limit.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { assert, defined } from '../core/assert.ts';
import { HOUR } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { type Currency, toQuote } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { quoteNow } from '../rates/rates.ts';
import type { Policy, Spent, Window, WindowScope } from './policy.ts';

export type Scopes = Readonly<Record<WindowScope, string>>;

/** Withdrawals without a customer, or without a key, share the empty scope. */
export const COLUMNS: Readonly<Record<WindowScope, string>> = {
  project: `''`,
  key: `coalesce(api_key, '')`,
  customer: `coalesce(customer_id, '')`,
  coin: 'asset_of(received_currency)',
  destination: `asset_of(received_currency) || ' ' || address || ' ' || coalesce(tag::text, '')`,
};

export function scopesOf(attempt: {
  apiKey: string | null;
  customerId: string | null;
  coin: string;
  address: string;
  tag: number | null;
}): Scopes {
  const { address, tag } = attempt;
  const asset = assetCode(attempt.coin);
  return {
    project: '',
    key: attempt.apiKey ?? '',
    customer: attempt.customerId ?? '',
    coin: asset,
    // Independent of the network, because the recipient is the same.
    destination: `${asset} ${address} ${tag ?? ''}`,
  };
}

/** Keyed by the currency in which the sums are stored. */
interface Filled {
  readonly sums: Map<string, bigint>;
  count: number;
}

export type Windows = Map<string, Filled>;

export function windowsOf(policy: Policy): Window[] {
  const windows = policy.rules
    .flatMap(({ when }) => when)
    .flatMap((condition) => ('window' in condition ? [condition.window] : []));
  return [...new Map(windows.map((window) => [nameOf(window), window])).values()];
}

/** In the policy's currency. Throws 503 `rates_unavailable` when an older policy's currency cannot be converted. */
export function spentIn(
  instance: Instance,
  windows: Windows,
  wanted: { window: Window; scopes: Scopes; currency: Currency },
): Spent {
  const { window, scopes, currency } = wanted;
  const filled = windows.get(keyOf(window, scopes[window.per]));
  if (filled === undefined) return { sum: 0n, count: 0 };
  const values = [...filled.sums].map(([code, amount]) =>
    valueIn(instance, { code, amount }, currency),
  );
  return { sum: values.reduce((sum, value) => sum + value, 0n), count: filled.count };
}

export function addTo(
  windows: Windows,
  list: readonly Window[],
  one: { scopes: Scopes; value: bigint; currency: Currency },
): void {
  for (const window of list)
    fill(windows, keyOf(window, one.scopes[window.per]), {
      code: one.currency.code,
      sum: one.value,
      count: 1,
    });
}

function fill(
  windows: Windows,
  key: string,
  more: { code: string; sum: bigint; count: number },
): void {
  const filled = windows.get(key) ?? { sums: new Map<string, bigint>(), count: 0 };
  windows.set(key, filled);
  filled.sums.set(more.code, (filled.sums.get(more.code) ?? 0n) + more.sum);
  filled.count += more.count;
}

export interface WindowsRequest {
  readonly projectId: string;
  readonly list: readonly Window[];
  readonly scopes: readonly Scopes[];
}

/**
 * Keyed by project. The caller holds the ledger locks. Withdrawals that were canceled, or not committed in time, do
 * not count.
 */
export async function readWindows(
  tx: Tx,
  requests: readonly WindowsRequest[],
): Promise<ReadonlyMap<string, Windows>> {
  const now = tx.now.getTime();
  const byProject = new Map<string, Windows>(
    requests.map(({ projectId }) => [projectId, new Map()]),
  );
  const wanted = requests.flatMap(({ list, ...requested }) =>
    list.map((window) => ({ ...requested, window })),
  );
  const read = async (per: WindowScope, ofScope: typeof wanted) => {
    const rows = await tx.query<SumRow>(sumsBy(per), [
      ofScope.map(({ projectId }) => projectId),
      ofScope.map(({ window }) => new Date(now - window.hours * HOUR)),
      ...scopesOfRequests(per, ofScope),
    ]);
    assert(rows.length < ROWS_MAX, 'sums are missing');
    for (const { n, scope, value_currency: code, sum, count } of rows) {
      const { projectId, window } = defined(ofScope[n - 1], 'what was asked');
      const windows = defined(byProject.get(projectId), 'a project that was asked for');
      fill(windows, keyOf(window, scope), { code, sum, count });
    }
  };
  const byScope = groupBy(wanted, ({ window }) => window.per);
  await Promise.all([...byScope].map(([per, ofScope]) => read(per, ofScope)));
  return byProject;
}

/** As two columns: request numbers from 1 on, and the scopes that they need. */
function scopesOfRequests(
  per: WindowScope,
  ofScope: readonly { readonly scopes: readonly Scopes[] }[],
): [number[], string[]] {
  const pairs = ofScope.flatMap(({ scopes }, n) =>
    [...new Set(scopes.map((own) => own[per]))].map((scope) => ({ n: n + 1, scope })),
  );
  return [pairs.map(({ n }) => n), pairs.map(({ scope }) => scope)];
}

function sumsBy(per: WindowScope): string {
  return `select t.n::int as n, ${COLUMNS[per]} as scope, w.value_currency, sum(w.value) as sum, count(*) as count
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as t(project_id, since, n)
    join coin_withdrawals w on w.project_id = t.project_id and w.created_at > t.since
    where w.status <> 'cancelled' and w.value is not null
      and (t.n, ${COLUMNS[per]}) in (select n, scope from unnest($3::bigint[], $4::text[]) as s(n, scope))
    group by 1, 2, 3 order by 1, 2, 3 limit ${ROWS_MAX}`;
}

/** Far above the scopes of a batch, times the windows of a policy, times the currencies that policies have used. */
const ROWS_MAX = 100_000;

interface SumRow {
  readonly n: number;
  readonly scope: string;
  readonly value_currency: string;
  readonly sum: bigint;
  readonly count: number;
}

function nameOf({ hours, per }: Window): string {
  return `${hours} ${per}`;
}

function keyOf(window: Window, scope: string): string {
  return `${nameOf(window)} ${scope}`;
}

/**
 * At current buying rates, rounded up: every inaccuracy counts against the spender. Reads only memory. Throws 503
 * `rates_unavailable`.
 */
export function valueIn(
  instance: Instance,
  money: { code: string; amount: bigint },
  currency: Currency,
): bigint {
  if (money.code === currency.code) return money.amount;
  if (money.amount === 0n) return 0n;
  const base = defined(instance.currencies.get(money.code), 'currency is registered');
  const rate = quoteNow(instance, { base: base.code, quote: currency.code }).buyRate;
  return toQuote(money.amount, { base, quote: currency, rate }, 'up');
}
