// Guarantees of the two dialects (wire.md 1.1): every operation responds in both, each response matches its schema
// exactly, and the Api-Version header takes precedence over the key's version.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import { type Credentials, signedCall } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';
import { examplesOf, targetOf } from './examples.ts';
import { type Furnished, furnishSeveral } from './furnish.ts';

const all = Object.values(operations) as Operation[];
let world: World;
/** One project for each version, as some operations can be done only once. */
const projects = new Map<1 | 2, { facts: Furnished; v1: Credentials; v2: Credentials }>();

beforeAll(async () => {
  world = await createWorld();
  const [first, second] = await furnishSeveral(world, 2);
  for (const version of [1, 2] as const) {
    const facts = defined(version === 1 ? first : second, 'two were asked for');
    const v1 = await createApiKey(world.app, facts.merchant.project.id, {
      name: 'v1',
      apiVersion: 1,
      permissions,
      ipAllowList: [],
    });
    projects.set(version, { facts, v1, v2: facts.key });
  }
});
afterAll(() => world.close());

function project(version: 1 | 2) {
  const found = projects.get(version);
  if (found === undefined) throw new Error('no project');
  return found;
}

function call(version: 1 | 2, id: OperationId, how: { key: 'v1' | 'v2'; header?: string }) {
  const found = project(version);
  const { params, ...example } = examplesOf(found.facts)[id];
  const target = targetOf(operations[id].path, params);
  const headers = how.header === undefined ? {} : { 'api-version': how.header };
  return signedCall(world.url, found[how.key], { ...example, target, headers });
}

describe.each([1, 2] as const)('version %i', (version) => {
  test.each(all.map((operation) => [operation.id, operation] as const))(
    '%s responds in its shape',
    async (id, operation) => {
      const key = version === 1 ? 'v1' : 'v2';
      expectAnswer(await call(version, id as OperationId, { key }), { operation, version });
    },
  );

  test('the Api-Version header takes precedence over the version of the key', async () => {
    const other = version === 1 ? 'v2' : 'v1';
    const answer = await call(version, 'showInvoice', { key: other, header: String(version) });
    expectAnswer(answer, { operation: operations.showInvoice, version });
  });
});

test.each(['0', '3', '1.0', 'v1', '01', '2, 2', 'latest'])(
  'Api-Version %j is rejected',
  async (header) => {
    expectError(await call(1, 'listAccounts', { key: 'v1', header }), {
      status: 400,
      code: 'bad_request',
    });
  },
);

test('an error also names its version', async () => {
  const answer = await signedCall(world.url, project(1).v1, {
    method: 'GET',
    target: '/api/invoices/none',
  });
  expectError(answer, {
    status: 422,
    code: 'invalid',
    details: [{ code: 'must_be_uuid', target: 'invoice_id', args: {} }],
  });
  expect(answer.headers['api-version']).toBe('1');
});

test('the same object is inside the envelope of version 2 and bare in version 1', async () => {
  const v1 = await call(1, 'showInvoice', { key: 'v1' });
  const v2 = await call(1, 'showInvoice', { key: 'v2' });
  expect(JSON.parse(v2.text)).toEqual({ data: JSON.parse(v1.text) });
});

test('coins, rates and refunds have no meta in either version, other lists have it in both', async () => {
  for (const id of ['listCoins', 'listRates', 'listInvoiceRefunds', 'listTransactions'] as const) {
    const v1 = await call(1, id, { key: 'v1' });
    const v2 = await call(1, id, { key: 'v2' });
    expect(v1.text).toBe(v2.text);
    expect(Object.keys(JSON.parse(v1.text))).toEqual(
      id === 'listTransactions' ? ['data', 'meta'] : ['data'],
    );
  }
});
