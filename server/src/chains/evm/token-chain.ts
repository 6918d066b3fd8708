// The Chain port of a token: the blocks of Ethereum, read through the same node, with what the token's contract says
// was paid in them (docs/decisions/0021).
import type { Chain } from '../chain.ts';
import { checkContract } from './check-contract.ts';
import { type EvmOptions, evmChain } from './evm-chain.ts';
import { gainedOf } from './gained.ts';
import { mempoolReader } from './read-mempool.ts';
import { tokenBlockReader } from './read-token-blocks.ts';
import { evmRpc } from './rpc.ts';
import { contractOf } from './token-call.ts';
import { tokenHint } from './token-hint.ts';
import { findTokenTransactions } from './token-sources.ts';

/** Opens nothing: the first call connects. Every call throws ChainUnavailable when the node cannot be asked. */
export function tokenChain(options: EvmOptions): Chain {
  const rpc = evmRpc(options);
  const contract = contractOf(options.coin, options.network);
  // What balances of ether say of hidden payments says nothing of a token.
  const { hiddenPayments: _, ...ethereum } = evmChain(options);
  return {
    ...ethereum,
    blocks: tokenBlockReader(rpc, contract),
    ...mempoolReader(rpc, (transaction) => tokenHint(transaction, contract)),
    gained: (payments, block) => gainedOf(rpc, contract, { payments, block }),
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
