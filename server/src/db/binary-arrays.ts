// Long lists of texts go to PostgreSQL in its binary form of an array. As text, each quote in each of them would be
// escaped here and taken out again there, letter by letter: of a thousand callbacks, which are JSON, that takes twenty
// times as long. Lists of ids, numbers and times gain nothing by that, and stay text; but no item of theirs has a quote
// or a comma, so that none is looked through and put in quotes. What is in a list is read in the statement
// ($3::text[]). Used by database.ts.

/** Fewer cost nothing either way. */
const TEXTS_MIN = 16;

interface TextType {
  /** PostgreSQL's catalogue pg_type. */
  readonly oid: number;
  /** Before each text: a jsonb begins with the version of its form. */
  readonly prefix: readonly number[];
}

const textTypes: Readonly<Record<string, TextType>> = {
  text: { oid: 25, prefix: [] },
  jsonb: { oid: 3802, prefix: [1] },
};

/** By the number of the parameter, from zero: what it is a list of, where the statement names one type for it. */
export function listTypes(text: string): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  for (const [, number, type] of text.matchAll(/\$(\d+)::(\w+)\[\]/g)) {
    const n = Number(number) - 1;
    types.set(n, types.has(n) && types.get(n) !== type ? '' : (type ?? ''));
  }
  return types;
}

/** The value as it is sent: long lists of texts in binary, those of plain types without quotes, all else as it was. */
export function packed(value: unknown, type: string | undefined): unknown {
  if (!Array.isArray(value) || value.length < TEXTS_MIN) return value;
  if (plainTypes.has(type ?? '')) return joined(value) ?? value;
  const textType = textTypes[type ?? ''];
  if (textType === undefined) return value;
  return value.every((item) => item === null || typeof item === 'string')
    ? pack(value, textType)
    : value;
}

const plainTypes: ReadonlySet<string> = new Set([
  ...['uuid', 'smallint', 'int', 'bigint', 'numeric', 'boolean', 'timestamptz'],
]);
/** An id or a number: nothing in it means anything in a list, as a comma would, and it is not `null`. */
const PLAIN = /^[\da-f.-]+$/i;
/** Times whose text has a year of four digits, in milliseconds: from the first year to the last. */
const FIRST_YEAR = Date.parse('0001-01-01T00:00:00Z');
const LAST_YEAR_ENDS = Date.UTC(10_000, 0);

/** A list as text (PostgreSQL's manual, 8.15.6). Undefined where an item is none that is plain. */
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

/** As array_recv of PostgreSQL reads it: dimensions, has nulls, type, then length and first index, then the texts. */
function pack(texts: readonly (string | null)[], { oid, prefix }: TextType): Buffer {
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
