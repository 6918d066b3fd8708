// What the readers of a policy share: fields of a JSON object, and a problem for each that nobody knows.
import { type ErrorDetail, rule } from '../core/errors.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Problems = ErrorDetail[];

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A misspelt condition would make a rule looser than it reads, so what is unknown is refused. */
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
