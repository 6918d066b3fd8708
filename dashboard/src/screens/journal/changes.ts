// Compares an object before and after, field by field.

export interface Change {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** For values that are not objects, returns a single change without a name. */
export function changesBetween(before: unknown, after: unknown): readonly Change[] {
  if (same(before, after)) return [];
  if (!isObject(before ?? {}) || !isObject(after ?? {})) return [{ name: '', before, after }];
  const [old, now] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .filter((name) => !same(old[name], now[name]))
    .map((name) => ({ name, before: old[name], after: now[name] }));
}

export type TimeText = (at: string) => string;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A dash for a missing value. Times are formatted for the reader. */
export function valueText(value: unknown, time: TimeText): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string' && MOMENT.test(value)) return time(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
