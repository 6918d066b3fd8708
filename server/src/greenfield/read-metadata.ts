// The metadata of an invoice: kept as the shop wrote it. Some of its members have a meaning for us.
import { EMAIL } from '../contract/email.ts';
import { isPlainObject } from '../contract/fields.ts';
import { depthOf, JsonNumber, textOfObject } from '../contract/parse-json.ts';
import { isStorable } from '../contract/storable-text.ts';
import type { FieldProblem } from './errors.ts';

const METADATA_BYTES_MAX = 65_536;
const METADATA_LEVELS_MAX = 20;
const TEXT_LENGTH_MAX = 255;

export interface Metadata {
  readonly text: string;
  readonly orderId: string | null;
  readonly email: string | null;
  readonly description: string | null;
}

export function readMetadata(
  { metadata }: Readonly<Record<string, unknown>>,
  problems: FieldProblem[],
): Metadata | null {
  if (metadata === undefined || metadata === null)
    return { text: '{}', orderId: null, email: null, description: null };
  const text = isPlainObject(metadata) ? textOfObject(metadata) : null;
  if (text === null || !isPlainObject(metadata) || !isStorable(text)) {
    problems.push({ path: 'Metadata', message: 'The metadata must be an object' });
    return null;
  }
  const isLarge =
    Buffer.byteLength(text) > METADATA_BYTES_MAX || depthOf(metadata) > METADATA_LEVELS_MAX;
  if (isLarge)
    problems.push({
      path: 'Metadata',
      message: `The metadata must have at most ${METADATA_BYTES_MAX} bytes`,
    });
  const email = textOf(metadata.buyerEmail);
  return {
    text,
    orderId: orderIdOf(metadata),
    email: email !== null && EMAIL.test(email) ? email : null,
    description: shortText(metadata.itemDesc),
  };
}

/** Shops search by it. */
export function orderIdOf(metadata: Readonly<Record<string, unknown>>): string | null {
  return shortText(metadata.orderId);
}

function shortText(value: unknown): string | null {
  const text = textOf(value)?.trim() ?? '';
  return text === '' || !isStorable(text) ? null : text.slice(0, TEXT_LENGTH_MAX);
}

/** A text, or the digits of a number. Null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return value instanceof JsonNumber ? value.plainText() : null;
}
