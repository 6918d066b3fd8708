// What `chaintill doctor` asks of a node beside the ports: each family answers in its own terms whether the node
// is one to rely on, and whether it knows what the service has stored. Used by families.ts and cli/.
import { ChainUnavailable, WrongNetwork } from './chain.ts';

export interface NodeFinding {
  /** Host and port, never a login. */
  readonly node: string;
  /** What was looked at: `network`, `sync`, `version`, `clock`, ... */
  readonly check: string;
  readonly ok: boolean;
  readonly text: string;
  /** What to do about it; null when it is fine. */
  readonly hint: string | null;
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
  readonly check: string;
  /** What is fine, in words. Throws NodeProblem for what is not. */
  look(): Promise<string>;
}

/** Something is wrong, and what to do about it. */
export class NodeProblem extends Error {
  override readonly name = 'NodeProblem';
  readonly hint: string;
  constructor(text: string, hint: string) {
    super(text);
    this.hint = hint;
  }
}

const AWAY_HINT = 'start the node, and compare its address and login with <COIN>_NODE_URL';
const NETWORK_HINT = 'another node, or another CHAINTILL_NETWORK';

/** Makes the checks one after the other; a node that is away is not asked again and again. */
export async function runNodeChecks(
  node: string,
  checks: readonly NodeCheck[],
): Promise<readonly NodeFinding[]> {
  const findings: NodeFinding[] = [];
  for (const { check, look } of checks) {
    try {
      findings.push({ node, check, ok: true, text: await look(), hint: null });
    } catch (error) {
      findings.push({ node, check, ok: false, ...problemOf(error) });
      if (error instanceof ChainUnavailable || error instanceof WrongNetwork) break;
    }
  }
  return findings;
}

function problemOf(error: unknown): { text: string; hint: string } {
  if (error instanceof NodeProblem) return { text: error.message, hint: error.hint };
  if (error instanceof ChainUnavailable) return { text: error.message, hint: AWAY_HINT };
  if (error instanceof WrongNetwork) return { text: error.message, hint: NETWORK_HINT };
  throw error;
}
