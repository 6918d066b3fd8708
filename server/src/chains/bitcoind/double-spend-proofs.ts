// Double-spend proofs (BCHN) that a second, conflicting transaction exists. They cover only the mempool.
import { bitcoindNodes } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import type { Chain } from '../chain.ts';
import type { NodeCheck } from '../examination.ts';
import { shaped } from '../rpc/json-rpc.ts';
import type { Wallet } from './receiving.ts';
import { type BitcoindRpc, shapes } from './rpc.ts';

/** Verbosity of getdsproof: with the id, without the two spenders. */
const WITH_ID = 2;
const WITH_ANCESTORS = true;

export function proofReader(rpc: BitcoindRpc, { coin }: Wallet): Pick<Chain, 'doubleSpendProofs'> {
  if (!bitcoindNodes(coin.code).hasDoubleSpendProofs) return {};
  return {
    async doubleSpendProofs(txids) {
      const ids = await listProofs(rpc);
      if (ids === null) return null;
      // Avoids looking up transactions when there is no proof, which is the usual case.
      if (ids.length === 0 || txids.length === 0) return new Map();
      const answers = await rpc.request(
        txids.map((txid) => ({ method: 'getdsproof', params: [txid, WITH_ID, WITH_ANCESTORS] })),
      );
      const found = new Map<string, string>();
      for (const [n, txid] of txids.entries()) {
        const answer = defined(answers[n], 'one answer for each call');
        if (!answer.ok || answer.result === null) continue;
        const { dspid } = shaped(shapes.proof, answer.result, `getdsproof at ${rpc.node}`);
        found.set(txid, dspid);
      }
      return found;
    },
  };
}

/** Null when the node lacks the method or has proofs disabled (`-doublespendproof=0`). */
async function listProofs(rpc: BitcoindRpc): Promise<readonly string[] | null> {
  const [answer] = await rpc.request([{ method: 'getdsprooflist', params: [] }]);
  if (answer === undefined || !answer.ok) return null;
  return shaped(shapes.txids, answer.result, `getdsprooflist at ${rpc.node}`);
}

/** For the doctor. Without proofs, payments wait for a block, as on other coins. */
export function proofChecks(rpc: BitcoindRpc, { coin }: Wallet): readonly NodeCheck[] {
  if (!bitcoindNodes(coin.code).hasDoubleSpendProofs) return [];
  return [
    {
      check: 'double-spend proofs',
      async run() {
        const ids = await listProofs(rpc);
        return ids === null
          ? { code: 'node_no_proofs' }
          : { code: 'node_proofs', count: ids.length };
      },
    },
  ];
}
