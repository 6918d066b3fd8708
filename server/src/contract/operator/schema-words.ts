// The words that the outputs of operator operations are made of, beside those of the API's objects.
import { type TSchema, Type } from 'typebox';
import { Amount, Currency, closed, Id, nullable, Text, Time } from '../objects/schema-words.ts';

/** An object with exactly these fields. */
export function row<const P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, closed);
}

export function rows<const P extends Record<string, TSchema>>(properties: P) {
  return Type.Array(row(properties));
}

export const Money = row({ amount: Amount, currency: Currency });
/** A page of a list that grows without bound: `next` is given as `after` for what follows, and null at its end. */
export function page<const P extends Record<string, TSchema>>(properties: P) {
  return row({ rows: rows(properties), next: nullable(Id) });
}
/** The same of what has no id: `next` is of another kind. */
export function pageBy<const P extends Record<string, TSchema>, const N extends TSchema>(
  properties: P,
  next: N,
) {
  return row({ rows: rows(properties), next: nullable(next) });
}
/** Shown once and kept nowhere: the journal leaves it out. */
export const SecretText = Type.String({ isSecret: true });
export const TextOrNull = nullable(Text);
export const TimeOrNull = nullable(Time);
/** What the journals and alarms keep; each kind has its own. */
export const Facts = Type.Record(Type.String(), Type.Unknown());
