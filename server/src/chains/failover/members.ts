// Selects the usable nodes of a coin, at most every ten seconds. In between, a failed node is skipped.
import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../core/assert.ts';
import { SECOND, wallNow } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { type BlockRef, type Chain, ChainUnavailable, WrongNetwork } from '../chain.ts';

// Usable nodes respond, are not behind, and are on the majority branch.

export interface Answering {
  readonly name: string;
  readonly tip: BlockRef;
}

/** A block may reach one node later than another, but not three blocks in a row. */
const BEHIND_MAX = 3;
/** Two honest nodes may be on different branches for a block or two. */
const SETTLED_DEPTH = 2;

/** A height at which every node has a settled block. */
export function commonHeight(nodes: readonly Answering[]): number {
  return Math.max(Math.min(...nodes.map(({ tip }) => tip.height)) - SETTLED_DEPTH, 0);
}

export function behind(nodes: readonly Answering[]): readonly Answering[] {
  const top = Math.max(...nodes.map(({ tip }) => tip.height));
  return nodes.filter(({ tip }) => tip.height < top - BEHIND_MAX);
}

/** On a tie, the longer branch wins, or else the branch of the node that the operator listed first. */
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

const COMPARE_EVERY = 10 * SECOND;
/** A node that does not respond must not delay the comparison of the others. */
const ANSWER_MAX = 5 * SECOND;

export interface Member {
  readonly name: string;
  readonly chain: Chain;
}

/** Null when the node is used. */
export interface NodeVerdict {
  readonly node: string;
  readonly unfit: Unfit | null;
  /** At the last comparison; null when it did not respond. */
  readonly height: number | null;
}

export interface Members<M extends Member> {
  /** Never throws because of a node. */
  review(): Promise<readonly NodeVerdict[]>;
  /** In the operator's order; unreachable ones come last. */
  usable(): Promise<readonly M[]>;
  /** The result of the first member that responds. Throws ChainUnavailable when none does. */
  first<T>(call: (member: M) => Promise<T>): Promise<T>;
}

/** A `silent` node is still queried when no other responds; any other excluded node would return wrong results. */
export type Unfit =
  | { readonly cause: 'silent' | 'wrong_network'; readonly message: string }
  | { readonly cause: 'behind'; readonly height: number; readonly others_at: number }
  /** Null when the node has no block at the height. */
  | { readonly cause: 'other_branch'; readonly height: number; readonly hash: string | null };

interface Compared {
  readonly unfit: ReadonlyMap<string, Unfit>;
  readonly heights: ReadonlyMap<string, number>;
}

export function membersOf<M extends Member>(members: readonly M[], log: Log): Members<M> {
  const unfit = new Map<string, Unfit>();
  let heights: Compared['heights'] = new Map();
  let comparedAt = Number.NEGATIVE_INFINITY;
  let comparing: Promise<void> | null = null;

  const compare = () => {
    comparing ??= compareMembers(members)
      .then(({ unfit: found, heights: reported }) => {
        for (const { name } of members) {
          const now = found.get(name) ?? null;
          if (isDeepStrictEqual(now, unfit.get(name) ?? null)) continue;
          if (now === null) log.info({ node: name }, 'node is used again');
          else log.warn({ node: name, ...now }, 'node excluded');
        }
        unfit.clear();
        for (const [name, why] of found) unfit.set(name, why);
        heights = reported;
        comparedAt = wallNow();
      })
      .finally(() => {
        comparing = null;
      });
    return comparing;
  };
  const refresh = async () => {
    if (wallNow() - comparedAt < COMPARE_EVERY) return;
    const done = compare();
    // Later comparisons run in parallel with requests. The first one must finish first.
    if (comparedAt === Number.NEGATIVE_INFINITY) await done;
  };
  const usable = async () => {
    await refresh();
    const causeOf = ({ name }: M) => unfit.get(name)?.cause ?? null;
    const fit = members.filter((member) => causeOf(member) === null);
    return [...fit, ...members.filter((member) => causeOf(member) === 'silent')];
  };
  return {
    usable,
    async review() {
      await compare();
      return members.map(({ name }) => {
        return { node: name, unfit: unfit.get(name) ?? null, height: heights.get(name) ?? null };
      });
    },
    async first(call) {
      const failures: unknown[] = [];
      for (const member of await usable()) {
        try {
          return await call(member);
        } catch (error) {
          if (!(error instanceof ChainUnavailable) && !(error instanceof WrongNetwork)) throw error;
          unfit.set(member.name, unfitFor(error));
          failures.push(error);
        }
      }
      const reasons = [...unfit.values()].map(unfitText);
      throw new ChainUnavailable(`no node answers: ${reasons.join('; ')}`, { cause: failures[0] });
    },
  };
}

function unfitFor(error: unknown): Unfit {
  const message = error instanceof Error ? error.message : String(error);
  return { cause: error instanceof WrongNetwork ? 'wrong_network' : 'silent', message };
}

async function compareMembers(members: readonly Member[]): Promise<Compared> {
  const unfit = new Map<string, Unfit>();
  const answering: Answering[] = [];
  await Promise.all(
    members.map(async ({ name, chain }) => {
      try {
        answering.push({ name, tip: await withinLimit(name, chain.tip()) });
      } catch (error) {
        unfit.set(name, unfitFor(error));
      }
    }),
  );
  const order = members.map(({ name }) => name);
  const heights = new Map(answering.map(({ name, tip }) => [name, tip.height]));
  answering.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  // Branches are compared first, so that a node far ahead on its own branch does not make the others look behind.
  const agreeing = await withoutOtherBranch({ members, unfit }, answering);
  const late = agreeing.length === 0 ? [] : behind(agreeing);
  const top = Math.max(...agreeing.map(({ tip }) => tip.height));
  for (const { name, tip } of late) {
    unfit.set(name, { cause: 'behind', height: tip.height, others_at: top });
  }
  const current = agreeing.filter((node) => !late.includes(node));
  if (late.length > 0) await withoutOtherBranch({ members, unfit }, current);
  return { unfit, heights };
}

async function withoutOtherBranch(
  { members, unfit }: { members: readonly Member[]; unfit: Map<string, Unfit> },
  nodes: readonly Answering[],
): Promise<readonly Answering[]> {
  if (nodes.length < 2) return nodes;

  const height = commonHeight(nodes);
  const hashes = new Map<string, string | null>();
  await Promise.all(
    nodes.map(async ({ name }) => {
      const { chain } = defined(
        members.find((member) => member.name === name),
        'a member',
      );
      try {
        hashes.set(name, await withinLimit(name, chain.hashAt(height)));
      } catch (error) {
        unfit.set(name, unfitFor(error));
      }
    }),
  );
  const compared = nodes.filter(({ name }) => hashes.has(name));
  const other = onOtherBranch(compared, hashes);
  for (const { name } of other) {
    unfit.set(name, { cause: 'other_branch', height, hash: hashes.get(name) ?? null });
  }
  return compared.filter((node) => !other.includes(node));
}

async function withinLimit<T>(name: string, answer: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(ANSWER_MAX);
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () =>
      reject(new ChainUnavailable(`${name} does not answer within ${ANSWER_MAX / SECOND} s`)),
    );
  });
  return Promise.race([answer, late]);
}

export function unfitText(unfit: Unfit): string {
  if ('message' in unfit) return unfit.message;
  const t = textsOf('reasons', 'en').node;
  const height = `${unfit.height}`;
  if (unfit.cause === 'behind') return t.behind({ height, others_at: `${unfit.others_at}` });
  const { hash } = unfit;
  return hash === null ? t.block_missing({ height }) : t.other_branch({ height, hash });
}
