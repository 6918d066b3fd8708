// What the audit log stores of inputs and outputs: only what their fields and schemas describe, without secrets, and
// with bounded length.
import type { TSchema } from 'typebox';
import type { Fields } from '../contract/fields.ts';
import { isSecretField } from '../contract/operator/operation.ts';
import { JsonNumber } from '../contract/parse-json.ts';
import { parsedJson, textOfJson } from '../core/json-text.ts';
import type { Values } from './perform.ts';

const TEXT_LENGTH_MAX = 10_000;
const ITEMS_MAX = 1000;
const DEPTH_MAX = 8;

/** Invalid fields are stored as given. Undeclared ones are dropped, as are files, which the output names. */
export function inputWithoutSecrets(fields: Fields, values: Values): Record<string, unknown> {
  const input = Object.entries(fields).filter(
    ([name, field]) =>
      !isSecretField(field) && !('isBulky' in field) && (values[name] ?? null) !== null,
  );
  return Object.fromEntries(input.map(([name]) => [name, storable(values[name])]));
}

interface SchemaFacts {
  readonly isSecret?: boolean;
  readonly isRendered?: boolean;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

const known = new WeakMap<TSchema, boolean>();

/** Whether an answer of this schema contains a secret. Asked for each change, so it is remembered. */
export function hasSecret(schema: TSchema): boolean {
  const found = known.get(schema) ?? findSecret(schema);
  known.set(schema, found);
  return found;
}

function findSecret(schema: TSchema): boolean {
  const { isSecret, anyOf = [], items, properties = {} } = schema as SchemaFacts;
  const parts = [...anyOf, ...(items === undefined ? [] : [items]), ...Object.values(properties)];
  return isSecret === true || parts.some(findSecret);
}

/** An output as its schema describes it. Secrets, and texts rendered from codes, become undefined: omitted. */
export function outputWithoutSecrets(schema: TSchema, output: unknown): unknown {
  const { isSecret, isRendered, anyOf, items, properties } = schema as SchemaFacts;
  if (isSecret === true || isRendered === true) return undefined;
  if (output === null || output === undefined) return null;
  // For a nullable schema, the non-null alternative.
  const [described] = anyOf ?? [];
  if (described !== undefined) return outputWithoutSecrets(described, output);
  if (items !== undefined && Array.isArray(output))
    return output.slice(0, ITEMS_MAX).map((item) => outputWithoutSecrets(items, item));
  if (properties === undefined) return storable(output);
  const row = output as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, outputWithoutSecrets(each, row[name])]),
  );
}

/** Converts it to a form that the database can store. */
function storable(value: unknown, depth = 0): unknown {
  if (value instanceof JsonNumber) return storableText(value.text);
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  const json = textOfJson(value);
  if (json !== null) return storable(parsedJson(json), depth);
  if (depth === DEPTH_MAX) return '…';
  if (Array.isArray(value))
    return value.slice(0, ITEMS_MAX).map((item) => storable(item, depth + 1));
  const entries = Object.entries(value).slice(0, ITEMS_MAX);
  return Object.fromEntries(
    entries.map(([name, each]) => [storableText(name), storable(each, depth + 1)]),
  );
}

/** A rejected endpoint URL may have contained a password. */
export function storableText(text: string): string {
  const { length } = text;
  const start = length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}…`;
  const whole = length <= TEXT_LENGTH_MAX ? start : `${start} (${length} characters)`;
  return whole.replace(/\p{Surrogate}|\0/gu, '\uFFFD').replace(/\/\/[^/?#\s]*@/g, '//…@');
}
