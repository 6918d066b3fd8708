// A suite is left to the thorough run only if the ordinary run keeps its guarantee: each line of `.ci/thorough` names
// the suites that do, and these run every time.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const lines = readFileSync('.ci/thorough', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const left = new Set(lines.map((line) => line.split(': ')[0]));

test.each(lines)('%s', (line) => {
  const [suite = '', others = ''] = line.split(': ');
  const kept = others.split(' ').filter((each) => each !== '');
  expect(kept).not.toEqual([]);
  for (const each of [suite, ...kept]) expect([each, existsSync(each)]).toEqual([each, true]);
  expect(kept.filter((each) => left.has(each))).toEqual([]);
});
