// The Chain port over rippled. A block is a validated ledger, which is final: there are no reorganizations. The
// delivered amount is not known before validation, four seconds after broadcast, so there are no mempool hints.
import type { Network } from '../../coins/coin.ts';
import { type Chain, WrongNetwork } from '../chain.ts';
import { findTransactions, inspectTransaction } from './find-transactions.ts';
import { readBlocks, readHash, readOldest, readTip } from './read-ledgers.ts';
import { type RippledRpc, rippledRpc, shapes } from './rpc.ts';

export interface RippledOptions {
  readonly network: Network;
  /** Of a JSON-RPC port. Admin rights are not needed. */
  readonly url: string;
  readonly timeoutMilliseconds?: number;
}

/** xrpl.org, "Parallel Networks": Mainnet, Testnet, Devnet. */
const NETWORK_IDS: Readonly<Record<number, { name: string; network: Network }>> = {
  0: { name: 'Mainnet', network: 'main' },
  1: { name: 'Testnet', network: 'test' },
  2: { name: 'Devnet', network: 'test' },
};
/** Transactions of networks with a higher id must include it (xrpl.org, "NetworkID Field"), which we do not do. */
const PLAIN_NETWORK_MAX = 1024;

/** Opens no connection yet. Every call throws ChainUnavailable when the node cannot be reached. */
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
      await readTip(rpc);
      return { payments: [], spends: [], isWhole: true };
    },
    clearMempool: () => undefined,
    transactions: (lookups) => findTransactions(rpc, lookups),
    inspect: (txid) => inspectTransaction(rpc, txid),
    checkNetwork: () => checkNetwork(rpc, options.network),
    close: async () => rpc.close(),
  };
}

/** A node without a network_id is stand-alone. Throws WrongNetwork or ChainUnavailable. */
export async function checkNetwork(rpc: RippledRpc, network: Network): Promise<void> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  const refuse = (found: string) =>
    new WrongNetwork(
      `expected a node of XRP ${network}; the node at ${rpc.node} (rippled ${state.build_version}) ${found}`,
    );
  const id = state.network_id;
  if (id === undefined) {
    // A stand-alone server needs no validations (xrpl.org, "rippled Server Modes").
    if (state.validation_quorum > 0) {
      throw refuse('does not say its network: set [network_id] in its rippled.cfg');
    }
    if (network !== 'regtest') throw refuse('runs in stand-alone mode');
    return;
  }
  const found = NETWORK_IDS[id] ?? { name: `network ${id}`, network: 'regtest' };
  if (found.network !== network) throw refuse(`serves ${found.name} (network_id ${id})`);
  if (id > PLAIN_NETWORK_MAX) {
    throw refuse(`serves network ${id}: only numbers up to ${PLAIN_NETWORK_MAX} can be sent to`);
  }
}
