// The cost of a burst of postings and rows grows neither quadratically nor with the size of a project, also with plans
// that were made when the tables were empty and had just been analyzed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { lockLedger, post } from '../../src/ledger/post.ts';
import { createProject } from '../../src/projects/create.ts';
import { changeTransactions, recordTransactions } from '../../src/transactions/record.ts';
import { createTestDatabase } from '../support/database.ts';
import {
  compared,
  type NotedDatabase,
  type NotedStatement,
  noteStatements,
} from '../support/noted-statements.ts';
import { createWorld, type World } from '../support/world.ts';

const BURST = 500;
const BEFORE = 2000;

let noted: NotedDatabase;
let world: World;
beforeAll(async () => {
  noted = await noteStatements(await createTestDatabase());
  world = await createWorld({}, { database: noted.database, audits: 'never' });
  await world.database.owner.query('vacuum analyze ledger_postings');
});
afterAll(() => world.close());

const newIds = (count: number) =>
  Array.from({ length: count }, () => newId(world.app.clock, world.app.random));

/** The rows of several objects, their postings, and their completion; each as one set. */
async function burst(projectId: string, count: number): Promise<NotedStatement[]> {
  const ids = newIds(count);
  const now = new Date(world.app.clock.now());
  const money = { amount: 100n, fee: 0n, isCounted: true };
  const nothing = { statusContext: null, risk: null, riskLevel: null };
  noted.take();
  await world.app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const rows = ids.map((referenceId) => ({
      ...money,
      ...nothing,
      isCounted: false,
      status: 'new',
      referenceId,
      currency: 'EUR',
      nonce: referenceId.replaceAll('-', '').slice(12),
      referenceType: 'Invoice' as const,
      feeCurrency: null,
      customId: null,
      customerId: null,
      description: null,
    }));
    await recordTransactions(tx, projectId, { rows, now });
    const postings = ids.map((referenceId) => ({
      referenceType: 'Invoice',
      referenceId,
      purpose: 'test',
      currency: 'EUR',
      ...({ from: 'adjustments', to: 'available', amount: 100n } as const),
    }));
    await post(tx, projectId, { postings, now });
    const changes = ids.map((referenceId) => ({
      ...money,
      ...nothing,
      status: 'completed',
      referenceId,
    }));
    await changeTransactions(tx, projectId, { changes, now });
  });
  return noted.take();
}

test('none of its statements or triggers reads more than the burst', async () => {
  const { id } = await createProject(world.app, 'Burst');
  await burst(id, 2);
  await burst(id, BEFORE);
  const statements = await burst(id, BURST);
  expect(statements.length).toBeGreaterThan(9);
  const tooMuch = statements.filter(
    (statement) => statement.pages > 40 * BURST || compared(statement) > 20 * BURST,
  );
  expect(tooMuch.map(({ text, pages, plan }) => ({ text, pages, plan }))).toEqual([]);
});
