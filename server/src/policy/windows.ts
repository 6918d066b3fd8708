// Rolling windows: what a project has sent, or can still send, since some hours, added up for those that share
// something (a key, a customer ...). Read under the ledger's lock and carried on while a batch is decided, so no
// number of parallel requests passes a limit.
import type { App } from '../app.ts';
import { HOUR } from '../core/clock.ts';
import type { Currency } from '../core/money.ts';
import type { Tx } from '../db/database.ts';
import type { Policy, Spent, Window, WindowScope } from './policy.ts';
import { valueIn } from './value.ts';

/** What a withdrawal shares with others, by the window's `per`. */
export type Scopes = Readonly<Record<WindowScope, string>>;

/** Withdrawals of no customer, or of no key, share that. */
const COLUMNS: Readonly<Record<WindowScope, string>> = {
  project: `''`,
  key: `coalesce(api_key, '')`,
  customer: `coalesce(customer_id, '')`,
  coin: 'received_currency',
  destination: `received_currency || ' ' || address || ' ' || coalesce(tag::text, '')`,
};

export function scopesOf(attempt: {
  apiKey: string | null;
  customerId: string | null;
  coin: string;
  address: string;
  tag: number | null;
}): Scopes {
  const { coin, address, tag } = attempt;
  return {
    project: '',
    key: attempt.apiKey ?? '',
    customer: attempt.customerId ?? '',
    coin,
    destination: `${coin} ${address} ${tag ?? ''}`,
  };
}

/** What is in a window for a scope: sums by the currency in which they are stored. */
interface Filled {
  readonly sums: Map<string, bigint>;
  count: number;
}

/** By window and scope. */
export type Windows = Map<string, Filled>;

export function windowsOf(policy: Policy): Window[] {
  const windows = policy.rules
    .flatMap(({ when }) => when)
    .flatMap((condition) => ('window' in condition ? [condition.window] : []));
  return [...new Map(windows.map((window) => [nameOf(window), window])).values()];
}

/** In the policy's currency. Throws 503 `rates_unavailable` when an older policy's currency cannot be converted. */
export function spentIn(
  app: App,
  windows: Windows,
  asked: { window: Window; scopes: Scopes; currency: Currency },
): Spent {
  const { window, scopes, currency } = asked;
  const filled = windows.get(keyOf(window, scopes[window.per]));
  if (filled === undefined) return { sum: 0n, count: 0 };
  const values = [...filled.sums].map(([code, amount]) => valueIn(app, { code, amount }, currency));
  return { sum: values.reduce((sum, value) => sum + value, 0n), count: filled.count };
}

/** Counts one more in every window. */
export function addTo(
  windows: Windows,
  list: readonly Window[],
  one: { scopes: Scopes; value: bigint; currency: Currency },
): void {
  for (const window of list)
    fill(windows, keyOf(window, one.scopes[window.per]), {
      ...{ code: one.currency.code, sum: one.value, count: 1 },
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

/** The caller holds the ledger's lock. What was cancelled, or never committed in time, does not count. */
export async function readWindows(
  tx: Tx,
  app: App,
  facts: { projectId: string; list: readonly Window[]; scopes: readonly Scopes[] },
): Promise<Windows> {
  const { projectId, list, scopes } = facts;
  const windows: Windows = new Map();
  const read = async (window: Window) => {
    const wanted = [...new Set(scopes.map((own) => own[window.per]))];
    const since = new Date(app.clock.now() - window.hours * HOUR);
    const rows = await tx.query<SumRow>(sumsBy(window.per), [projectId, since, wanted]);
    for (const { scope, value_currency: code, sum, count } of rows)
      fill(windows, keyOf(window, scope), { code, sum, count });
  };
  // Sent together.
  await Promise.all(list.map(read));
  return windows;
}

function sumsBy(per: WindowScope): string {
  return `select ${COLUMNS[per]} as scope, value_currency, sum(value) as sum, count(*) as count
    from coin_withdrawals
    where project_id = $1 and created_at > $2 and status <> 'cancelled' and value is not null
      and ${COLUMNS[per]} = any($3::text[])
    group by 1, 2 order by 1, 2 limit ${ROWS_MAX}`;
}

/** Scopes of a batch, times the currencies that policies have used. */
const ROWS_MAX = 10_000;

interface SumRow {
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
