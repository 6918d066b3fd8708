// An empty block for a node whose RPC can't make one (Bitcoin Cash Node has no `generateblock`): built and solved here,
// on regtest, where every second hash suffices.
import { randomBytes } from 'node:crypto';
import { encodeTransactionBCH, hash256 } from '@bitauth/libauth';
import { scriptOf } from '../../src/chains/bitcoind/script-of.ts';

/** In a coinbase, which spends nothing. */
const NO_INDEX = 0xffffffff;
const VERSION = 0x20000000;

export interface ParentBlock {
  readonly hash: string;
  readonly height: number;
  /** Seconds; the new block's time is later. */
  readonly mediantime: number;
  /** Compact target, hex. */
  readonly bits: string;
}

/** Hex for `submitblock`. The coinbase pays zero to the address, as the money is not needed. */
export function emptyBlock(parent: ParentBlock, address: string): string {
  const coinbase = encodeTransactionBCH({
    version: 1,
    locktime: 0,
    inputs: [
      {
        outpointTransactionHash: new Uint8Array(32),
        outpointIndex: NO_INDEX,
        sequenceNumber: NO_INDEX,
        // The height (BIP-34), then random bytes that make the coinbase unique and long enough.
        unlockingBytecode: Uint8Array.of(...pushOf(parent.height + 1), 32, ...randomBytes(32)),
      },
    ],
    outputs: [{ lockingBytecode: scriptOf(address), valueSatoshis: 0n }],
  });
  const header = Buffer.alloc(80);
  header.writeUInt32LE(VERSION, 0);
  Buffer.from(parent.hash, 'hex').reverse().copy(header, 4);
  Buffer.from(hash256(coinbase)).copy(header, 36);
  header.writeUInt32LE(parent.mediantime + 1, 68);
  header.writeUInt32LE(Number.parseInt(parent.bits, 16), 72);
  // The regtest target is half of all hashes: the highest bit must be 0.
  for (let nonce = 0; (hash256(header)[31] ?? 255) > 0x7f; nonce++) header.writeUInt32LE(nonce, 76);
  return Buffer.concat([header, Uint8Array.of(1), coinbase]).toString('hex');
}

/** A number as CScript encodes it: OP_1 to OP_16, otherwise its bytes, little-endian, with room for the sign. */
function pushOf(height: number): number[] {
  if (height <= 16) return [0x50 + height];
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) > 0x7f) bytes.push(0);
  return [bytes.length, ...bytes];
}
