// Guarantees of the sandbox's credentials: a key for each version of the API, the same at every start, and a sandbox
// created with one key keeps it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey, listApiKeys } from '../../src/projects/api-keys.ts';
import { ensureDemoProject, readCredentials } from '../../src/sandbox/demo-project.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const versionOf = async (pair: { api_key: string; api_secret: string }) => {
  const key = { key: pair.api_key, secret: pair.api_secret };
  const answer = await signedCall(world.url, key, { method: 'GET', target: '/api/accounts' });
  return [answer.status, answer.headers['api-version']];
};

test('a sandbox with one key of version 2 keeps it under v2 and gets a key of version 1', async () => {
  const project = await world.merchant();
  const old = await createApiKey(world.app, project.project.id, {
    name: 'demo',
    apiVersion: 2,
    permissions: ['read', 'write', 'payout'],
    ipAllowList: [],
  });
  const stored = {
    base_url: '',
    project_id: project.project.id,
    api_key: old.key,
    api_secret: old.secret,
    callback_secret: 'a secret of callbacks',
  };
  await world.app.db.query(
    `insert into instance_settings (name, value) values ('demo_project', to_jsonb($1::text))`,
    [world.app.secrets.seal(JSON.stringify(stored), 'demo_project')],
  );
  const made = await Promise.all([
    ensureDemoProject(world.app, world.url),
    ensureDemoProject(world.app, world.url),
  ]);
  const again = await ensureDemoProject(world.app, world.url);
  expect(made.map(({ credentials }) => credentials)).toEqual([
    again.credentials,
    again.credentials,
  ]);
  expect(readCredentials(world.app.config.dataDir)).toEqual(again.credentials);
  const { credentials } = again;
  expect(credentials).toMatchObject({
    project_id: project.project.id,
    callback_secret: 'a secret of callbacks',
    v2: { api_key: old.key, api_secret: old.secret },
  });
  expect(await versionOf(credentials)).toEqual([200, '1']);
  expect(await versionOf(credentials.v2)).toEqual([200, '2']);
});

test('the keys that a first start creates have all permissions', async () => {
  const other = await createWorld();
  const { credentials } = await ensureDemoProject(other.app, other.url);
  const keys = await listApiKeys(other.app, credentials.project_id);
  expect(keys.map((row) => [row.api_version, row.permissions.join()])).toEqual([
    [1, 'read,write,payout'],
    [2, 'read,write,payout'],
  ]);
  expect([credentials.api_key, credentials.v2.api_key]).toEqual(keys.map((row) => row.key));
  await other.close();
});
