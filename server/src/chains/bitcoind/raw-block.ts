// Parses a block from its serialized bytes (Bitcoin Core, primitives/block.h and primitives/transaction.h; BIP-144;
// Litecoin's LIP-4), which have a fifth of the size of the node's JSON. A misread byte is always detected: the
// transactions must hash to the merkle root of the header, and the header to the hash of the block.
import { hash } from 'node:crypto';
import type { BlockFormat } from '../../coins/nodes.ts';
import type { BlockMade } from '../chain.ts';

export interface RawOutput {
  readonly amount: bigint;
  readonly script: Uint8Array;
}

export interface RawInput {
  readonly txid: string;
  readonly index: number;
}

export interface RawTransaction {
  readonly txid: string;
  /** Null for an ordinary transaction. */
  readonly madeBy: BlockMade | null;
  /** Offset into the block's bytes. Parsed on demand, because most callers need only inputs or only outputs. */
  readonly inputsAt: number;
  readonly outputsAt: number;
}

export interface RawBlock {
  readonly parentHash: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly transactions: readonly RawTransaction[];
  readonly bytes: Buffer;
}

const HEADER_BYTES = 80;
const PARENT_AT = 4;
const MERKLE_ROOT_AT = 36;
const TIME_AT = 68;
const HASH_BYTES = 32;
/** VERSION_AUXPOW (Dogecoin Core, primitives/pureheader.h). */
const MERGED_MINING = 0x100;
const VERSION_BYTES = 4;
const LOCK_TIME_BYTES = 4;
const BRANCH_PLACE_BYTES = 4;
/** Follows a marker byte of 0 in place of the input count (BIP-144). */
const HAS_WITNESS = 1;
/** Litecoin's extension. In a block, only the transaction that integrates the extension (HogEx) has the flag. */
const HAS_EXTENSION = 8;
const FLAGS = { witness: HAS_WITNESS, extension: HAS_EXTENSION } as const;
/** The format of the parent chains in merged mining. */
const FOREIGN_FORMAT: BlockFormat = {
  headerHash: 'unverified',
  isMergeMined: false,
  markers: ['witness'],
  hasPayloads: false,
};

/** Throws RangeError when the bytes are not a block of that format with this hash. */
export function rawBlock(bytes: Buffer, blockHash: string, format: BlockFormat): RawBlock {
  const header = bytes.subarray(0, HEADER_BYTES);
  if (format.headerHash === 'double_sha256' && shown(twice(header)) !== blockHash)
    throw new RangeError('the header does not have the hash of this block');
  const isMerged = format.isMergeMined && (header.readUInt32LE(0) & MERGED_MINING) !== 0;
  const reader = { bytes, format, at: HEADER_BYTES };
  if (isMerged) skipForeignWork(reader);
  return {
    parentHash: shown(header.subarray(PARENT_AT, PARENT_AT + HASH_BYTES)),
    time: header.readUInt32LE(TIME_AT),
    transactions: transactionsAt(reader),
    bytes,
  };
}

interface FormatReader extends ByteReader {
  readonly format: BlockFormat;
}

function transactionsAt(reader: FormatReader): RawTransaction[] {
  const { bytes } = reader;
  const digests: Buffer[] = [];
  const transactions: RawTransaction[] = [];
  for (let left = readCount(reader); left > 0; left--) {
    transactions.push(readTransaction(reader, digests));
  }
  // On Litecoin, the extension block follows the transactions.
  const root = bytes.subarray(MERKLE_ROOT_AT, MERKLE_ROOT_AT + HASH_BYTES);
  if (!merkleRoot(digests).equals(root))
    throw new RangeError(
      'its transactions do not have the merkle root of the header: the format of its blocks is another one',
    );
  return transactions;
}

/** The parent chain's coinbase, two branches with their indexes, and its header (Dogecoin Core, auxpow.h). */
function skipForeignWork(reader: FormatReader): void {
  const foreign = { bytes: reader.bytes, format: FOREIGN_FORMAT, at: reader.at };
  readTransaction(foreign, []);
  skip(foreign, HASH_BYTES);
  for (let branch = 0; branch < 2; branch++) {
    const length = readCount(foreign);
    skip(foreign, length * HASH_BYTES + BRANCH_PLACE_BYTES);
  }
  skip(foreign, HEADER_BYTES);
  reader.at = foreign.at;
}

/** The txid is computed from the bytes, so the amounts are proven. Throws RangeError. */
export function readRawTransaction(
  hex: string,
  format: BlockFormat,
): {
  readonly txid: string;
  readonly outputs: readonly RawOutput[];
} {
  const bytes = Buffer.from(hex, 'hex');
  const reader = { bytes, format, at: 0 };
  const transaction = readTransaction(reader, []);
  if (hex.length !== 2 * bytes.length || reader.at !== bytes.length)
    throw new RangeError('more than a transaction');
  return { txid: transaction.txid, outputs: outputsOf({ bytes }, transaction) };
}

function readTransaction(reader: FormatReader, digests: Buffer[]): RawTransaction {
  const { bytes, at: start } = reader;
  skip(reader, VERSION_BYTES);
  const flags = readFlags(reader);
  const inputsAt = reader.at;
  const inputCount = readCount(reader);
  for (let n = 0; n < inputCount; n++) skipInput(reader);
  const outputsAt = reader.at;
  for (let left = readCount(reader); left > 0; left--) skipOutput(reader);
  const end = reader.at;
  if ((flags & HAS_WITNESS) !== 0) {
    for (let n = 0; n < inputCount; n++) skipWitness(reader);
  }
  if ((flags & HAS_EXTENSION) !== 0 && readCount(reader) !== 0) {
    throw new RangeError('an extension in a block');
  }
  const lockTimeAt = reader.at;
  skip(reader, LOCK_TIME_BYTES);
  if (hasPayload(reader, start)) skipPrefixed(reader);
  const digest =
    flags === 0
      ? twice(bytes.subarray(start, reader.at))
      : twice(
          Buffer.concat([
            bytes.subarray(start, start + VERSION_BYTES),
            bytes.subarray(inputsAt, end),
            bytes.subarray(lockTimeAt, reader.at),
          ]),
        );
  const isHogex = (flags & HAS_EXTENSION) !== 0;
  const madeBy = digests.length === 0 ? 'coinbase' : isHogex ? 'hogex' : null;
  digests.push(digest);
  return { txid: shown(digest), madeBy, inputsAt, outputsAt };
}

/** DIP-2: the version is in the lower two bytes, the type in the upper two. */
function hasPayload({ bytes, format }: FormatReader, start: number): boolean {
  const version = bytes.readUInt16LE(start);
  return format.hasPayloads && version >= 3 && bytes.readUInt16LE(start + 2) !== 0;
}

/** 0 when the input count follows directly: no transaction has zero inputs. */
function readFlags(reader: FormatReader): number {
  const { markers } = reader.format;
  if (markers.length === 0 || reader.bytes[reader.at] !== 0) return 0;
  const known = markers.reduce((all, marker) => all | FLAGS[marker], 0);
  const flags = reader.bytes.readUInt8(reader.at + 1);
  if (flags === 0 || (flags & ~known) !== 0) {
    throw new RangeError(`a transaction with flags ${flags}`);
  }
  skip(reader, 2);
  return flags;
}

function skipInput(reader: ByteReader): void {
  skip(reader, HASH_BYTES + 4);
  skipPrefixed(reader);
  skip(reader, 4);
}

function skipOutput(reader: ByteReader): void {
  skip(reader, 8);
  skipPrefixed(reader);
}

function skipWitness(reader: ByteReader): void {
  for (let left = readCount(reader); left > 0; left--) skipPrefixed(reader);
}

export function inputsOf({ bytes }: RawBlock, { inputsAt }: RawTransaction): RawInput[] {
  const reader = { bytes, at: inputsAt };
  return Array.from({ length: readCount(reader) }, () => {
    const { at } = reader;
    const txid = shown(bytes.subarray(at, at + HASH_BYTES));
    const index = bytes.readUInt32LE(at + HASH_BYTES);
    skipInput(reader);
    return { txid, index };
  });
}

export function outputsOf(
  { bytes }: Pick<RawBlock, 'bytes'>,
  { outputsAt }: RawTransaction,
): RawOutput[] {
  const reader = { bytes, at: outputsAt };
  return Array.from({ length: readCount(reader) }, () => {
    const { at } = reader;
    skipOutput(reader);
    const scriptAt = { bytes, at: at + 8 };
    const length = readCount(scriptAt);
    const script = bytes.subarray(scriptAt.at, scriptAt.at + length);
    return { amount: bytes.readBigUInt64LE(at), script };
  });
}

/** Each level hashes pairs of the level below; the last of an odd number is paired with itself. */
function merkleRoot(digests: readonly Buffer[]): Buffer {
  let level = digests;
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: Math.ceil(below.length / 2) }, (_, n) => {
      const left = below[2 * n] ?? Buffer.alloc(0);
      return twice(Buffer.concat([left, below[2 * n + 1] ?? left]));
    });
  }
  return level[0] ?? Buffer.alloc(0);
}

function twice(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** Hashes are displayed in reverse byte order. */
function shown(digest: Uint8Array): string {
  return Buffer.from(digest).reverse().toString('hex');
}

interface ByteReader {
  readonly bytes: Buffer;
  at: number;
}

/** Above this the number follows in two, four or eight bytes (Bitcoin Core, serialize.h, CompactSize). */
const ONE_BYTE_MAX = 0xfc;
const TWO_BYTES = 0xfd;
const FOUR_BYTES = 0xfe;

function skip(reader: ByteReader, count: number): void {
  reader.at += count;
  if (reader.at > reader.bytes.length) throw new RangeError('the bytes end too early');
}

function readCount(reader: ByteReader): number {
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

function skipPrefixed(reader: ByteReader): void {
  const length = readCount(reader);
  skip(reader, length);
}
