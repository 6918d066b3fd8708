// Formats amounts, times, days and pages in operation outputs: amounts as decimal text with their currency, times in
// UTC.
import type { Static, TSchema } from 'typebox';
import type { App } from '../app.ts';
import type { LIST_ORDERS } from '../contract/operator/operation.ts';
import type { Money } from '../contract/schema.ts';
import { DAY } from '../core/clock.ts';
import { AppError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { formatAmount, formatDecimal, toQuote } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { ListOrder } from '../db/list-order.ts';
import type { PageRequest, Span } from '../db/newest-page.ts';
import { quoteNow } from '../rates/rates.ts';
import type { OperatorApp } from './operator.ts';

export const VALUED_IN = 'EUR';

/** A value in the smallest unit of the requested currency. Null without a rate. */
type Worth = (amount: bigint, currency: string) => bigint | null;

export function worthIn(app: App, code: string): Worth {
  const quote = app.currencies.get(code);
  return (amount, from) => {
    if (amount === 0n || from === code) return amount;
    const base = app.currencies.get(from);
    if (base === undefined || quote === undefined) return null;
    const rate = sellRateOf(app, from, code);
    if (rate === null) return null;
    const facts = { base, quote, rate };
    return amount > 0n ? toQuote(amount, facts, 'down') : -toQuote(-amount, facts, 'up');
  };
}

/** The rate at which `worthIn` values a currency. Null without a rate. */
export function rateIn(app: App, base: string, quote: string): string | null {
  if (base === quote) return '1.0';
  const rate = sellRateOf(app, base, quote);
  return rate === null ? null : formatDecimal(rate);
}

/** Null when any part has no value: a partial sum would look complete. */
export function sumOfWorths(worths: readonly (bigint | null)[]): bigint | null {
  return worths.reduce<bigint | null>(
    (sum, worth) => (sum === null || worth === null ? null : sum + worth),
    0n,
  );
}

function sellRateOf(app: App, base: string, quote: string) {
  try {
    return quoteNow(app, { base, quote }).sellRate;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}

const DAYS_MAX = 400;

interface DaysFields {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface DaysInput {
  readonly from: Date;
  /** The end of the last day, exclusive. */
  readonly until: Date;
}

/** Default end: today. Default start: 30 days before the end. */
export function readDaysInput(app: OperatorApp, { from, to }: DaysFields): DaysInput {
  const last = startOfDay(to ?? app.clock.now());
  const first = from === undefined ? last - 29 * DAY : startOfDay(from);
  return { from: new Date(first), until: new Date(last + DAY) };
}

/** The end must not precede the start, and the range is at most 400 days. */
export function findDaysProblems(
  app: OperatorApp,
  fields: DaysFields,
  problems: ErrorDetail[],
): void {
  const { from, until } = readDaysInput(app, fields);
  const last = new Date(until.getTime() - DAY);
  if (from > last) problems.push(rule.atMost('from', last.toISOString()));
  const earliest = new Date(until.getTime() - DAYS_MAX * DAY);
  if (from < earliest) problems.push(rule.atLeast('from', earliest.toISOString()));
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

export const PAGE = 50;

export function requestedPage(input: {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}): PageRequest {
  return { after: input.after ?? null, limit: input.limit ?? PAGE };
}

interface OrderInput {
  readonly project?: string | undefined;
  readonly order?: (typeof LIST_ORDERS)[number] | undefined;
}

/**
 * By the `amount` column of rows with one `currency`. Null: not requested. Errors: 422 without a project or that
 * currency.
 */
export function requestedOrder<Input extends OrderInput>(
  input: Input,
  { amount, currency }: { readonly amount: string; readonly currency: keyof Input & string },
): ListOrder | null {
  const { order } = input;
  if (order === undefined) return null;
  const isRising = order === 'oldest' || order === 'lowest';
  if (order === 'newest' || order === 'oldest') return { by: null, isRising };
  const missing = ['project', currency].filter(
    (name) => (input as Readonly<Record<string, unknown>>)[name] === undefined,
  );
  if (missing.length > 0) throw invalid(...missing.map(rule.filled));
  return { by: amount, isRising };
}

export function requestedSpan(input: {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}): Span {
  return { from: momentOrNull(input.from), to: momentOrNull(input.to) };
}

function momentOrNull(time: number | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}

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

export function amountText(...of: Parameters<typeof moneyOf>): string {
  const { amount, currency } = moneyOf(...of);
  return `${amount} ${currency}`;
}

export function timeOf(time: Date): string {
  return time.toISOString();
}

export function timeOrNull(time: Date | null): string | null {
  return time === null ? null : timeOf(time);
}

interface SchemaFacts {
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

const isNull = (schema: TSchema) => (schema as { readonly type?: string }).type === 'null';

/** The output that the schema describes: times as texts, without further columns of the rows. */
export function presented(schema: TSchema, value: unknown): unknown {
  if (value instanceof Date) return timeOf(value);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, items, properties } = schema as SchemaFacts;
  const [described, other, ...more] = anyOf ?? [];
  if (described !== undefined) {
    const isNullable = more.length === 0 && other !== undefined && isNull(other);
    // The alternatives of any other union have no times and no further columns.
    return isNullable ? presented(described, value) : value;
  }
  if (items !== undefined) return (value as unknown[]).map((item) => presented(items, item));
  if (properties === undefined) return value;
  const row = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, presented(each, row[name])]),
  );
}

/** A page of a list with the cursor of the next one. */
export function pageOf<Row extends { readonly id: string }, Shown>(
  { rows, hasMore }: { rows: readonly Row[]; hasMore: boolean },
  show: (row: Row) => Shown,
): { rows: Shown[]; next: string | null } {
  return shownPage({ rows, next: hasMore ? (rows.at(-1)?.id ?? null) : null }, show);
}

/** A page that already has the cursor of the next one. */
export function shownPage<Row, Shown, Next>(
  { rows, next }: { rows: readonly Row[]; next: Next },
  show: (row: Row) => Shown,
): { rows: Shown[]; next: Next } {
  return { rows: rows.map(show), next };
}

type Facts = Readonly<Record<string, unknown>>;

/** Adds `reason` for a `cancel_code` or a `decision_code`, and `rule` for a `rule_code`. */
export function withTexts(facts: Facts): Facts {
  const { cancel, decision, rules } = textsOf('reasons', 'en');
  const reason = textOf(cancel, facts['cancel_code']) ?? textOf(decision, facts['decision_code']);
  const rule = textOf(rules, facts['rule_code']);
  return { ...facts, ...(reason !== null && { reason }), ...(rule !== null && { rule }) };
}

function textOf(texts: Readonly<Record<string, string>>, code: unknown): string | null {
  return typeof code === 'string' ? (texts[code] ?? null) : null;
}
