// Building blocks of the API object schemas. Amounts are decimal strings; missing values are null.
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
export const closed = { additionalProperties: false };

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export function oneOf<const T extends string>(list: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...list] });
}
