// When a policy is set, references that do not exist in the project are reported: as a kind with values, and in
// English.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';
import { operatorReader } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
});
afterAll(() => world.close());

test('each warning has its kind and values next to its text', async () => {
  const { project, key } = await world.merchant();
  const rules = [
    { name: 'key', when: { key: ['misspelt', key.key] }, do: { hold: 2 } },
    { name: 'rest', do: 'allow' },
  ];
  const document = JSON.stringify({ rules });
  const set = await operatorReader(world)('policy.set', { project: project.id, document });
  expect(set.warned).toEqual([
    { kind: 'approvals_unmet', wanted: 2, present: 0, key: null },
    { kind: 'key_unknown', wanted: null, present: null, key: 'misspelt' },
  ]);
  expect(set.warnings).toEqual([
    'a rule requires 2 approvals, but there are 0 approvers: chaintill policy approvers add',
    'the project has no API key misspelt: chaintill keys list',
  ]);
});
