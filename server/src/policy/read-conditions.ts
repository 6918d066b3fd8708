// All conditions that a rule can have, each with its parser.
import type { App } from '../app.ts';
import { NETWORK_FEE_LEVELS } from '../contract/objects/coin-withdrawals.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { type Currency, parseAmount } from '../core/money.ts';
import { WEEKDAYS, type Weekday } from './local-time.ts';
import type { Condition, Window, WindowScope } from './policy.ts';

export interface ConditionPlace {
  readonly app: Pick<App, 'currencies'>;
  /** Null if the currency could not be parsed. Amounts cannot be parsed then either. */
  readonly currency: Currency | null;
  readonly timeZone: string;
}

type Place = ConditionPlace & { readonly path: string };
type Reader = (value: unknown, place: Place, problems: Problems) => Condition;

/** 90 days: the longest window. */
const WINDOW_HOURS_MAX = 2160;
const COUNT_MAX = 1_000_000_000;
const LIST_MAX = 1000;
const TEXT_LENGTH_MAX = 255;
const SCOPES: readonly WindowScope[] = ['project', 'key', 'customer', 'coin', 'destination'];
/** No `high`: such destinations are never paid (interface.md part 7). */
const RISKS = ['low', 'medium', 'unknown'];

const readers: Readonly<Record<string, Reader>> = {
  amountAbove: (value, place, problems) => ({
    kind: 'amountAbove',
    amount: readAmount(value, place, problems),
  }),
  sumAbove(value, place, problems) {
    const fields = readWindowFields(value, { place, limit: 'amount' }, problems);
    const path = `${place.path}.amount`;
    const amount = readAmount(fields['amount'], { ...place, path }, problems);
    return { kind: 'sumAbove', amount, window: readWindow(fields, place, problems) };
  },
  countAbove(value, place, problems) {
    const fields = readWindowFields(value, { place, limit: 'count' }, problems);
    const bounds = { path: `${place.path}.count`, min: 0, max: COUNT_MAX };
    const count = readInteger(fields['count'], bounds, problems);
    return { kind: 'countAbove', count, window: readWindow(fields, place, problems) };
  },
  coin: (value, place, problems) => ({
    kind: 'coin',
    anyOf: readList(value, { ...place, allowed: coinCodes(place.app) }, problems),
  }),
  key: (value, place, problems) => ({ kind: 'key', anyOf: readList(value, place, problems) }),
  customer: (value, place, problems) => ({
    kind: 'customer',
    anyOf: readList(value, place, problems),
  }),
  risk: (value, place, problems) => ({
    kind: 'risk',
    anyOf: readList(value, { ...place, allowed: RISKS }, problems),
  }),
  feeLevel: (value, place, problems) => ({
    kind: 'feeLevel',
    anyOf: readList(value, { ...place, allowed: NETWORK_FEE_LEVELS }, problems),
  }),
  destination(value, { path }, problems) {
    const choices = ['listed', 'unlisted'];
    if (!choices.includes(String(value))) problems.push(rule.oneOf(path, choices));
    return { kind: 'destination', isListed: value === 'listed' };
  },
  destinationNewerThanHours(value, { path }, problems) {
    const hours = readInteger(value, { path, min: 1, max: WINDOW_HOURS_MAX }, problems);
    return { kind: 'newerThanHours', hours };
  },
  looksLikeKnown(value, { path }, problems) {
    readTrue(value, path, problems);
    return { kind: 'looksLikeKnown' };
  },
  beneficiaryMissing(value, { path }, problems) {
    readTrue(value, path, problems);
    return { kind: 'beneficiaryMissing' };
  },
  outsideHours: readOutsideHours,
};

/** Includes coins without a node, so that a policy survives a change of the configuration. */
function coinCodes({ currencies }: Pick<App, 'currencies'>): string[] {
  return [...currencies.values()].filter(({ kind }) => kind === 'coin').map(({ code }) => code);
}

export function readConditions(value: unknown, place: Place, problems: Problems): Condition[] {
  if (!isFields(value)) {
    problems.push(rule.object(place.path));
    return [];
  }
  unknownFields(value, { path: place.path, known: Object.keys(readers) }, problems);
  return Object.entries(value).flatMap(([name, requested]) => {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) return [];
    return [read(requested, { ...place, path: `${place.path}.${name}` }, problems)];
  });
}

function readAmount(value: unknown, place: Place, problems: Problems): bigint {
  if (place.currency === null) return 0n;
  const amount = typeof value === 'string' ? parseAmount(value, place.currency) : 'not_a_number';
  if (amount === 'bad_precision')
    problems.push(rule.precision(place.path, place.currency.precision));
  else if (amount === 'not_a_number' || amount < 0n)
    problems.push(rule.form(place.path, 'quoted_amount'));
  else return amount;
  return 0n;
}

function readWindowFields(
  value: unknown,
  { place, limit }: { place: Place; limit: 'amount' | 'count' },
  problems: Problems,
): Fields {
  const fields = isFields(value) ? value : {};
  if (!isFields(value)) problems.push(rule.object(place.path));
  unknownFields(fields, { path: place.path, known: [limit, 'hours', 'per'] }, problems);
  return fields;
}

function readWindow(fields: Fields, { path }: Place, problems: Problems): Window {
  const bounds = { path: `${path}.hours`, min: 1, max: WINDOW_HOURS_MAX };
  const hours = readInteger(fields['hours'], bounds, problems);
  const requested = fields['per'] ?? 'project';
  const per = SCOPES.find((scope) => scope === requested);
  if (per === undefined) problems.push(rule.oneOf(`${path}.per`, SCOPES));
  return { hours, per: per ?? 'project' };
}

function readInteger(
  value: unknown,
  { path, min, max }: { path: string; min: number; max: number },
  problems: Problems,
): number {
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (!isWhole) problems.push(rule.integer(path));
  else if (value < min) problems.push(rule.atLeast(path, String(min)));
  else if (value > max) problems.push(rule.atMost(path, String(max)));
  else return value;
  return min;
}

function readList(
  value: unknown,
  { path, allowed }: { path: string; allowed?: readonly string[] },
  problems: Problems,
): ReadonlySet<string> {
  const isText = (item: unknown) =>
    typeof item === 'string' && item !== '' && item.length <= TEXT_LENGTH_MAX;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isText)) {
    problems.push(rule.form(path, 'list_of_texts'));
    return new Set();
  }
  if (value.length > LIST_MAX) problems.push(rule.keysAtMost(path, LIST_MAX));
  if (allowed !== undefined && !value.every((item) => allowed.includes(item)))
    problems.push(rule.oneOf(path, allowed));
  return new Set(value);
}

/** `false` would look like the opposite condition, which does not exist. */
function readTrue(value: unknown, path: string, problems: Problems): void {
  if (value !== true) problems.push(rule.form(path, 'true'));
}

function readOutsideHours(value: unknown, place: Place, problems: Problems): Condition {
  const { path, timeZone } = place;
  const fields = isFields(value) ? value : {};
  if (!isFields(value)) problems.push(rule.object(path));
  unknownFields(fields, { path, known: ['from', 'to', 'days'] }, problems);
  const from = readMinute(fields['from'], `${path}.from`, problems);
  const to = readMinute(fields['to'], `${path}.to`, problems);
  if (from === to) problems.push(rule.different(`${path}.to`, 'from'));
  const requested = fields['days'] ?? WEEKDAYS;
  const days = readList(requested, { path: `${path}.days`, allowed: WEEKDAYS }, problems);
  const open = WEEKDAYS.filter((day) => days.has(day));
  return { kind: 'outsideHours', hours: { timeZone, from, to, days: new Set<Weekday>(open) } };
}

function readMinute(value: unknown, path: string, problems: Problems): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$|^24:00$/.exec(typeof value === 'string' ? value : '');
  if (match === null) {
    problems.push(rule.form(path, 'time_of_day'));
    return -1;
  }
  return match[1] === undefined ? 24 * 60 : Number(match[1]) * 60 + Number(match[2]);
}

export type Fields = Readonly<Record<string, unknown>>;
export type Problems = ErrorDetail[];

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A misspelled condition would make a rule looser than it looks, so unknown fields are errors. */
export function unknownFields(
  fields: Fields,
  { known, path }: { path: string; known: readonly string[] },
  problems: Problems,
): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    problems.push(rule.unsupported(path === '' ? name : `${path}.${name}`));
  }
}
