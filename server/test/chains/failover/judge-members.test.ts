// Which of several nodes are trusted.
import { expect, it } from 'vitest';
import {
  type Answering,
  behind,
  commonHeight,
  onOtherBranch,
} from '../../../src/chains/failover/members.ts';

const node = (name: string, height: number): Answering => ({
  name,
  tip: { height, hash: `${name}${height}` },
});
const namesOf = (nodes: readonly Answering[]) => nodes.map(({ name }) => name);

it('nodes are compared at a settled block that all of them have', () => {
  expect(commonHeight([node('a', 100), node('b', 98)])).toBe(96);
  expect(commonHeight([node('a', 1), node('b', 0)])).toBe(0);
});

it('a node more than three blocks behind the furthest is behind', () => {
  expect(namesOf(behind([node('a', 100), node('b', 97), node('c', 96)]))).toEqual(['c']);
  expect(behind([node('a', 5)])).toEqual([]);
});

it.each([
  [
    'the majority, also when the odd one is ahead',
    { a: 'x', b: 'y', c: 'y' },
    [200, 100, 100],
    ['a'],
  ],
  ['of two the one that is ahead', { a: 'x', b: 'y' }, [100, 101], ['a']],
  ['of two equal ones the one named first', { a: 'x', b: 'y' }, [100, 100], ['b']],
  [
    'a node that has the block, not one that lacks it',
    { a: null, b: 'y', c: 'y' },
    [1, 1, 1],
    ['a'],
  ],
  ['all when they agree', { a: 'x', b: 'x' }, [1, 2], []],
] as const)('of nodes on different branches, %s wins', (_, hashes, heights, expected) => {
  const nodes = Object.keys(hashes).map((name, n) => node(name, heights[n] ?? 0));
  expect(namesOf(onOtherBranch(nodes, new Map(Object.entries(hashes))))).toEqual(expected);
});
