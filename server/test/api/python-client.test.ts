// A client in another language without any of our code: a Python script that builds the string to sign by hand calls
// every operation in both versions. Skipped with a one-line notice when there is no python3.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { processEnvironment } from '../../src/core/config/environment.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import type { Credentials, HttpAnswer } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';
import { examplesOf, targetOf } from './examples.ts';
import { type Furnished, furnishSeveral } from './furnish.ts';

const SCRIPT = fileURLToPath(new URL('../support/signed_request.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const isCi = (processEnvironment()['CI'] ?? '') !== '';
if (!hasPython && !isCi)
  console.warn('The Python client is not tested: no python3 (apt-get install python3).');

interface PythonClient {
  send(requested: {
    method: string;
    target: string;
    body: string | null;
    version: string;
  }): Promise<HttpAnswer>;
  close(): void;
}

function startPython(url: string, { key, secret }: Credentials): PythonClient {
  const child = spawn('python3', [SCRIPT, url, key, secret], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async send(requested) {
      child.stdin.write(`${JSON.stringify(requested)}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error('the Python client ended');
      return JSON.parse(line.value) as HttpAnswer;
    },
    close: () => child.stdin.end(),
  };
}

/** In CI, a missing python3 fails here instead. */
describe.skipIf(!hasPython && !isCi)('a Python client', () => {
  let world: World;
  const projects = new Map<number, { facts: Furnished; client: PythonClient }>();
  const project = (version: number) => defined(projects.get(version), 'two projects');

  beforeAll(async () => {
    world = await createWorld();
    const [first, second] = await furnishSeveral(world, 2);
    for (const [version, facts] of [
      [1, defined(first, 'two')],
      [2, defined(second, 'two')],
    ] as const) {
      projects.set(version, { facts, client: startPython(world.url, facts.key) });
    }
  });
  afterAll(async () => {
    for (const { client } of projects.values()) client.close();
    await world.close();
  });

  const all = (Object.values(operations) as Operation[]).flatMap((operation) =>
    ([1, 2] as const).map((version) => [operation.id, version, operation] as const),
  );

  test.each(all)('calls %s in version %i', async (id, version, operation) => {
    const { facts, client } = project(version);
    const { method, params, body } = examplesOf(facts)[id as OperationId];
    const answer = await client.send({
      method,
      target: targetOf(operation.path, params),
      body: body === undefined ? null : JSON.stringify(body),
      version: String(version),
    });
    expectAnswer(answer, { operation, version });
  });

  test('reads a list with every filter', async () => {
    const query =
      'created_at_from=2000-01-01T00%3A00%3A00%2B02%3A00&reference_type=invoice&currency=EUR&limit=2';
    const { client } = project(2);
    const answer = await client.send({
      method: 'GET',
      target: `/api/transactions?${query}`,
      body: null,
      version: '2',
    });
    const rows = expectAnswer(answer, { operation: operations.listTransactions, version: 2 });
    expect(rows).toHaveLength(2);
  });

  test('is rejected with a wrong secret', async () => {
    const { facts } = project(2);
    const client = startPython(world.url, { ...facts.key, secret: 'wrong' });
    const requested = { method: 'GET', target: '/api/accounts', body: null, version: '2' };
    const answer = await client.send(requested).finally(client.close);
    expectError(answer, { status: 401, code: 'unauthenticated' });
  });
});
