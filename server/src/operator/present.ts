// Formats amounts and times in operation outputs: amounts as decimal text with their currency, times in UTC.
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { Money } from '../contract/operator/schema-words.ts';
import { formatAmount } from '../core/money.ts';
import type { NewestPage } from '../db/newest-page.ts';

/** For any currency that the program supports, enabled or not. */
export function moneyOf(
  app: Pick<App, 'currencies' | 'knownCoins'>,
  amount: bigint,
  code: string,
): Static<typeof Money> {
  const currency = app.currencies.get(code) ?? app.knownCoins.get(code);
  return {
    amount: currency === undefined ? `${amount}` : formatAmount(amount, currency),
    currency: code,
  };
}

export function timeOf(time: Date): string {
  return time.toISOString();
}

export function timeOrNull(time: Date | null): string | null {
  return time === null ? null : timeOf(time);
}

/** A page of a list with the cursor of the next one. */
export function pageOf<Row extends { readonly id: string }, Shown>(
  { rows, hasMore }: { rows: readonly Row[]; hasMore: boolean },
  show: (row: Row) => Shown,
): { rows: Shown[]; next: string | null } {
  return shownPage({ rows, next: hasMore ? (rows.at(-1)?.id ?? null) : null }, show);
}

/** A page that already has the cursor of the next one. */
export function shownPage<Row, Shown>(
  { rows, next }: NewestPage<Row>,
  show: (row: Row) => Shown,
): { rows: Shown[]; next: string | null } {
  return { rows: rows.map(show), next };
}
