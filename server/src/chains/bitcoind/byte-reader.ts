// Reads the bytes of a block in order. Reading past the end throws RangeError.

export interface ByteReader {
  readonly bytes: Buffer;
  at: number;
}

/** Above this the number follows in two, four or eight bytes (Bitcoin Core, serialize.h, CompactSize). */
const ONE_BYTE_MAX = 0xfc;
const TWO_BYTES = 0xfd;
const FOUR_BYTES = 0xfe;

export function skip(reader: ByteReader, count: number): void {
  reader.at += count;
  if (reader.at > reader.bytes.length) throw new RangeError('the bytes end too early');
}

export function readCount(reader: ByteReader): number {
  const { bytes, at } = reader;
  const first = bytes.readUInt8(at);
  if (first <= ONE_BYTE_MAX) {
    reader.at = at + 1;
    return first;
  }
  if (first === TWO_BYTES) {
    reader.at = at + 3;
    return bytes.readUInt16LE(at + 1);
  }
  // No block contains 4 billion of anything.
  if (first !== FOUR_BYTES) throw new RangeError('a count that no block has');
  reader.at = at + 5;
  return bytes.readUInt32LE(at + 1);
}

export function skipPrefixed(reader: ByteReader): void {
  const length = readCount(reader);
  skip(reader, length);
}
