// The database itself verifies the ledger: it rejects rows that `post` would never write, from any writer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { createProject } from '../../src/projects/create.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Forgery, forge } from './forge.ts';

let world: World;
let projectId: string;
beforeAll(async () => {
  world = await createWorld();
  projectId = (await createProject(world.app, 'Proven')).id;
  const requested = { projectId, reason: 'test' };
  await adjustAccount(world.app, { ...requested, currency: 'EUR', amount: 1000n });
  await adjustAccount(world.app, { ...requested, currency: 'ETH', amount: 1000n });
});
afterAll(() => world.close());

/** In a transaction that is rolled back, so that an accepted forgery harms no other test. */
async function tryForging(forgery: Omit<Forgery, 'projectId'>): Promise<string> {
  const undo = new Error('let through');
  const attempt = world.app.db.transaction(async (tx) => {
    await forge(tx, world.app, { projectId, ...forgery });
    throw undo;
  });
  return attempt.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test('postings of `post` are accepted, so a rejection is due to the forgery', async () => {
  expect(await tryForging({})).toBe('let through');
});

test.each<[string, Omit<Forgery, 'projectId'>, RegExp]>([
  ['an entry that leaves out a number', { entries: [1, 2] }, /follow those of|last entry/],
  ['an entry under the number of another', { entries: [1, 0] }, /given_once/],
  ['an entry before the first', { entries: [1, -1] }, /follow those of|last entry/],
  ['a balance after it that is more', { wrong: [0n, 1n] }, /follow those of|last entry/],
  ['a balance before it that is less', { wrong: [-1n, 0n] }, /follow those of|last entry/],
  [
    'entries and balances that agree, and do not follow what was there',
    { balances: [-7n, 8n], wrong: [0n, 1n] },
    /follow those of/,
  ],
  [
    'a posting under an older number than what it follows',
    { posting: -5 },
    /follow those of|without a gap/,
  ],
  ['a posting that leaves out a number', { posting: 2 }, /without a gap/],
  ['a posting dated before the last', { dated: '-1 day' }, /dated before the last/],
  ['a posting in another currency', { currency: 'ETH' }, /another currency/],
  ['a posting between two currencies', { to: 'available ETH' }, /another currency/],
  [
    'a balance that moves by more than its entry',
    { balances: [-7n, 9n] },
    /follow those of|last entry/,
  ],
  ['entries without the balance', { balances: [0n, 0n] }, /follow those of|last entry/],
  ['entries that their accounts do not count', { counted: 0 }, /follow those of|last entry/],
  ['more entries counted than there are', { counted: 2 }, /follow those of|last entry/],
])('rejected: %s', async (_, forgery, reason) => {
  expect(await tryForging(forgery)).toMatch(reason);
});

test.each([
  ['balance = balance + 9000000', /last entry/],
  ['entry_seq = entry_seq + 1', /last entry/],
  ['balance = 0, entry_seq = 0', /last entry/],
])('a balance changed without an entry is rejected: %s', async (change, reason) => {
  const text = `update ledger_accounts set ${change}
    where project_id = $1 and kind = 'available' and currency = 'EUR'`;
  await expect(world.app.db.query(text, [projectId])).rejects.toThrow(reason);
});

test('an account starts at zero', async () => {
  const text = `insert into ledger_accounts (project_id, id, kind, currency, balance)
    values ($1, gen_random_uuid(), 'available', 'XXX', 5)`;
  await expect(world.app.db.query(text, [projectId])).rejects.toThrow(/last entry/);
});

test('after all of that the ledger is consistent', async () => {
  const findings = await auditLedger(world.app.db);
  expect(findings).toEqual([]);
  const rows = await world.app.db.query<{ balance: bigint }>(
    `select balance from ledger_accounts where project_id = $1 and kind = 'available' and currency = 'EUR'`,
    [projectId],
  );
  expect(defined(rows[0], 'the account').balance).toBe(1000n);
});
