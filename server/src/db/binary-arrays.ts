// Sends long lists of texts to PostgreSQL as binary arrays. In text form, every quote in every item is escaped here and
// unescaped by the server, character by character: for a thousand callbacks, which are JSON, that takes twenty times as
// long. Lists of ids, numbers and times gain nothing from the binary form and stay text; their items contain no quotes
// or commas, so they are joined without escaping. The type of a list is read from the statement ($3::text[]). Used by
// database.ts.

/** For shorter lists, the binary form makes no difference. */
const TEXTS_MIN = 16;

interface TextType {
  /** From PostgreSQL's catalog pg_type. */
  readonly oid: number;
  /** Written before each text: a jsonb value starts with its format version. */
  readonly prefix: readonly number[];
}

const textTypes: Readonly<Record<string, TextType>> = {
  text: { oid: 25, prefix: [] },
  jsonb: { oid: 3802, prefix: [1] },
};

/** Array element types by parameter index (from zero), where the statement names exactly one type for the parameter. */
export function listTypes(text: string): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  for (const [, number, type] of text.matchAll(/\$(\d+)::(\w+)\[\]/g)) {
    const n = Number(number) - 1;
    types.set(n, types.has(n) && types.get(n) !== type ? '' : (type ?? ''));
  }
  return types;
}

/** The value as sent: long lists of texts in binary, lists of plain types without quotes, everything else unchanged. */
export function encodeArray(value: unknown, type: string | undefined): unknown {
  if (!Array.isArray(value) || value.length < TEXTS_MIN) return value;
  if (plainTypes.has(type ?? '')) return joined(value) ?? value;
  const textType = textTypes[type ?? ''];
  if (textType === undefined) return value;
  return value.every((item) => item === null || typeof item === 'string')
    ? encodeTexts(value, textType)
    : value;
}

const plainTypes: ReadonlySet<string> = new Set([
  'uuid',
  'smallint',
  'int',
  'bigint',
  'numeric',
  'boolean',
  'timestamptz',
]);
/** An id or a number: contains no character with a meaning in an array literal, such as a comma, and is not `null`. */
const PLAIN = /^[\da-f.-]+$/i;
/** Range of times whose text has a four-digit year, in milliseconds. */
const FIRST_YEAR = Date.parse('0001-01-01T00:00:00Z');
const LAST_YEAR_ENDS = Date.UTC(10_000, 0);

/** An array literal (PostgreSQL manual, 8.15.6). Undefined when an item would need quotes. */
function joined(items: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = item === null ? 'NULL' : plainText(item);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return `{${texts.join(',')}}`;
}

function plainText(item: unknown): string | undefined {
  if (typeof item === 'string') return PLAIN.test(item) ? item : undefined;
  if (['number', 'bigint', 'boolean'].includes(typeof item)) return String(item);
  if (!(item instanceof Date)) return undefined;
  const time = item.getTime();
  return time >= FIRST_YEAR && time < LAST_YEAR_ENDS ? item.toISOString() : undefined;
}

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * The format that PostgreSQL's array_recv reads: dimensions, has nulls, type, then length and first index, then the
 * texts.
 */
function encodeTexts(texts: readonly (string | null)[], { oid, prefix }: TextType): Buffer {
  const sizes = texts.map((text) =>
    text === null ? NULL_LENGTH : prefix.length + Buffer.byteLength(text),
  );
  const total = sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(size, 0), HEADER_BYTES);
  const into = Buffer.allocUnsafe(total);
  const header = [1, sizes.includes(NULL_LENGTH) ? 1 : 0, oid, texts.length, 1];
  for (const [n, number] of header.entries()) into.writeInt32BE(number, n * LENGTH_BYTES);
  let at = HEADER_BYTES;
  for (const [n, text] of texts.entries()) {
    at = into.writeInt32BE(sizes[n] ?? NULL_LENGTH, at);
    if (text === null) continue;
    for (const byte of prefix) at = into.writeUInt8(byte, at);
    at += into.write(text, at);
  }
  return into;
}
