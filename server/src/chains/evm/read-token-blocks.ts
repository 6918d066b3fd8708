// Reads consecutive blocks with the payments that a token's contract claims in them. Failed transactions have no
// events.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Block } from '../chain.ts';
import type { RpcAnswer } from '../rpc/json-rpc.ts';
import type { HeaderAnswer, LogAnswer } from './answers.ts';
import { toNumber } from './quantity.ts';
import { type ReadBlocks, readHeaders } from './read-blocks.ts';
import type { EvmRpc } from './rpc.ts';
import {
  logsInReceipts,
  moveIn,
  paymentsOfMoves,
  spendsOfMoves,
  TRANSFERRED,
  transfersCall,
  transfersIn,
} from './token-payments.ts';

const BLOOM_BYTES = 256;

const BITS = BLOOM_BYTES * 8;

/** Throws ChainUnavailable, also when the chain changed during the read. */
export function tokenBlockReader(rpc: EvmRpc, contract: string): ReadBlocks {
  return async (fromHeight, count) => {
    const headers = await readHeaders(rpc, fromHeight, count);
    const answers = await rpc.request(headers.map(({ hash }) => transfersCall(contract, hash)));
    const blocks: Block[] = [];
    for (const [n, header] of headers.entries()) {
      const logs = await logsOf(rpc, { header, contract, answer: answers[n] });
      const moves = logs.flatMap((log) => moveIn(log, contract) ?? []);
      const payments = paymentsOfMoves(moves);
      const spends = spendsOfMoves(moves);
      const { number, hash, parentHash, timestamp } = header;
      const time = toNumber(timestamp) * 1000;
      blocks.push({ height: toNumber(number), hash, parentHash, time, payments, spends });
    }
    return blocks;
  };
}

async function logsOf(
  rpc: EvmRpc,
  requested: { header: HeaderAnswer; contract: string; answer: RpcAnswer | undefined },
): Promise<readonly LogAnswer[]> {
  const { header, contract } = requested;
  const logs = transfersIn(rpc, requested.answer, header.hash);
  const { logsBloom } = header;
  // Usually this is a false positive of the block's bloom filter, and there are no transfers.
  const isDoubtful =
    logs.length === 0 && logsBloom !== undefined && mayHold(logsBloom, [contract, TRANSFERRED]);
  return isDoubtful ? logsInReceipts(rpc, header) : logs;
}

/** Whether the block may contain all of these entries (hex with 0x). */
export function mayHold(bloom: string, entries: readonly string[]): boolean {
  const bytes = hexToBytes(bloom.slice(2));
  return entries.every((entry) => bitsOf(entry).every((bit) => isSet(bytes, bit)));
}

/** The low eleven bits of each of the first three byte pairs of its hash. */
function bitsOf(entry: string): number[] {
  const hash = keccak_256(hexToBytes(entry.slice(2)));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BITS);
}

function isSet(bytes: Uint8Array, bit: number): boolean {
  const byte = bytes[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0;
  return ((byte >> (bit & 7)) & 1) === 1;
}
