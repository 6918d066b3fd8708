// Runs before each file of tests: an answer of the API that is not as documented fails the test that asked for it.
import { afterEach, expect } from 'vitest';
import { violations } from './answer-violations.ts';

afterEach(() => {
  expect(violations.splice(0), 'answers that are not as documented').toEqual([]);
});
