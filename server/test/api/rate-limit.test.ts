// Guarantees of the rate limit (wire.md 1.2): each key has its own allowance, a client above it gets a time to retry,
// and nobody can use up a key's allowance without its secret.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import { type Credentials, signedCall } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';

const PER_MINUTE = 6;
let world: World;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_REQUESTS_PER_MINUTE: String(PER_MINUTE) });
});
afterAll(() => world.close());

const send = (credentials: Credentials) =>
  signedCall(world.url, credentials, { method: 'POST', target: '/api/auth/test' });

test('a key above its limit is rejected until it refills, another key of the project is not', async () => {
  const { key, project } = await world.merchant();
  const other = await createApiKey(world.app, project.id, {
    name: 'other',
    apiVersion: 2,
    permissions,
    ipAllowList: [],
  });
  const accepted = { operation: operations.testAuthentication, version: 2 } as const;
  for (let n = 0; n < PER_MINUTE; n++) expectAnswer(await send(key), accepted);
  const refused = await send(key);
  const { error } = expectError(refused, { status: 429, code: 'rate_limit_exceeded' });
  expect(error.message).toBe('API rate limit exceeded');
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60 / PER_MINUTE);
  expectAnswer(await send(other), accepted);
});

test('requests with a wrong signature do not use up the allowance of the key', async () => {
  const { key } = await world.merchant();
  for (let n = 0; n < 2 * PER_MINUTE; n++) {
    const refused = await send({ ...key, secret: 'wrong' });
    expectError(refused, { status: 401, code: 'unauthenticated' });
  }
  expect((await send(key)).status).toBe(200);
});
