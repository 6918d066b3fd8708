// Shared by the parsers of a policy: fields of a JSON object, and a problem for each unknown field.
import { type ErrorDetail, rule } from '../core/errors.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Problems = ErrorDetail[];

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A misspelled condition would make a rule looser than it looks, so unknown fields are rejected. */
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
