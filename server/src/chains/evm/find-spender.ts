// Who used up the number of a transfer: the question behind giving one up. Asked only when the node refuses a
// transfer, so it may read every block since the transfer was planned; needs no index on the node.
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type { Spender, TransferPlan } from '../transfers.ts';
import { shapes } from './answers.ts';
import { quantity, toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

/** Blocks asked for together: a full one is a megabyte of JSON. */
const BLOCKS_AT_ONCE = 10;

/** Throws ChainUnavailable. */
export async function findSpender(
  rpc: EvmRpc,
  { origin }: TransferPlan,
  aboveHeight: number,
): Promise<readonly Spender[]> {
  if (!('sender' in origin)) throw new Error('only numbers are used up here');
  const [count, latest] = await rpc.ask([
    { method: 'eth_getTransactionCount', params: [origin.sender, 'latest'] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ]);
  const what = `account ${origin.sender} at ${rpc.node}`;
  const next = toNumber(shaped(shapes.quantity, resultOf(count, what), what));
  // Not used up in the chain, whatever waits: nobody to look for.
  if (next <= origin.number) return [];
  const tip = shaped(shapes.header, resultOf(latest, what), `tip of ${rpc.node}`);
  for (let from = aboveHeight + 1; from <= toNumber(tip.number); from += BLOCKS_AT_ONCE) {
    const found = await searchBlocks(rpc, origin, from);
    if (found !== null) return [found];
  }
  return [];
}

async function searchBlocks(
  rpc: EvmRpc,
  origin: { readonly sender: string; readonly number: number },
  from: number,
): Promise<Spender | null> {
  const heights = Array.from({ length: BLOCKS_AT_ONCE }, (_, n) => from + n);
  const answers = await rpc.ask(
    heights.map((height) => ({ method: 'eth_getBlockByNumber', params: [quantity(height), true] })),
  );
  for (const [n, height] of heights.entries()) {
    const what = `block ${height} at ${rpc.node}`;
    const result = resultOf(answers[n], what);
    if (result === null) return null;
    const { hash, transactions } = shaped(shapes.block, result, what);
    const spender = transactions.find(
      (item) => item.from.toLowerCase() === origin.sender && toNumber(item.nonce) === origin.number,
    );
    if (spender !== undefined) return { index: 0, txid: spender.hash, block: { height, hash } };
  }
  return null;
}
