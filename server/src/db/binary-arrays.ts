// Sends long lists of texts to PostgreSQL as binary arrays. The text form escapes every quote in every item here and
// unescapes it on the server, which takes twenty times as long for a thousand callbacks (JSON). Ids, numbers and
// times stay text: they contain no quotes or commas, and binary gains nothing. The statement names the type of a list
// (`$3::text[]`).

const TEXTS_MIN = 16;

interface TextType {
  /** From pg_type. */
  readonly oid: number;
  /** A binary jsonb value starts with its format version. */
  readonly prefix: readonly number[];
}

const textTypes: Readonly<Record<string, TextType>> = {
  text: { oid: 25, prefix: [] },
  jsonb: { oid: 3802, prefix: [1] },
};

/** Element types by zero-based parameter index; '' where the statement gives one parameter different types. */
export function listTypes(text: string): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  for (const [, number, type] of text.matchAll(/\$(\d+)::(\w+)\[\]/g)) {
    const n = Number(number) - 1;
    types.set(n, types.has(n) && types.get(n) !== type ? '' : (type ?? ''));
  }
  return types;
}

/** Only long lists of texts become binary. */
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
/** Needs no quotes in an array literal. */
const PLAIN = /^[\da-f.-]+$/i;
/** Milliseconds. Times in this range have a four-digit year. */
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

/** The format that array_recv reads: dimensions, has nulls, element type, length, first index, then the texts. */
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
