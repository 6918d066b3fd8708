// The checks of `chaintill doctor` on a node beyond the ports.
import { NODE_PROBLEMS, type NodeCheckName, type NodeDetail } from '../contract/node-details.ts';
import { ChainUnavailable, WrongNetwork } from './chain.ts';

export interface NodeFinding {
  /** Host and port, never a login. */
  readonly node: string;
  readonly check: NodeCheckName;
  readonly ok: boolean;
  readonly detail: NodeDetail;
}

/** The stored data that the node should confirm. */
export interface StoredFacts {
  /** Wall time in milliseconds since the epoch. */
  readonly now: number;
  /** Null before the first read. */
  readonly cursorHeight: number | null;
  /** Some of the wallet's confirmed outputs, largest first (BTC, LTC, BCH). */
  readonly outputs: readonly {
    readonly txid: string;
    readonly index: number;
    readonly amount: bigint;
  }[];
  /** Some of the sending addresses, highest balance first (ETH, XRP). */
  readonly senders: readonly {
    readonly address: string;
    readonly balance: bigint;
    readonly nextNumber: number;
  }[];
}

/** A failed query is a finding, not an error. */
export type ExamineNode = (stored: StoredFacts) => Promise<readonly NodeFinding[]>;

export interface NodeCheck {
  readonly check: NodeCheckName;
  run(): Promise<NodeDetail>;
}

/** Sequential; skips the remaining checks of an unreachable node. */
export async function runNodeChecks(
  node: string,
  checks: readonly NodeCheck[],
): Promise<readonly NodeFinding[]> {
  const findings: NodeFinding[] = [];
  for (const { check, run } of checks) {
    const { detail, isLast } = await run().then(
      (found) => ({ detail: found, isLast: false }),
      (error: unknown) => ({ detail: failureOf(error), isLast: true }),
    );
    findings.push({ node, check, ok: !NODE_PROBLEMS.has(detail.code), detail });
    if (isLast) break;
  }
  return findings;
}

function failureOf(error: unknown): NodeDetail {
  if (error instanceof ChainUnavailable)
    return { code: 'node_unreachable', message: error.message };
  if (error instanceof WrongNetwork) return { code: 'node_wrong_network', message: error.message };
  throw error;
}

// A node without peers receives no payments and relays no transactions.

export interface NodePeers {
  readonly node: string;
  /** Null when the node does not report it, or does not respond. */
  readonly peers: number | null;
}

export async function peersOfNode<Rpc extends { readonly node: string }>(
  rpc: Rpc,
  read: (rpc: Rpc) => Promise<number | null>,
): Promise<readonly NodePeers[]> {
  try {
    return [{ node: rpc.node, peers: await read(rpc) }];
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongNetwork)
      return [{ node: rpc.node, peers: null }];
    throw error;
  }
}
