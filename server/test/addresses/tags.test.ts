// Destination tags, which XRP has instead of addresses.
import { expect, test } from 'vitest';
import { tagMaker } from '../../src/addresses/derive.ts';

const KEY =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

test('no two indexes share a tag, none is 0, and all fit into 32 bits', () => {
  const tagOf = tagMaker(KEY);
  const tags = Array.from({ length: 50_000 }, (_, index) => tagOf(index));
  expect(new Set(tags).size).toBe(tags.length);
  expect(tags.every((tag) => Number.isInteger(tag) && tag > 0 && tag < 2 ** 32)).toBe(true);
});

test("only the wallet's key predicts the next tags", () => {
  const indexes = [0, 1, 2, 1_000_000];
  const ours = indexes.map(tagMaker(KEY));
  expect(indexes.map(tagMaker(KEY))).toEqual(ours);
  const others = indexes.map(tagMaker(`${KEY.slice(0, -1)}9`));
  expect(others.filter((tag) => ours.includes(tag))).toEqual([]);
  // Consecutive tags are far apart: neither a step nor a typo leads from one to the next.
  const steps = ours.slice(0, 3).map((tag, n) => tag - (ours[n - 1] ?? 0));
  expect(new Set(steps).size).toBe(3);
});
