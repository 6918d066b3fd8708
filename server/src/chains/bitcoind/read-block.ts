// Fetches one block by its hash, in bytes. Used by the scanner and by the search for who spent an output.
import { ChainUnavailable } from '../chain.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { type RawBlock, rawBlock } from './raw-block.ts';
import type { BitcoindRpc } from './rpc.ts';

/** Verbosity of getblock: the bytes in hex. */
const BYTES = 0;

/** Throws ChainUnavailable, also when the node answers another block. */
export async function readBlock(rpc: BitcoindRpc, hash: string): Promise<RawBlock> {
  const what = `block ${hash} at ${rpc.node}`;
  const hex = shaped(shapes.bytes, await rpc.call('getblock', hash, BYTES), what);
  try {
    return rawBlock(Buffer.from(hex, 'hex'), hash);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ChainUnavailable(`${what}: ${cause.message}`, { cause });
  }
}
