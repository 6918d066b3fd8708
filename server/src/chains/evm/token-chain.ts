// The Chain port of a token: the blocks of Ethereum, read through the same node, with what the token's contract says
// was paid in them (docs/decisions/0021).
import type { Chain } from '../chain.ts';
import { checkContract } from './check-contract.ts';
import { type EvmOptions, evmChain } from './evm-chain.ts';
import { gainedOf } from './gained.ts';
import { mempoolReader } from './read-mempool.ts';
import { tokenBlockReader } from './read-token-blocks.ts';
import { evmRpc } from './rpc.ts';
import { contractOf, inContract, paidInLedger } from './token-call.ts';
import { tokenHint } from './token-hint.ts';
import { findTokenTransactions } from './token-sources.ts';

/** Opens nothing: the first call connects. Every call throws ChainUnavailable when the node cannot be asked. */
export function tokenChain(options: EvmOptions): Chain {
  const rpc = evmRpc(options);
  const { coin } = options;
  const contract = contractOf(coin, options.network);
  const readBlocks = tokenBlockReader(rpc, contract);
  // What balances of ether say of hidden payments says nothing of a token.
  const { hiddenPayments: _, ...ethereum } = evmChain(options);
  return {
    ...ethereum,
    blocks: async (fromHeight, count) =>
      (await readBlocks(fromHeight, count)).map((block) => ({
        ...block,
        payments: paidInLedger(coin, block.payments),
      })),
    ...mempoolReader(rpc, (transaction) => {
      const hint = tokenHint(transaction, contract);
      return hint === null ? null : (paidInLedger(coin, [hint])[0] ?? null);
    }),
    async gained(payments, block) {
      const claimed = payments.map((payment) => inContract(coin, payment));
      const gained = await gainedOf(rpc, contract, { payments: claimed, block });
      return gained && paidInLedger(coin, gained);
    },
    transactions: (lookups) => findTokenTransactions(rpc, contract, lookups),
    async checkNetwork() {
      await ethereum.checkNetwork();
      await checkContract(rpc, options);
    },
    async close() {
      rpc.close();
      await ethereum.close();
    },
  };
}
