// Several nodes of one coin behind the ports of one. Requests go to one usable node, transfers to all.
import { defined } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import {
  type Chain,
  ChainUnavailable,
  type Inspection,
  type TransactionFacts,
  type TransactionLookup,
  WrongNetwork,
} from '../chain.ts';
import type { OpenNode } from '../families.ts';
import { type PortCall, type WrapCall, wrapChain, wrapNetwork } from '../port-calls.ts';
import type { Broadcast, SendingFamily, SignedTransfer, TransferNetwork } from '../transfers.ts';
import { type Members, membersOf } from './members.ts';

export interface NamedNode extends OpenNode {
  readonly name: string;
}

export function failoverNodes(nodes: readonly NamedNode[], log: Log): OpenNode {
  const members = membersOf(nodes, log);
  return {
    chain: failoverChains(nodes, members),
    sending: failoverSending(nodes, members),
    async examine(stored) {
      const found = await Promise.all(nodes.map(({ examine }) => examine(stored)));
      return found.flat();
    },
    review: () => members.review(),
    async peers() {
      const found = await Promise.all(nodes.map((node) => node.peers?.() ?? []));
      return found.flat();
    },
  };
}

const ALIKE = 'nodes of a family are alike';

function failoverChains(nodes: readonly NamedNode[], members: Members<NamedNode>): Chain {
  const model = defined(nodes[0], 'several nodes').chain;
  return {
    ...wrapChain(
      model,
      firstOf(members, ({ chain }) => chain),
    ),
    clearMempool() {
      for (const { chain } of nodes) chain.clearMempool();
    },
    ...(model.doubleSpendProofs && { doubleSpendProofs: (txids) => proofsOfAll(members, txids) }),
    transactions: (lookups) => lookUpEverywhere(members, lookups),
    inspect: (txid) => inspectEverywhere(members, txid),
    checkNetwork: () => checkNetworks(nodes),
    async close() {
      await Promise.all(nodes.map(({ chain }) => chain.close()));
    },
  };
}

/** Each call returns the result of the first member that responds. */
function firstOf(members: Members<NamedNode>, portOf: (node: NamedNode) => object): WrapCall {
  return (_call, name) =>
    (...requested) =>
      members.first((node) => {
        const call = (portOf(node) as Readonly<Record<string, PortCall | undefined>>)[name];
        return defined(call, ALIKE)(...requested);
      });
}

/** Rejects a node of another network even when others are on the right one. Unreachable nodes are checked later. */
async function checkNetworks(nodes: readonly NamedNode[]): Promise<void> {
  const results = await Promise.allSettled(nodes.map(({ chain }) => chain.checkNetwork()));
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const worst = failures.find((error) => !(error instanceof ChainUnavailable));
  if (worst !== undefined) throw worst;
  if (failures.length === nodes.length) throw failures[0];
}

/** Nodes relay proofs to each other, so one node's proof is enough. */
async function proofsOfAll(
  members: Members<NamedNode>,
  txids: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const nodes = await members.usable();
  const answers = await Promise.allSettled(
    nodes.map(({ chain }) => defined(chain.doubleSpendProofs, ALIKE)(txids)),
  );
  const found = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value !== null ? [...answer.value] : [],
  );
  const isShown = answers.some((answer) => answer.status === 'fulfilled' && answer.value !== null);
  return isShown ? new Map(found) : null;
}

/** Unknown only when no node has the transaction: mempools differ, and unknown transactions are abandoned. */
async function lookUpEverywhere(
  members: Members<NamedNode>,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const requested = new Set<NamedNode>();
  const facts = await members.first(async (member) => {
    requested.add(member);
    return [...(await member.chain.transactions(lookups))];
  });
  for (const member of await members.usable()) {
    const open = lookups.flatMap((lookup, n) => (isUnknown(facts[n]) ? [{ lookup, n }] : []));
    if (open.length === 0) break;
    if (requested.has(member)) continue;
    try {
      const more = await member.chain.transactions(open.map(({ lookup }) => lookup));
      for (const [index, { n }] of open.entries())
        facts[n] = more[index] ?? defined(facts[n], 'asked');
    } catch (error) {
      // The results of the other nodes count.
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }
  return facts;
}

/** The first node that knows the transaction. Unknown when no node does. */
async function inspectEverywhere(members: Members<NamedNode>, txid: string): Promise<Inspection> {
  const requested = new Set<NamedNode>();
  let found = await members.first((member) => {
    requested.add(member);
    return member.chain.inspect(txid);
  });
  for (const member of await members.usable()) {
    if (found.place.kind !== 'unknown') break;
    if (requested.has(member)) continue;
    try {
      const more = await member.chain.inspect(txid);
      if (more.place.kind !== 'unknown' || more.isComplete) found = more;
    } catch (error) {
      // The results of the other nodes count.
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }
  return found;
}

function isUnknown(transaction: TransactionFacts | undefined): boolean {
  return transaction?.place.kind === 'unknown';
}

function failoverSending(
  nodes: readonly NamedNode[],
  members: Members<NamedNode>,
): SendingFamily | null {
  const model = nodes[0]?.sending ?? null;
  if (model === null) return null;
  const sendingOf = ({ sending }: NamedNode) => defined(sending, ALIKE).network;
  const { expiry } = model.network;
  const network: TransferNetwork = {
    ...wrapNetwork(model.network, firstOf(members, sendingOf)),
    ...(expiry && {
      expiry: {
        blocks: expiry.blocks,
        hasPassed: (plan) =>
          members.first((node) => defined(sendingOf(node).expiry, ALIKE).hasPassed(plan)),
      },
    }),
    async broadcast(transfer) {
      return broadcastToAll((await members.usable()).map(sendingOf), transfer);
    },
    close() {
      for (const node of nodes) sendingOf(node).close();
    },
  };
  return { ...model, network };
}

/** Acceptance by one node is enough, because nodes relay transactions. Throws ChainUnavailable when none responds. */
async function broadcastToAll(
  networks: readonly TransferNetwork[],
  transfer: SignedTransfer,
): Promise<Broadcast> {
  const results = await Promise.allSettled(networks.map((each) => each.broadcast(transfer)));
  const answers = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  const best = ['accepted', 'known', 'refused'] as const;
  for (const kind of best) {
    const answer = answers.find((item) => item.kind === kind);
    if (answer !== undefined) return answer;
  }
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const isAway = (error: unknown) =>
    error instanceof ChainUnavailable || error instanceof WrongNetwork;
  throw failures.find((error) => !isAway(error)) ?? failures[0] ?? noNode();
}

function noNode(): ChainUnavailable {
  return new ChainUnavailable('no node can be used at the moment');
}
