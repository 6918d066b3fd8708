// Guarantees of the operator's view of the ledger: when each project's was verified, longest ago first, and open
// findings; and of the versions of the instance.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { readMigrations } from '../../src/db/migrate.ts';
import { createProject } from '../../src/projects/create.ts';
import { alertFinding } from '../../src/workers/audit-books.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let read: OperatorReader;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'], audits: 'at-rest' });
  shop = await world.merchant();
  read = operatorReader(world);
});
afterAll(() => world.close());

test('a project is verified after the audit has run, and a new one is not yet', async () => {
  await world.advance(HOUR);
  const { id } = await createProject(world.app, 'New');
  const { projects, whole, found } = await read('books.show');
  expect(projects).toMatchObject([
    { project_id: id, project: 'New', proven_at: null, is_due: true },
    { project_id: shop.project.id, proven_at: expect.stringContaining('T'), is_due: false },
  ]);
  expect([whole, found]).toEqual([null, []]);
  await read('audit');
  expect((await read('books.show')).whole).toMatchObject({
    ended_at: expect.stringContaining('T'),
    found: 0,
  });
});

test('a ledger error is reported with its project until its alert is resolved', async () => {
  const facts = { project_id: shop.project.id, currency: 'EUR', sum: '7' };
  await alertFinding(
    world.app,
    { invariant: 'account_sums_nonzero', facts },
    { isRaisedAgain: false },
  );
  const [finding] = (await read('books.show')).found;
  expect(finding).toMatchObject({
    project_id: shop.project.id,
    invariant: 'account_sums_nonzero',
    facts: { currency: 'EUR', sum: '7' },
  });
  await read('alerts.resolve', { alert_id: finding?.alert_id, reason: 'a test' });
  expect((await read('books.show')).found).toEqual([]);
});

test('versions are those of the service, its runtime and the last migration', async () => {
  const last = readMigrations().at(-1);
  expect(await read('versions.show')).toMatchObject({
    node: process.versions.node,
    postgresql: expect.stringMatching(/^\d+/),
    migration: { number: last?.version, name: last?.name },
    mode: 'sandbox',
  });
});
