// The books are proven by the database: what `post` would never write is refused, whoever writes it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { known } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import type { Tx } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { createProject } from '../../src/projects/create.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let projectId: string;
beforeAll(async () => {
  world = await createWorld();
  projectId = (await createProject(world.app, 'Proven')).id;
  const wish = { projectId, reason: 'test' };
  await adjustAccount(world.app, { ...wish, currency: 'EUR', amount: 1000n });
  await adjustAccount(world.app, { ...wish, currency: 'ETH', amount: 1000n });
});
afterAll(() => world.close());

interface Forgery {
  /** Of the posting; `EUR` unless said. */
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  /** Amounts of its entries on `from` and `to`; null: none. */
  readonly entries?: readonly (bigint | null)[];
  /** What the balances are changed by; as the entries unless said. */
  readonly balances?: readonly bigint[];
  /** The posting that the entries name, counted from the last: 1 is the new one. */
  readonly posting?: number;
  readonly hasPosting?: boolean;
}

const ACCOUNT = `(select id from ledger_accounts where project_id = $1 and kind || ' ' || currency = `;

/** One statement, as `post` writes it, but with what it is told. */
async function forge(tx: Tx, forgery: Forgery): Promise<void> {
  const { currency = 'EUR', from = 'adjustments EUR', to = 'available EUR' } = forgery;
  const [taken, given] = forgery.entries ?? [-7n, 7n];
  const [less, more] = forgery.balances ?? [taken ?? 0n, given ?? 0n];
  const posted =
    forgery.hasPosting === false
      ? 'select 1'
      : `insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose, from_account, to_account,
          currency, amount, created_at)
         select $1, last.seq + 1, 'Test', $2, 'forged', ${ACCOUNT} $3), ${ACCOUNT} $4), $5, 7, now() from last
         returning 1`;
  await tx.query(
    `with last as (select posting_seq as seq from ledgers where project_id = $1),
     sides as (
       select a.*, s.amount, s.change from (values ($3, $6::numeric, $8::numeric), ($4, $7::numeric, $9::numeric))
         as s(name, amount, change)
       join ledger_accounts a on a.project_id = $1 and a.kind || ' ' || a.currency = s.name
     ), posted as (${posted}), entered as (
       insert into ledger_entries (project_id, account_id, seq, posting_seq, amount, balance_after)
       select $1, s.id, s.entry_seq + 1, last.seq + $10, s.amount, s.balance + s.amount from sides s, last
       where s.amount is not null returning 1
     ), counted as (
       update ledgers set posting_seq = posting_seq + 1 where project_id = $1 and $2::uuid is not null
         and $5::text is not null returning 1
     )
     update ledger_accounts a set balance = a.balance + s.change,
       entry_seq = a.entry_seq + case when s.amount is null then 0 else 1 end
     from sides s where a.project_id = $1 and a.id = s.id`,
    [
      projectId,
      newId(world.app.clock, world.app.random),
      from,
      to,
      currency,
      taken?.toString() ?? null,
      given?.toString() ?? null,
      (less ?? 0n).toString(),
      (more ?? 0n).toString(),
      forgery.posting ?? 1,
    ],
  );
}

/** In a transaction that is rolled back, so that what is let through harms no other test. */
async function tryForging(forgery: Forgery): Promise<string> {
  const undo = new Error('let through');
  const attempt = world.app.db.transaction(async (tx) => {
    await forge(tx, forgery);
    throw undo;
  });
  return attempt.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test('what `post` writes is let through: the forgery itself is no reason', async () => {
  expect(await tryForging({})).toBe('let through');
});

test.each<[string, Forgery, RegExp]>([
  ['a posting without entries', { entries: [null, null], balances: [0n, 0n] }, /lacks an entry/],
  ['a one-sided entry', { entries: [null, 7n] }, /halves of their posting|lacks an entry/],
  ['two entries that do not cancel out', { entries: [-7n, 8n] }, /halves of their posting/],
  ['entries of another amount', { entries: [-8n, 8n] }, /halves of their posting/],
  ['entries the wrong way round', { entries: [7n, -7n] }, /halves of their posting/],
  ['entries for no posting', { hasPosting: false }, /halves of their posting/],
  [
    'entries once more for an old posting',
    { hasPosting: false, posting: -1 },
    /follow those of|halves/,
  ],
  ['a posting in another currency', { currency: 'ETH' }, /another currency/],
  ['a posting between two currencies', { to: 'available ETH' }, /another currency/],
  [
    'a balance that moves by more than its entry',
    { balances: [-7n, 9n] },
    /follow those of|last entry/,
  ],
  ['entries without the balance', { balances: [0n, 0n] }, /follow those of|last entry/],
])('refused: %s', async (_, forgery, reason) => {
  expect(await tryForging(forgery)).toMatch(reason);
});

test.each([
  ['balance = balance + 9000000', /last entry/],
  ['entry_seq = entry_seq + 1', /last entry/],
  ['balance = 0, entry_seq = 0', /last entry/],
])('a balance changed without an entry is refused: %s', async (change, reason) => {
  const text = `update ledger_accounts set ${change}
    where project_id = $1 and kind = 'available' and currency = 'EUR'`;
  await expect(world.app.db.query(text, [projectId])).rejects.toThrow(reason);
});

test('an account begins at zero', async () => {
  const text = `insert into ledger_accounts (project_id, id, kind, currency, balance)
    values ($1, gen_random_uuid(), 'available', 'XXX', 5)`;
  await expect(world.app.db.query(text, [projectId])).rejects.toThrow(/last entry/);
});

test('after all of that the books add up', async () => {
  const findings = await auditLedger(world.app.db);
  expect(findings).toEqual([]);
  const rows = await world.app.db.query<{ balance: bigint }>(
    `select balance from ledger_accounts where project_id = $1 and kind = 'available' and currency = 'EUR'`,
    [projectId],
  );
  expect(known(rows[0], 'the account').balance).toBe(1000n);
});
