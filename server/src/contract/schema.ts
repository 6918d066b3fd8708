// Building blocks of the schemas of outputs: API objects, and what operator operations return. Amounts are decimal
// strings; missing values are null.
import { type TSchema, Type } from 'typebox';

export const Id = Type.String({ format: 'uuid' });
/** Decimal text: a JSON number would lose digits. */
export const amountOf = (description: string) => Type.String({ format: 'decimal', description });
export const Amount = amountOf('Decimal string, for example 100.0');
export const Currency = Type.String({ description: 'Currency code' });
export const Time = Type.String({ format: 'date-time' });
/** A time with a description. */
export const timeOf = (description: string) => Type.String({ format: 'date-time', description });
export const Text = Type.String();
/** Any JSON object. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export function oneOf<const T extends string>(list: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...list] });
}

/** An object with exactly these fields. */
export function row<const P extends Record<string, TSchema>>(properties: P, options = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
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
