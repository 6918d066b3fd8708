// The guarantees of the ledger: both halves of every posting, once, never negative, never changed afterwards.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { violatedConstraint } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { lockLedger, type Posting, post } from '../../src/ledger/post.ts';
import { createProject } from '../../src/projects/create.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { audits: 'never' });
});
afterAll(async () => {
  // Created without rows in the transaction list and without deposits, which the audit would report.
  const { owner } = world.database;
  await owner.query('drop trigger ledger_postings_append_only on ledger_postings');
  await owner.query('drop trigger if exists ledger_accounts_proven on ledger_accounts');
  await owner.query('delete from ledger_postings');
  await owner.query('update ledger_accounts set balance = 0, entry_seq = 0');
  await owner.query('update ledgers set posting_seq = 0');
  await world.close();
});

const newProject = async () => (await createProject(world.app, 'Ledger')).id;
const reference = () => newId(world.app.clock, world.app.random);

function posting(change: Partial<Posting> = {}): Posting {
  const about = { referenceType: 'Test', referenceId: reference(), purpose: 'test' };
  return {
    ...about,
    from: 'adjustments',
    to: 'available',
    currency: 'EUR',
    amount: 100n,
    ...change,
  };
}

function book(projectId: string, postings: readonly Posting[]): Promise<void> {
  return world.app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    await post(tx, projectId, { postings, now: new Date(world.app.clock.now()) });
  });
}

async function balanceOf(projectId: string, kind: string, currency = 'EUR'): Promise<bigint> {
  const [row] = await world.app.db.query<{ balance: bigint }>(
    'select balance from ledger_accounts where project_id = $1 and kind = $2 and currency = $3',
    [projectId, kind, currency],
  );
  return row?.balance ?? -1n;
}

/** The findings about the ledger itself; the others compare it with lists that these tests do not write. */
async function ledgerFindings() {
  const findings = await auditLedger(world.app.db);
  return findings.filter(
    (finding) => !/transaction|deposit|statement|chain_account/.test(finding.invariant),
  );
}

const violation = (name: string) => (error: unknown) => violatedConstraint(error) === name;

test('random sets of postings move exactly their amounts, and every account`s entries add up', async () => {
  const kinds = ['available', 'fees', 'exchange', 'adjustments'] as const;
  const move = fc
    .record({
      from: fc.constantFrom(...kinds),
      to: fc.constantFrom(...kinds),
      currency: fc.constantFrom('EUR', 'ETH'),
      amount: fc.bigInt({ min: 1n, max: 10n ** 30n }),
    })
    .filter(({ from, to }) => from !== to);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(move, { maxLength: 8 }), { maxLength: 6 }), async (sets) => {
      const projectId = await newProject();
      const expected = new Map<string, bigint>();
      const key = (kind: string, currency: string) => `${kind} ${currency}`;
      const add = (name: string, amount: bigint) =>
        expected.set(name, (expected.get(name) ?? 0n) + amount);
      // Enough to keep every account positive.
      const wealth = ['EUR', 'ETH'].map((currency) => posting({ currency, amount: 10n ** 33n }));
      for (const set of [wealth, ...sets.map((moves) => moves.map((item) => posting(item)))]) {
        await book(projectId, set);
        for (const { from, to, currency, amount } of set) {
          add(key(from, currency), -amount);
          add(key(to, currency), amount);
        }
      }
      for (const [name, amount] of expected) {
        const [kind = '', currency = ''] = name.split(' ');
        expect(await balanceOf(projectId, kind, currency)).toBe(amount);
      }
    }),
    { numRuns: 15 },
  );
  expect(await ledgerFindings()).toEqual([]);
});

test('a reference and purpose is posted once, and a set with a duplicate fails completely', async () => {
  const projectId = await newProject();
  const once = posting();
  await book(projectId, [once]);
  await expect(book(projectId, [posting(), once])).rejects.toSatisfy(violation('posting_once'));
  expect(await balanceOf(projectId, 'available')).toBe(100n);
});

test('the merchant`s account and the deposits never fall below zero', async () => {
  const projectId = await newProject();
  await book(projectId, [posting()]);
  const tooMuch = posting({ from: 'available', to: 'fees', amount: 101n });
  await expect(book(projectId, [tooMuch])).rejects.toSatisfy(violation('available_never_negative'));
  const unfounded = posting({ from: 'deposits', to: 'exchange', currency: 'BTC' });
  await expect(book(projectId, [unfounded])).rejects.toSatisfy(
    violation('deposits_never_negative'),
  );
  await book(projectId, [posting({ from: 'available', to: 'fees' })]);
  expect(await balanceOf(projectId, 'available')).toBe(0n);
});

test('a missing account, an amount of zero and a posting to itself throw', async () => {
  const projectId = await newProject();
  for (const wrong of [
    posting({ currency: 'XXX' }),
    posting({ from: 'chain', currency: 'EUR' }),
    posting({ amount: 0n }),
    posting({ amount: -5n }),
    posting({ to: 'adjustments' }),
  ]) {
    await expect(book(projectId, [wrong])).rejects.toThrow();
  }
  expect(await balanceOf(projectId, 'available')).toBe(0n);
});

test("postings can't be changed or removed", async () => {
  const projectId = await newProject();
  await book(projectId, [posting()]);
  for (const change of ['update ledger_postings set amount = 1', 'delete from ledger_postings']) {
    await expect(world.database.owner.query(change)).rejects.toThrow(/append-only/);
    await expect(world.app.db.query(change)).rejects.toThrow(/permission denied/);
  }
  const emptied = world.database.owner.query('truncate ledger_postings cascade');
  await expect(emptied).rejects.toThrow(/append-only/);
});

test('a hundred concurrent writers leave the total of what they wrote', async () => {
  const projectId = await newProject();
  await Promise.all(Array.from({ length: 100 }, () => book(projectId, [posting({ amount: 7n })])));
  expect(await balanceOf(projectId, 'available')).toBe(700n);
  expect(await ledgerFindings()).toEqual([]);
});

test.each([
  [
    'a balance that no entry explains',
    `update ledger_accounts set balance = balance + 1 where project_id = $1 and kind = 'fees' and currency = 'EUR'`,
  ],
  [
    'held money without a hold',
    `update ledger_accounts set held = 1 where project_id = $1 and kind = 'available' and currency = 'EUR'`,
  ],
])('the audit finds %s', async (_, damage) => {
  const projectId = await newProject();
  await book(projectId, [posting()]);
  // The database itself rejects the first (verified-books.test.ts).
  const { owner } = world.database;
  await owner.query('alter table ledger_accounts disable trigger ledger_accounts_proven');
  await owner.query(damage, [projectId]);
  expect((await ledgerFindings()).length).toBeGreaterThan(0);
  await owner.query(
    `update ledger_accounts set held = 0, balance = case when kind = 'fees' then 0 else balance end
     where project_id = $1`,
    [projectId],
  );
  expect(await ledgerFindings()).toEqual([]);
});
