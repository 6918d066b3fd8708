// What `chaintill doctor` asks of a node beside the ports: each family answers in its own terms whether the node
// is one to rely on, and whether it knows what the service has stored. Used by families.ts and cli/.
import type { NodeCheckName, NodeDetail } from '../contract/node-details.ts';
import { ChainUnavailable, WrongNetwork } from './chain.ts';
import { nodeWords } from './node-messages.ts';

export interface NodeFinding {
  /** Host and port, never a login. */
  readonly node: string;
  /** What was looked at. */
  readonly check: NodeCheckName;
  readonly ok: boolean;
  readonly text: string;
  /** What to do about it; null when it is fine. */
  readonly hint: string | null;
  /** What `text` says, in values. */
  readonly detail: NodeDetail;
}

/** What the service believes of the chain, for the node to confirm. */
export interface StoredFacts {
  /** Wall time in milliseconds since the epoch. */
  readonly now: number;
  /** How far the chain was read; null before the first look. */
  readonly cursorHeight: number | null;
  /** Some of the confirmed outputs that the wallet counts on, the largest first (BTC, LTC, BCH). */
  readonly outputs: readonly {
    readonly txid: string;
    readonly index: number;
    readonly amount: bigint;
  }[];
  /** Some of the addresses that transfers are sent from, the richest first (ETH, XRP). */
  readonly senders: readonly {
    readonly address: string;
    /** Spendable, as the node last told. */
    readonly balance: bigint;
    readonly nextNumber: number;
  }[];
}

/** Never throws because of the node: what it does not answer is a finding. */
export type ExamineNode = (stored: StoredFacts) => Promise<readonly NodeFinding[]>;

export interface NodeCheck {
  readonly check: NodeCheckName;
  /** What was found, fine or not (node-messages.ts says which). */
  look(): Promise<NodeDetail>;
}

/** Makes the checks one after the other; a node that is away is not asked again and again. */
export async function runNodeChecks(
  node: string,
  checks: readonly NodeCheck[],
): Promise<readonly NodeFinding[]> {
  const findings: NodeFinding[] = [];
  for (const { check, look } of checks) {
    const { detail, isLast } = await look().then(
      (found) => ({ detail: found, isLast: false }),
      (error: unknown) => ({ detail: failureOf(error), isLast: true }),
    );
    const { text, hint } = nodeWords(detail);
    findings.push({ node, check, ok: hint === null, text, hint, detail });
    if (isLast) break;
  }
  return findings;
}

function failureOf(error: unknown): NodeDetail {
  if (error instanceof ChainUnavailable) return { code: 'node_away', said: error.message };
  if (error instanceof WrongNetwork) return { code: 'node_wrong_network', said: error.message };
  throw error;
}
