// Input fields. Each is a TypeBox schema (for the OpenAPI document) with a reader that converts the client's input into
// a value or a problem, named as in wire.md 1.2 and (f). All problems of a request are collected. Leniency that
// published clients need (numbers for amounts, "true" for booleans) exists only here.
import { type TSchema, Type } from 'typebox';
import { type ErrorDetail, type PlainFormCode, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { parseTimeParameter } from '../core/time-text.ts';
import { JsonNumber } from './parse-json.ts';
import { isLinkUrl, isLonger, isStorable } from './storable-text.ts';

export type Reader<T> = (value: unknown, target: string, problems: ErrorDetail[]) => T | undefined;

export interface Field<T, Required extends boolean = boolean> {
  readonly schema: TSchema;
  readonly isRequired: Required;
  readonly read: Reader<T>;
  /** The field is a currency code of this kind; the supported codes are known only to the application. */
  readonly codeOf?: CodeKind;
}

export type CodeKind = 'coin' | 'currency';
/** The supported codes of each kind, in the order in which problems list them. */
export type Codes = Readonly<Record<CodeKind, ReadonlyMap<string, unknown>>>;

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of a set of fields; undefined for a field that is missing or null. */
export type Input<F> = {
  readonly [K in keyof F]: F[K] extends Field<infer T, infer R>
    ? R extends true
      ? T
      : T | undefined
    : never;
};

export function required<T>(field: Field<T>): Field<T, true> {
  return { ...field, isRequired: true };
}

/** For fields defined in other files. */
export function optional<T>(schema: TSchema, read: Reader<T>): Field<T, false> {
  return { schema, isRequired: false, read };
}

/** Texts are bounded and contain nothing that the database cannot store. */
export function text(lengthMax: number, description = ''): Field<string, false> {
  return optional(Type.String({ maxLength: lengthMax, description }), (value, target, problems) => {
    const found = value instanceof JsonNumber ? value.text : value;
    if (typeof found !== 'string') return refuse(problems, rule.string(target));
    if (isLonger(found, lengthMax)) return refuse(problems, rule.lengthAtMost(target, lengthMax));
    return isStorable(found) ? found : refuse(problems, rule.string(target));
  });
}

/** A text that matches a pattern. */
export function matching(
  pattern: RegExp,
  rules: { lengthMax: number; form: PlainFormCode },
  description = '',
): Field<string, false> {
  const field = text(rules.lengthMax, description);
  return {
    ...field,
    read(value, target, problems) {
      const found = field.read(value, target, problems);
      if (found === undefined || pattern.test(found)) return found;
      return refuse(problems, rule.form(target, rules.form));
    },
  };
}

/** A blank reference counts as missing: many forms send empty texts. */
export function reference(lengthMax: number, description = ''): Field<string, false> {
  const field = text(lengthMax, description);
  return optional(field.schema, (value, target, problems) =>
    value === '' ? undefined : field.read(value, target, problems),
  );
}

const CODE_LENGTH_MAX = 255;

/** A currency code: any supported currency, or a coin. Checked with all other fields, when `codes` are passed. */
export function code(kind: CodeKind, description: string): Field<string, false> {
  return { ...text(CODE_LENGTH_MAX, description), codeOf: kind };
}

export function uuid(description = ''): Field<string, false> {
  return optional(Type.String({ format: 'uuid', description }), (value, target, problems) =>
    typeof value === 'string' && isUuid(value)
      ? value.toLowerCase()
      : refuse(problems, rule.uuid(target)),
  );
}

/** Significant digits that survive any client's JSON number (IEEE 754 double). */
const NUMBER_DIGITS_MAX = 15;

/** An amount as decimal text. The command, which knows the currency, checks the precision. */
export function amount(description = ''): Field<string, false> {
  const schema = Type.Unsafe<string>({
    type: 'string',
    format: 'decimal',
    description,
    example: '100.0',
  });
  return optional(schema, (value, target, problems) => {
    if (value instanceof JsonNumber) return readNumber(value, target, problems);
    if (typeof value !== 'string') return refuse(problems, rule.string(target));
    return checkAmount(value, target, problems);
  });
}

export const AMOUNT_MAX = '9'.repeat(20);
const DECIMALS_MAX = 40;

/** At most 20 digits before the point: above all existing money, and far below the column's limit. */
function checkAmount(text: string, target: string, problems: ErrorDetail[]): string | undefined {
  if (/^\d{1,20}(\.\d{1,40})?$/.test(text)) return text;
  if (/^\d{21,}(\.\d+)?$/.test(text)) return refuse(problems, rule.atMost(target, AMOUNT_MAX));
  if (/^\d+\.\d{41,}$/.test(text)) return refuse(problems, rule.precision(target, DECIMALS_MAX));
  const isNegative = /^-\d+(\.\d+)?$/.test(text);
  return refuse(problems, isNegative ? rule.positive(target) : rule.decimal(target));
}

function readNumber(
  value: JsonNumber,
  target: string,
  problems: ErrorDetail[],
): string | undefined {
  if (value.significantDigits > NUMBER_DIGITS_MAX)
    return refuse(problems, rule.numberAsString(target));
  const plain = value.plainText();
  return plain === null
    ? refuse(problems, rule.decimal(target))
    : checkAmount(plain, target, problems);
}

export function oneOf<const T extends string>(
  list: readonly T[],
  description = '',
): Field<T, false> {
  return optional(
    Type.Unsafe<T>({ type: 'string', enum: [...list], description }),
    (value, target, problems) => {
      const found = list.find((item) => item === value);
      return found ?? refuse(problems, rule.oneOf(target, list));
    },
  );
}

/** Longer than every enumeration value, in any spelling. */
const NAME_LENGTH_MAX = 100;

/** Like oneOf, but ignores case and accepts snake_case (`invoice`, `coin_withdrawal`; wire.md seed table). */
export function looseOneOf<const T extends string>(
  list: readonly T[],
  description = '',
): Field<T, false> {
  const fold = (item: string) => item.toLowerCase().replaceAll('_', '');
  return optional(
    Type.Unsafe<T>({ type: 'string', enum: [...list], description }),
    (value, target, problems) => {
      const isShort = typeof value === 'string' && !isLonger(value, NAME_LENGTH_MAX);
      const folded = isShort ? fold(value) : null;
      const found = list.find((item) => fold(item) === folded);
      return found ?? refuse(problems, rule.oneOf(target, list));
    },
  );
}

export function boolean(description = ''): Field<boolean, false> {
  return optional(Type.Boolean({ description }), (value, target, problems) => {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    return refuse(problems, rule.boolean(target));
  });
}

export function integer(
  limits: { min: number; max: number },
  description = '',
): Field<number, false> {
  const schema = Type.Integer({ minimum: limits.min, maximum: limits.max, description });
  return optional(schema, (value, target, problems) => {
    const digits = value instanceof JsonNumber ? value.text : value;
    if (typeof digits !== 'string' || !/^-?\d{1,15}$/.test(digits))
      return refuse(problems, rule.integer(target));
    const number = Number(digits);
    if (number < limits.min) return refuse(problems, rule.atLeast(target, String(limits.min)));
    if (number > limits.max) return refuse(problems, rule.atMost(target, String(limits.max)));
    return number;
  });
}

/** A point in time, in milliseconds since the epoch. */
export function time(description = ''): Field<number, false> {
  return optional(Type.String({ format: 'date-time', description }), (value, target, problems) => {
    const found = typeof value === 'string' ? parseTimeParameter(value) : null;
    return found ?? refuse(problems, rule.time(target));
  });
}

const URL_LENGTH_MAX = 2048;

/** http and https only, without credentials (wire.md 1.2): safe to show as a link. */
export function url(description = ''): Field<string, false> {
  const schema = Type.String({ format: 'uri', maxLength: URL_LENGTH_MAX, description });
  return optional(schema, (value, target, problems) => {
    if (typeof value !== 'string') return refuse(problems, rule.string(target));
    if (value.length > URL_LENGTH_MAX)
      return refuse(problems, rule.lengthAtMost(target, URL_LENGTH_MAX));
    return isLinkUrl(value) ? value : refuse(problems, rule.url(target));
  });
}

export function list<T>(item: Field<T>, limits: { max: number }): Field<T[], false> {
  return optional(Type.Array(item.schema, { maxItems: limits.max }), (value, target, problems) => {
    if (!Array.isArray(value)) return refuse(problems, rule.array(target));
    if (value.length > limits.max) return refuse(problems, rule.keysAtMost(target, limits.max));
    const before = problems.length;
    const read = value.map((entry, n) => item.read(entry, `${target}.${n}`, problems));
    return problems.length > before ? undefined : (read as T[]);
  });
}

export function object<F extends Fields>(fields: F): Field<Input<F>, false> {
  return optional(objectSchema(fields), (value, target, problems) => {
    if (!isPlainObject(value)) return refuse(problems, rule.object(target));
    const before = problems.length;
    const read = readFields(fields, value, { problems, prefix: `${target}.` });
    return problems.length > before ? undefined : (read as Input<F>);
  });
}

/** An object with unchecked contents, documented as the field that checks them later. */
export function objectAsGiven(field: Field<unknown>): Field<Record<string, unknown>, false> {
  return optional(field.schema, (value, target, problems) =>
    isPlainObject(value) ? value : refuse(problems, rule.object(target)),
  );
}

/** A map of arbitrary keys to values of one field (legacy `refund_addresses`). */
export function map<T>(item: Field<T>, limits: { max: number }): Field<Record<string, T>, false> {
  return optional(Type.Record(Type.String(), item.schema), (value, target, problems) => {
    if (!isPlainObject(value)) return refuse(problems, rule.object(target));
    const entries = Object.entries(value);
    if (entries.length > limits.max) return refuse(problems, rule.keysAtMost(target, limits.max));
    const before = problems.length;
    const read = entries.map(([key, entry]) => [
      key,
      item.read(entry, `${target}.${key}`, problems),
    ]);
    return problems.length > before ? undefined : Object.fromEntries(read);
  });
}

export function objectSchema(fields: Fields): TSchema {
  const properties: Record<string, TSchema> = {};
  for (const [name, field] of Object.entries(fields)) {
    properties[name] = field.isRequired ? field.schema : Type.Optional(field.schema);
  }
  return Type.Object(properties);
}

/** Reads every field of a set from raw values; null counts as missing. Unknown names are ignored and reported. */
export function readFields(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  into: { problems: ErrorDetail[]; prefix: string; codes?: Codes; ignored?: Set<string> },
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const name in values) if (!Object.hasOwn(fields, name)) into.ignored?.add(name);
  for (const name in fields) {
    const field = fields[name] as Field<unknown>;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const isBlank = value === undefined || value === null || (value === '' && field.isRequired);
    if (!isBlank) read[name] = field.read(value, into.prefix + name, into.problems);
    else if (field.isRequired) into.problems.push(rule.filled(into.prefix + name));
    const codes = field.codeOf === undefined ? undefined : into.codes?.[field.codeOf];
    if (codes !== undefined && typeof read[name] === 'string' && !codes.has(read[name]))
      into.problems.push(rule.oneOf(into.prefix + name, [...codes.keys()]));
  }
  return read;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

export function refuse(problems: ErrorDetail[], detail: ErrorDetail): undefined {
  problems.push(detail);
  return undefined;
}
