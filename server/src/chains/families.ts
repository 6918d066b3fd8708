// The node family of each coin in live mode. A family opens the chain reader and, if the coin can be sent, the transfer
// network.
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
  async examine(stored) {
    const rpc = bitcoindRpc(options);
    try {
      return await examineNode(rpc, options, stored);
    } finally {
      rpc.close();
    }
  },
  async peers() {
    const rpc = bitcoindRpc(options);
    return peersOfNode(rpc, () => readPeers(rpc));
  },
});

async function evmPeers(options: NodeOptions): Promise<readonly NodePeers[]> {
  const rpc = evmRpc(options);
  return peersOfNode(rpc, () => readEvmPeers(rpc));
}

const ether: OpenFamily = (options) => ({
  chain: evmChain(options),
  sending: evmFamily(options),
  async examine(stored) {
    const rpc = evmRpc(options);
    try {
      return await examineEvmNode(rpc, options, stored);
    } finally {
      rpc.close();
    }
  },
  peers: () => evmPeers(options),
});

const token: OpenFamily = (options) => ({
  chain: tokenChain(options),
  sending: evmFamily(options),
  async examine() {
    const rpc = evmRpc(options);
    try {
      return await examineToken(rpc, options);
    } finally {
      rpc.close();
    }
  },
  peers: () => evmPeers(options),
});

const rippled: OpenFamily = (options) => ({
  chain: rippledChain(options),
  sending: rippledFamily(options),
  examine: (stored) => examineRippled(options, stored),
  async peers() {
    const rpc = rippledRpc(options);
    return peersOfNode(rpc, () => readRippledPeers(rpc));
  },
});

const families: Readonly<Record<Coin['nodes']['family'], OpenFamily>> = {
  bitcoind,
  evm: (options) => (options.coin.token === null ? ether(options) : token(options)),
  rippled,
};

/** Never connected to: a host name that is guaranteed not to resolve (RFC 6761, 6.4). */
const NOWHERE = 'http://node.invalid';

export type NodeAddress = Pick<NodeOptions, 'url' | 'cookieFile'>;

/**
 * Opens no connection yet. Calls fail until a node has proven that it is on the right network. Several nodes act as
 * one.
 */
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
