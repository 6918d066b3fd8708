// The mistakes of `.ci/mutations/list.js` still fit the code, so that `check.js` can make them.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Mutation {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  readonly suites: readonly string[];
}

const list = new URL('../../../.ci/mutations/list.js', import.meta.url).href;
const { mutations } = (await import(list)) as { mutations: readonly Mutation[] };

test.each(mutations)('$what', ({ file, text, suites }) => {
  expect(readFileSync(file, 'utf8').split(text).length - 1).toBe(1);
  expect(suites.filter((suite) => !existsSync(suite))).toEqual([]);
});

test('there are at least twenty', () => expect(mutations.length).toBeGreaterThanOrEqual(20));
