// Which outputs a block used up: told from its bytes, which are kept as long as what was read of them is.
import type { Block } from '../chain.ts';
import { inputsOf, type RawBlock } from './raw-block.ts';
import { readBlock } from './read-block.ts';
import type { BitcoindRpc } from './rpc.ts';

const bytesOf = new WeakMap<Block, RawBlock>();

/** Keeps the bytes beside the block that was made of them. */
export function keepBytes(block: Block, bytes: RawBlock): Block {
  bytesOf.set(block, bytes);
  return block;
}

/** Outputs as `txid:index`, each with the transaction that spends it. Another node's block is read once more. */
export async function spendersIn(
  rpc: BitcoindRpc,
  block: Block,
  { spends }: { readonly spends: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (spends.size === 0) return found;
  const raw = bytesOf.get(block) ?? (await readBlock(rpc, block.hash));
  for (const transaction of raw.transactions) {
    for (const { txid, index } of inputsOf(raw, transaction)) {
      const place = `${txid}:${index}`;
      if (spends.has(place)) found.set(place, transaction.txid);
    }
  }
  return found;
}
