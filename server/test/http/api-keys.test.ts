// API keys are cached for a moment, so that most requests need no query.
import { expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { keyCache } from '../../src/http/authenticate.ts';

/** The part of the application that the cache uses. The rows are the results of queries. */
function appWith(answer: () => Promise<unknown[]>): App {
  return { db: { query: answer }, secrets: { open: () => 'secret' } } as unknown as App;
}

const row = { id: 'id', permissions: ['read'], ip_allow_list: [], project_id: 'project' };

test('a key is read once, and again after a change', async () => {
  let requested = 0;
  const cache = keyCache(
    appWith(async () => {
      requested += 1;
      return [row];
    }),
  );
  await cache.find('key');
  await cache.find('key');
  expect(requested).toBe(1);
  cache.clear();
  await cache.find('key');
  expect(requested).toBe(2);
});

test('a result from before a revocation is not cached after it', async () => {
  const answers: ((rows: unknown[]) => void)[] = [];
  const cache = keyCache(appWith(() => new Promise((answer) => answers.push(answer))));
  const before = cache.find('key');
  cache.clear();
  answers[0]?.([row]);
  expect(await before).not.toBeNull();
  const after = cache.find('key');
  answers[1]?.([]);
  expect(await after).toBeNull();
});
