// What `chaintill doctor` checks on a node beyond the ports: each family reports in its own terms whether the node is
// reliable and whether it agrees with the stored data. Used by families.ts and cli/.
import { NODE_PROBLEMS, type NodeCheckName, type NodeDetail } from '../contract/node-details.ts';
import { ChainUnavailable, WrongNetwork } from './chain.ts';

export interface NodeFinding {
  /** Host and port, never a login. */
  readonly node: string;
  /** The check that was made. */
  readonly check: NodeCheckName;
  readonly ok: boolean;
  readonly detail: NodeDetail;
}

/** What the service has stored about the chain, for the node to confirm. */
export interface StoredFacts {
  /** Wall time in milliseconds since the epoch. */
  readonly now: number;
  /** The height up to which the chain was read; null before the first read. */
  readonly cursorHeight: number | null;
  /** Some of the confirmed outputs that the wallet counts on, largest first (BTC, LTC, BCH). */
  readonly outputs: readonly {
    readonly txid: string;
    readonly index: number;
    readonly amount: bigint;
  }[];
  /** Some of the addresses from which transfers are sent, highest balance first (ETH, XRP). */
  readonly senders: readonly {
    readonly address: string;
    /** Spendable, as the node last reported. */
    readonly balance: bigint;
    readonly nextNumber: number;
  }[];
}

/** Never throws because of the node: a failed query is a finding. */
export type ExamineNode = (stored: StoredFacts) => Promise<readonly NodeFinding[]>;

export interface NodeCheck {
  readonly check: NodeCheckName;
  /** The result, good or bad (`NODE_PROBLEMS`). */
  run(): Promise<NodeDetail>;
}

/** Runs the checks sequentially; once a node is unreachable, it is not queried again. */
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
  if (error instanceof ChainUnavailable) return { code: 'node_away', said: error.message };
  if (error instanceof WrongNetwork) return { code: 'node_wrong_network', said: error.message };
  throw error;
}

// A node's peer count. A node without peers receives no payments and relays no transactions. For the operator's list of
// networks; the doctor checks the same and adds advice.

export interface NodePeers {
  /** Host and port, never a login. */
  readonly node: string;
  /** Null when the node does not report it, or does not answer. */
  readonly peers: number | null;
}

/** For one node; `close` closes the connection that was opened for it. */
export async function peersOfNode(
  { node, close }: { readonly node: string; close(): void },
  read: () => Promise<number | null>,
): Promise<readonly NodePeers[]> {
  try {
    return [{ node, peers: await read() }];
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongNetwork)
      return [{ node, peers: null }];
    throw error;
  } finally {
    close();
  }
}
