// Building blocks of the operator operations' outputs, in addition to those of the API objects.
import { type TSchema, Type } from 'typebox';
import { Amount, Currency, closed, Id, nullable, Text, Time } from '../objects/schema-types.ts';

/** An object with exactly these fields. */
export function row<const P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, closed);
}

export function rows<const P extends Record<string, TSchema>>(properties: P) {
  return Type.Array(row(properties));
}

export const Money = row({ amount: Amount, currency: Currency });
/** A page of an unbounded list: pass `next` as `after` for the next page; null at the end. */
export function page<const P extends Record<string, TSchema>>(properties: P) {
  return row({ rows: rows(properties), next: nullable(Id) });
}
/** The same for rows without ids: `next` has another type. */
export function pageBy<const P extends Record<string, TSchema>, const N extends TSchema>(
  properties: P,
  next: N,
) {
  return row({ rows: rows(properties), next: nullable(next) });
}
/** Shown once and never stored: the audit log omits it. */
export const SecretText = Type.String({ isSecret: true });
/** Rendered from codes and values next to it: the audit log omits it. */
export const RenderedText = Type.String({ isRendered: true });
export const TextOrNull = nullable(Text);
export const TimeOrNull = nullable(Time);
/** Stored with audit log entries and alerts; each kind has its own fields. */
export const Facts = Type.Record(Type.String(), Type.Unknown());
