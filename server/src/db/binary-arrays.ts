// Long lists of texts go to PostgreSQL in its binary form of an array. As text, each quote in each of them would be
// escaped here and taken out again there, letter by letter: of a thousand callbacks, which are JSON, that takes twenty
// times as long. Lists of ids and numbers gain nothing. What is in a list is read in the statement ($3::text[]). Used
// by database.ts.

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

/** The value as it is sent: long lists of texts in binary, all else as it was. */
export function packed(value: unknown, type: string | undefined): unknown {
  const textType = textTypes[type ?? ''];
  if (textType === undefined || !Array.isArray(value) || value.length < TEXTS_MIN) return value;
  return value.every((item) => item === null || typeof item === 'string')
    ? pack(value, textType)
    : value;
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
