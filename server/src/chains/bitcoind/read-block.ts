// Fetches one block by its hash, as bytes.
import { bitcoindNodes } from '../../coins/registry.ts';
import { type Block, ChainUnavailable } from '../chain.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import { inputsOf, type RawBlock, rawBlock } from './raw-block.ts';
import { type BitcoindRpc, shapes, UNKNOWN_FORM } from './rpc.ts';

/** Verbosity of getblock: the bytes as hex. */
const BYTES = 0;
/** For nodes derived from Bitcoin Core 0.14 (Dogecoin Core 1.14), which reject numbers here. */
const BYTES_OF_OLD = false;

const old = new WeakSet<BitcoindRpc>();

const bytesOf = new WeakMap<Block, RawBlock>();

/** Throws ChainUnavailable, also when the node returns another block. */
export async function readBlock(rpc: BitcoindRpc, coin: string, hash: string): Promise<RawBlock> {
  const what = `${coin} block ${hash} at ${rpc.node}`;
  const hex = shaped(shapes.bytes, await readBytes(rpc, hash), what);
  try {
    return rawBlock(Buffer.from(hex, 'hex'), hash, bitcoindNodes(coin).blocks);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ChainUnavailable(
      `${what} cannot be read: ${cause.message}. Check that the node is of ${coin} and of a version that docs/nodes.md lists; ` +
        'if it is, compare `blocks` in the definition of the coin with the format of its chain',
      { cause },
    );
  }
}

async function readBytes(rpc: BitcoindRpc, hash: string): Promise<unknown> {
  const requestBlock = async (bytes: number | boolean) =>
    (await rpc.request([{ method: 'getblock', params: [hash, bytes] }]))[0];
  if (!old.has(rpc)) {
    const answer = await requestBlock(BYTES);
    if (answer?.ok !== false || answer.code !== UNKNOWN_FORM)
      return resultOf(answer, `getblock at ${rpc.node}`);
  }
  const answer = await requestBlock(BYTES_OF_OLD);
  if (answer?.ok === true) old.add(rpc);
  return resultOf(answer, `getblock at ${rpc.node}`);
}

/** Keeps the bytes in memory as long as the block that was parsed from them. */
export function chooseFormat(block: Block, bytes: RawBlock): Block {
  bytesOf.set(block, bytes);
  return block;
}

/** Maps outputs (`txid:index`) to the transactions that spend them. A block from another node is fetched again. */
export async function spendersIn(
  rpc: BitcoindRpc,
  block: Block,
  { coin, spends }: { readonly coin: string; readonly spends: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (spends.size === 0) return found;
  const raw = bytesOf.get(block) ?? (await readBlock(rpc, coin, block.hash));
  for (const transaction of raw.transactions) {
    for (const { txid, index } of inputsOf(raw, transaction)) {
      const place = `${txid}:${index}`;
      if (spends.has(place)) found.set(place, transaction.txid);
    }
  }
  return found;
}
