// Runs before each test file: an undocumented API response fails the test that requested it.
import { afterEach, expect } from 'vitest';
import { violations } from './answer-violations.ts';

afterEach(() => {
  expect(violations.splice(0), 'answers that are not as documented').toEqual([]);
});
