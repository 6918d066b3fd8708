// The node family of each coin in live mode.
import type { Coin, Network } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import type { Log } from '../core/log.ts';
import { bitcoindChain } from './bitcoind/bitcoind-chain.ts';
import { bitcoindFamily } from './bitcoind/bitcoind-transfers.ts';
import { examineNode, readPeers } from './bitcoind/examine-node.ts';
import { bitcoindRpc } from './bitcoind/rpc.ts';
import type { Chain, Finality } from './chain.ts';
import { checkedChain, checkedSending } from './checked-chain.ts';
import { examineToken } from './evm/check-network.ts';
import { evmChain } from './evm/evm-chain.ts';
import { evmFamily } from './evm/evm-transfers.ts';
import { examineNode as examineEvmNode, readPeers as readEvmPeers } from './evm/examine-node.ts';
import { evmRpc } from './evm/rpc.ts';
import { tokenChain } from './evm/token-chain.ts';
import { type ExamineNode, type NodePeers, peersOfNode } from './examination.ts';
import type { NodeVerdict } from './failover/members.ts';
import { failoverNodes } from './failover/several-nodes.ts';
import {
  examineNode as examineRippled,
  readPeers as readRippledPeers,
} from './rippled/examine-node.ts';
import { rippledChain } from './rippled/rippled-chain.ts';
import { rippledFamily } from './rippled/rippled-transfers.ts';
import { rippledRpc } from './rippled/rpc.ts';
import type { SendingFamily, SignTransfer } from './transfers.ts';

export interface NodeOptions {
  readonly coin: Coin;
  readonly network: Network;
  readonly url: string;
  readonly cookieFile?: string;
  readonly log: Log;
  /** ETH only: the network's own finality decides instead of a depth. */
  readonly finality?: Finality;
}

export interface OpenNode {
  readonly chain: Chain;
  /** Null when the coin can only be received. */
  readonly sending: SendingFamily | null;
  readonly examine: ExamineNode;
  /** Absent for coins with one node. */
  readonly review?: () => Promise<readonly NodeVerdict[]>;
  readonly peers?: () => Promise<readonly NodePeers[]>;
}

type OpenFamily = (options: NodeOptions) => OpenNode;

const bitcoind: OpenFamily = (options) => ({
  chain: bitcoindChain(options),
  sending: bitcoindFamily(options),
  examine: (stored) => closing(bitcoindRpc(options), (rpc) => examineNode(rpc, options, stored)),
  peers: () => closing(bitcoindRpc(options), (rpc) => peersOfNode(rpc, readPeers)),
});

const evm = (options: NodeOptions) => ({
  sending: evmFamily(options),
  peers: () => closing(evmRpc(options), (rpc) => peersOfNode(rpc, readEvmPeers)),
});

const ether: OpenFamily = (options) => ({
  ...evm(options),
  chain: evmChain(options),
  examine: (stored) => closing(evmRpc(options), (rpc) => examineEvmNode(rpc, options, stored)),
});

const token: OpenFamily = (options) => ({
  ...evm(options),
  chain: tokenChain(options),
  examine: () => closing(evmRpc(options), (rpc) => examineToken(rpc, options)),
});

const rippled: OpenFamily = (options) => ({
  chain: rippledChain(options),
  sending: rippledFamily(options),
  examine: (stored) => closing(rippledRpc(options), (rpc) => examineRippled(rpc, options, stored)),
  peers: () => closing(rippledRpc(options), (rpc) => peersOfNode(rpc, readRippledPeers)),
});

/** Closes the connection that was opened for the query. */
async function closing<Rpc extends { close(): void }, T>(
  rpc: Rpc,
  query: (rpc: Rpc) => Promise<T>,
): Promise<T> {
  try {
    return await query(rpc);
  } finally {
    rpc.close();
  }
}

const families: Readonly<Record<Coin['nodes']['family'], OpenFamily>> = {
  bitcoind,
  evm: (options) => (options.coin.token === null ? ether(options) : token(options)),
  rippled,
};

/** Never connected to: a host name that is guaranteed not to resolve (RFC 6761, 6.4). */
const NOWHERE = 'http://node.invalid';

export type NodeAddress = Pick<NodeOptions, 'url' | 'cookieFile'>;

/** Opens no connection yet. Calls fail until a node has proven that it is on the right network. */
export function openNodes(
  options: Omit<NodeOptions, keyof NodeAddress>,
  addresses: readonly NodeAddress[],
): OpenNode {
  const nodes = addresses.map((address) => ({
    ...openNode({ ...options, ...address }),
    name: new URL(address.url).host,
  }));
  return nodes.length === 1 ? defined(nodes[0], 'one node') : failoverNodes(nodes, options.log);
}

function openNode(options: NodeOptions): OpenNode {
  const node = families[options.coin.nodes.family](options);
  const chain = checkedChain(node.chain);
  return { ...node, chain, sending: node.sending && checkedSending(node.sending, chain) };
}

/** For the signer's process, which has no node. Null for coins that cannot be signed. */
export function signTransferOf(options: Omit<NodeOptions, 'url'>): SignTransfer | null {
  const { coin, network } = options;
  // A token without a configured contract on this network is not signed.
  if (coin.token?.contracts[network] === null) return null;
  return families[coin.nodes.family]({ ...options, url: NOWHERE }).sending?.sign ?? null;
}
