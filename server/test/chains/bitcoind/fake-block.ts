// A block in bytes, as a node would send it, for blocks that no node has.
import { createHash } from 'node:crypto';

export interface FakeBlock {
  readonly hash: string;
  readonly hex: string;
}

/** One transaction that pays one script, zero by default. `time` in seconds. */
export function fakeBlock(facts: {
  readonly parentHash: string;
  readonly time: number;
  readonly script?: Buffer;
  readonly amount?: bigint;
}): FakeBlock {
  const { script = Buffer.of(0x51), amount = 0n } = facts;
  const paid = Buffer.alloc(8);
  paid.writeBigUInt64LE(amount);
  const transaction = Buffer.concat([
    bytesOf(1, 4),
    Buffer.of(1),
    Buffer.alloc(32),
    bytesOf(0xffffffff, 4),
    Buffer.of(0),
    bytesOf(0xffffffff, 4),
    Buffer.of(1),
    paid,
    Buffer.of(0xfe),
    bytesOf(script.length, 4),
    script,
    bytesOf(0, 4),
  ]);
  const parent = Buffer.from(facts.parentHash, 'hex').reverse();
  const header = Buffer.concat([
    bytesOf(1, 4),
    parent,
    twice(transaction),
    bytesOf(facts.time, 12),
  ]);
  return {
    hash: Buffer.from(twice(header)).reverse().toString('hex'),
    hex: Buffer.concat([header, Buffer.of(1), transaction]).toString('hex'),
  };
}

/** Little-endian, padded with zeros. */
function bytesOf(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(value);
  return bytes;
}

function twice(bytes: Buffer): Buffer {
  return createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
}
