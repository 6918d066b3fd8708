// Every regular expression takes linear time. `linear-patterns.txt` lists those that were checked before;
// `CHAINTILL_TEST_THOROUGH=1` checks them again and writes the list.
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from './files.ts';
import { LIST, listedPatterns, openChecker, patternsIn } from './patterns.ts';

const isThorough = process.env['CHAINTILL_TEST_THOROUGH'] === '1';
const found = patternsIn(
  ['server/src', 'dashboard/src'].flatMap((folder) => filesBelow(folder, /\.(tsx?|js)$/)),
);

test('every regular expression is linear', async () => {
  expect(found.patterns.length).toBeGreaterThan(100);
  const verdictOf = await openChecker();
  const checked = isThorough ? new Set<string>() : listedPatterns();
  const verdicts = new Map(
    found.patterns
      .filter(({ text }) => !checked.has(text))
      .map((pattern) => [pattern.text, { at: pattern.at, verdict: verdictOf(pattern) }]),
  );
  const slow = [...verdicts].filter(([, { verdict }]) => verdict !== 'safe');
  expect(slow).toEqual([]);
  if (isThorough) writeFileSync(LIST, `${[...verdicts.keys()].sort().join('\n')}\n`);
}, 1_200_000);

test('no regular expression is built from a string that the checker cannot read', () => {
  // One character each, of those that the linter rejects in literals.
  const others = found.constructors.filter(
    (at) => !at.startsWith('server/src/core/terminal-text.ts:'),
  );
  expect(others).toEqual([]);
});

test('the checker finds the expressions that once blocked the service', async () => {
  const verdictOf = await openChecker();
  const path = 'server/src/some.ts';
  const text = `const zone = /^[A-Za-z]+([/_+-][A-Za-z0-9_+-]+)*$/;
const slashes = /\\/+$/;
new RegExp(zone.source);`;
  const { patterns, constructors } = patternsIn([{ path, text }]);
  expect(patterns.map((pattern) => [pattern.at, verdictOf(pattern)])).toEqual([
    ['server/src/some.ts:1', 'vulnerable: exponential'],
    ['server/src/some.ts:2', 'vulnerable: 2nd degree polynomial'],
  ]);
  expect(constructors).toEqual(['server/src/some.ts:3']);
});
