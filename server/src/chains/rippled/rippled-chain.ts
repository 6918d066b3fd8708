// The Chain port over rippled (XRP). A block is a validated ledger, which is final: there is no reorganisation.
// Nothing is reported before its ledger is validated, four seconds after it was sent, as what a payment will
// deliver is not known earlier; so there are no hints.
import type { Network } from '../../coins/coin.ts';
import type { Chain } from '../chain.ts';
import { checkNetwork } from './check-network.ts';
import { findTransactions } from './find-transactions.ts';
import { readBlocks, readHash, readOldest, readTip } from './read-ledgers.ts';
import { rippledRpc } from './rpc.ts';

export interface RippledOptions {
  readonly network: Network;
  /** `http://host:port` of a JSON-RPC port; admin rights are not needed. */
  readonly url: string;
  /** For one exchange with the node. */
  readonly timeoutMilliseconds?: number;
}

/** Opens nothing: the first call connects. Every call throws ChainUnavailable when the node cannot be asked. */
export function rippledChain(options: RippledOptions): Chain {
  const rpc = rippledRpc(options);
  return {
    coin: 'XRP',
    isFinal: true,
    oldest: () => readOldest(rpc),
    tip: () => readTip(rpc),
    hashAt: (height) => readHash(rpc, height),
    blocks: (fromHeight, count) => readBlocks(rpc, { fromHeight, count }),
    mempool: async () => {
      // Asked nevertheless, so that a node that is down is noticed.
      await readTip(rpc);
      return { payments: [], spends: [], isWhole: true };
    },
    forgetMempool: () => undefined,
    transactions: (lookups) => findTransactions(rpc, lookups),
    checkNetwork: () => checkNetwork(rpc, options.network),
    close: async () => rpc.close(),
  };
}
