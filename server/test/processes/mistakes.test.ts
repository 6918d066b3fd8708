// A command reports common mistakes in one sentence, with exit code 1 and without a stack trace.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createService, type Service } from '../support/service.ts';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await createService({
    databaseUrl: database.url,
    environment: {
      CHAINTILL_BASE_URL: 'http://127.0.0.1:9',
      CHAINTILL_API_KEY: 'key',
      CHAINTILL_API_SECRET: 'hidden',
    },
  });
  await service.runHere('init');
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

/** One error of the service, one of the database, and one of the arguments, each as a process. */
test.each([
  [
    'command',
    'request GET /api/accounts',
    /^cannot reach the service at http:\/\/127\.0\.0\.1:9: /,
  ],
  ['commandHere', 'request GET api/accounts', /^the path must start with \//],
  ['commandHere', 'keys list shop', /^not found: project must be the id or the name of a project/],
  ['command', `keys list ${UNKNOWN}`, /^not found/],
  ['commandHere', `callbacks list ${UNKNOWN}`, /^not found/],
  [
    'command',
    `callbacks deliveries ${UNKNOWN} --status lost`,
    /Allowed choices are pending, delivered, f/,
  ],
  [
    'commandHere',
    'signer verify-amounts LTC /nowhere/transaction.hex --folder /nowhere',
    /^ENOENT: .* '\/nowhere\/transaction\.hex' \(running as user \S+\)$/m,
  ],
  ['command', 'withdrawals list --status held', /Allowed choices are .*on_hold/],
] as const)('%s: chaintill %s', async (how, words, sentence) => {
  const { code, stdout, stderr } = await service[how](...words.split(' '));
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain('hidden');
});
