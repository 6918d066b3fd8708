// The amounts that a transfer spends, read from the node's UTXO set, which pruned nodes have as well and which needs no
// index. Read before signing, because a signature covers only the amount of its own input.
import type { Coin } from '../../coins/coin.ts';
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type { PlannedInput, TransferPlan } from '../transfers.ts';
import { shapes } from './answers.ts';
import type { BitcoindRpc } from './rpc.ts';

/** Null for outputs that are spent in a block or unknown. Throws ChainUnavailable. */
export async function readAmounts(
  rpc: BitcoindRpc,
  coin: Coin,
  { origin }: TransferPlan,
): Promise<readonly (bigint | null)[]> {
  if (!('inputs' in origin)) throw new Error('only outputs are spent here');
  const { inputs } = origin;
  // As of the blocks, ignoring spends in the mempool, because a transfer may be a replacement.
  const amounts = await requestOutputs(rpc, coin, { inputs, inMempool: false });
  const missing = inputs.flatMap((input, n) => (amounts[n] === null ? [{ input, n }] : []));
  if (missing.length === 0) return amounts;
  const waiting = missing.map(({ input }) => input);
  const found = await requestOutputs(rpc, coin, { inputs: waiting, inMempool: true });
  for (const [place, { n }] of missing.entries()) amounts[n] = found[place] ?? null;
  return amounts;
}

async function requestOutputs(
  rpc: BitcoindRpc,
  coin: Coin,
  { inputs, inMempool }: { inputs: readonly PlannedInput[]; inMempool: boolean },
): Promise<(bigint | null)[]> {
  const answers = await rpc.request(
    inputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, inMempool] })),
  );
  return inputs.map((_input, n) => {
    const what = `gettxout at ${rpc.node}`;
    const unspent = shaped(shapes.unspentValue, resultOf(answers[n], what), what);
    if (unspent === null) return null;
    const amount = parseAmount(unspent.value, { ...coin, precision: coin.scale });
    if (typeof amount === 'bigint') return amount;
    throw new ChainUnavailable(`${what} names an amount of ${unspent.value}`);
  });
}
