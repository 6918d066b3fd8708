// Finds which transaction spent the inputs of a transfer, to decide whether to abandon it. Called only when the node
// rejects a transfer, so it may read every block since the transfer was planned. Needs no index on the node.
import { ChainUnavailable } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type { Spender, TransferPlan } from '../transfers.ts';
import { shapes } from './answers.ts';
import { inputsOf } from './raw-block.ts';
import { readBlock } from './read-block.ts';
import type { BitcoindRpc } from './rpc.ts';

/** Throws ChainUnavailable, also when the chain changed in the meantime. */
export async function findSpenders(
  rpc: BitcoindRpc,
  { coin, origin }: TransferPlan,
  aboveHeight: number,
): Promise<readonly Spender[]> {
  if (!('inputs' in origin)) throw new Error('only outputs are spent here');
  // Unspent on the chain, regardless of the mempool: there is no spender to find.
  const answers = await rpc.request(
    origin.inputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, false] })),
  );
  const missing = new Map<string, number>();
  for (const [n, { txid, index }] of origin.inputs.entries()) {
    const answer = answers[n];
    if (answer === undefined) throw new ChainUnavailable(`${rpc.node} left out an answer`);
    const what = `gettxout at ${rpc.node}`;
    const unspent = shaped(shapes.unspent, resultOf(answer, what), what);
    if (unspent === null) missing.set(`${txid}:${index}`, n);
  }
  return missing.size === 0 ? [] : scan(rpc, { coin, missing, aboveHeight });
}

async function scan(
  rpc: BitcoindRpc,
  search: { coin: string; missing: ReadonlyMap<string, number>; aboveHeight: number },
): Promise<Spender[]> {
  const { coin, missing, aboveHeight } = search;
  const info = shaped(shapes.chainInfo, await rpc.call('getblockchaininfo'), 'the tip');
  const found: Spender[] = [];
  for (let height = aboveHeight + 1; height <= info.blocks; height++) {
    if (found.length === missing.size) break;
    const hash = shaped(shapes.hash, await rpc.call('getblockhash', height), 'a block hash');
    const block = await readBlock(rpc, coin, hash);
    for (const transaction of block.transactions) {
      const { txid } = transaction;
      for (const input of inputsOf(block, transaction)) {
        const index = missing.get(`${input.txid}:${input.index}`);
        if (index !== undefined) found.push({ index, txid, block: { height, hash } });
      }
    }
  }
  return found;
}
