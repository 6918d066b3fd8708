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

/** Sums by window and scope. */
export type Windows = Map<string, Spent>;

export function windowsOf(policy: Policy): Window[] {
  const windows = policy.rules
    .flatMap(({ when }) => when)
    .flatMap((condition) => ('window' in condition ? [condition.window] : []));
  return [...new Map(windows.map((window) => [nameOf(window), window])).values()];
}

export function spentIn(windows: Windows, window: Window, scopes: Scopes): Spent {
  return windows.get(keyOf(window, scopes[window.per])) ?? { sum: 0n, count: 0 };
}

/** Counts one more in every window. */
export function addTo(
  windows: Windows,
  list: readonly Window[],
  one: { scopes: Scopes; value: bigint },
): void {
  for (const window of list) {
    const { sum, count } = spentIn(windows, window, one.scopes);
    const after = { sum: sum + one.value, count: count + 1 };
    windows.set(keyOf(window, one.scopes[window.per]), after);
  }
}

/** The caller holds the ledger's lock. What was cancelled, or never committed in time, does not count. */
export async function readWindows(
  tx: Tx,
  app: App,
  facts: {
    projectId: string;
    list: readonly Window[];
    scopes: readonly Scopes[];
    currency: Currency;
  },
): Promise<Windows> {
  const windows: Windows = new Map();
  const now = app.clock.now();
  for (const window of facts.list) {
    const wanted = [...new Set(facts.scopes.map((scopes) => scopes[window.per]))];
    const rows = await tx.query<SumRow>(
      `select ${COLUMNS[window.per]} as scope, value_currency, coalesce(sum(value), 0) as sum, count(*) as count
       from coin_withdrawals
       where project_id = $1 and created_at > $2 and status <> 'cancelled' and ${COLUMNS[window.per]} = any($3)
       group by 1, 2 order by 1, 2 limit ${ROWS_MAX}`,
      [facts.projectId, new Date(now - window.hours * HOUR), wanted],
    );
    for (const row of rows) {
      const code = row.value_currency ?? facts.currency.code;
      const value = valueIn(app, { code, amount: row.sum }, facts.currency);
      const key = keyOf(window, row.scope);
      const before = windows.get(key) ?? { sum: 0n, count: 0 };
      windows.set(key, { sum: before.sum + value, count: before.count + row.count });
    }
  }
  return windows;
}

/** Scopes of a batch, times the currencies that policies have used. */
const ROWS_MAX = 10_000;

interface SumRow {
  readonly scope: string;
  readonly value_currency: string | null;
  readonly sum: bigint;
  readonly count: number;
}

function nameOf({ hours, per }: Window): string {
  return `${hours} ${per}`;
}

function keyOf(window: Window, scope: string): string {
  return `${nameOf(window)} ${scope}`;
}
