// Whether a node can show any transaction by its hash alone (`-txindex`): told by its words for one that is nowhere,
// which Bitcoin Core, Litecoin Core and BCHN have in common (rpc/rawtransaction.cpp).
import type { BitcoindRpc } from './rpc.ts';

const NOWHERE = '11'.repeat(32);
const WITH_INDEX = /mempool or blockchain transaction/;

/** Asks once: a node has to be restarted to get an index. */
export function indexProbe(rpc: BitcoindRpc): () => Promise<boolean> {
  let told: boolean | null = null;
  return async () => {
    if (told !== null) return told;
    const [answer] = await rpc.ask([{ method: 'getrawtransaction', params: [NOWHERE, 1] }]);
    told = answer !== undefined && !answer.ok && WITH_INDEX.test(answer.message);
    return told;
  };
}
