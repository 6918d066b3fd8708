// Decides which of several nodes of one coin are used: those that answer, are not behind, and are on the majority
// branch. Pure; members.ts queries the nodes.
import type { BlockRef } from '../chain.ts';

export interface Answering {
  readonly name: string;
  readonly tip: BlockRef;
}

/** A block may reach one node later than another, but not three blocks in a row. */
const BEHIND_MAX = 3;
/** Two honest nodes may be on different branches for a block or two. */
const SETTLED_DEPTH = 2;

/** The height at which nodes are compared: all of them have a block there, and it is settled. */
export function commonHeight(nodes: readonly Answering[]): number {
  return Math.max(Math.min(...nodes.map(({ tip }) => tip.height)) - SETTLED_DEPTH, 0);
}

/** The nodes that are too far behind the highest one. */
export function behind(nodes: readonly Answering[]): readonly Answering[] {
  const top = Math.max(...nodes.map(({ tip }) => tip.height));
  return nodes.filter(({ tip }) => tip.height < top - BEHIND_MAX);
}

/**
 * The nodes whose block at the common height differs from the majority's. On a tie, the longer branch wins, because it
 * likely has more work; if they are equal, the branch of the node that the operator listed first.
 */
export function onOtherBranch(
  nodes: readonly Answering[],
  hashes: ReadonlyMap<string, string | null>,
): readonly Answering[] {
  const sides = new Map<string | null, Answering[]>();
  for (const node of nodes) {
    const hash = hashes.get(node.name) ?? null;
    sides.set(hash, [...(sides.get(hash) ?? []), node]);
  }
  const height = (side: readonly Answering[]) => Math.max(...side.map(({ tip }) => tip.height));
  // A stable sort, so that branches stay in the order of their first node.
  const [right = []] = [...sides.values()].sort(
    (a, b) => b.length - a.length || height(b) - height(a),
  );
  return nodes.filter((node) => !right.includes(node));
}
