// The incremental audit finds what the full audit finds: new and open rows immediately, and previously verified rows
// with the command that audits the whole ledger. It skips nothing that is stored late.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playHour } from '../../../bench/fill/play-hour.ts';
import type { App } from '../../src/app.ts';
import type { InvariantCode } from '../../src/contract/invariant-codes.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR } from '../../src/core/clock.ts';
import type { Database, SqlTx } from '../../src/db/database.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { type AuditFinding, auditLedger } from '../../src/ledger/audit.ts';
import { beginRound, claimMark, storeMark } from '../../src/ledger/audit-marks.ts';
import { latestRun, openRun, storeRun } from '../../src/ledger/audit-runs.ts';
import { lockLedger, type Posting, post } from '../../src/ledger/post.ts';
import {
  type AuditMark,
  NOTHING_VERIFIED,
  verifyProject,
} from '../../src/ledger/verify-project.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { auditEverything } from '../../src/workers/audit-everything.ts';
import { otherApp } from '../support/other-app.ts';
import { playBusiness } from '../support/play-business.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

/** Few enough rows per slice that the whole ledger takes many slices. */
const MOST = 15;

let world: World;
let shop: Merchant;
/** The mark after all of the world's postings, including complete hours. */
let marked: AuditMark;

beforeAll(async () => {
  world = await createWorld({}, { audits: 'at-rest' });
  shop = await world.merchant();
  await playHour(world.assembled, { projects: [shop.project], invoices: 2 });
  await playBusiness({ assembled: world.assembled, api: shop.api }, () => undefined);
  marked = (await verify(world.app.db, NOTHING_VERIFIED)).mark;
});
afterAll(() => world.close());

function verify(db: Pick<Database, 'transaction'>, mark: AuditMark, most = MOST) {
  const now = new Date(world.clock.now() + 5 * HOUR);
  return verifyProject(db, { projectId: shop.project.id, mark, now, slices: 1000, most });
}

/** The database as seen inside one transaction. */
const inside = (tx: SqlTx): Pick<Database, 'query' | 'transaction' | 'snapshot'> => ({
  query: (text, values) => tx.query(text, values),
  transaction: (work) => work(tx),
  snapshot: (read) => read(tx),
});

function appInside(tx: SqlTx): App {
  const db = { ...world.database.db, ...inside(tx), unhurried: inside(tx) };
  return otherApp(world.app, { db });
}

/** Runs as the owner, bypassing all triggers, and is reverted after the check. */
async function altered<T>(alteration: string, inspect: (tx: SqlTx) => Promise<T>): Promise<T> {
  let found: { value: T } | null = null;
  const undo = new Error('undo');
  const attempt = world.database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    const rows = await tx.query(
      `${alteration.replaceAll('$1', `'${shop.project.id}'`)} returning 1`,
    );
    expect(rows.length).toBeGreaterThan(0);
    found = { value: await inspect(tx) };
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  return defined(found as { value: T } | null, 'a look').value;
}

test('a consistent ledger passes in one run, in slices of any size, and without new rows', async () => {
  expect(await auditLedger(world.app.db)).toEqual([]);
  for (const most of [1, MOST, 1000]) {
    const slice = await verify(world.app.db, NOTHING_VERIFIED, most);
    expect(slice).toEqual({ mark: slice.mark, findings: [], isAtHead: true });
    const marks = (mark: AuditMark) => ({
      ...mark,
      entries: new Map(mark.entries.map((mark) => [mark.id, mark])),
      statements: new Map(mark.statements.map((mark) => [mark.id, mark])),
    });
    expect(marks(slice.mark)).toEqual(marks(marked));
  }
  expect(await verify(world.app.db, marked)).toEqual({
    mark: marked,
    findings: [],
    isAtHead: true,
  });
  const { findings } = await auditEverything(world.app, { isNew: true, say: () => undefined });
  expect(findings).toEqual([]);
});

const AVAILABLE = `(select number from ledger_accounts where project_id = $1 and kind = 'available'
  and currency = 'EUR')`;
const IN_LIST = `account_id = (select id from ledger_accounts where project_id = $1 and kind = 'available'
  and currency = 'EUR')`;
const PAID = `(select id from coin_withdrawals where project_id = $1 and status = 'completed' limit 1)`;
const CREDITED = `(select id from deposits where project_id = $1 and credited_at is not null
  and status = 'confirmed' limit 1)`;

interface Alteration {
  readonly what: string;
  readonly alteration: string;
  readonly invariant: InvariantCode;
  /** Found by every audit: it is open, or compared with the current balance. */
  readonly isOpen?: true;
  /** Found only by the full audit. */
  readonly isOver?: true;
}

const alterations: readonly Alteration[] = [
  {
    what: 'an entry has another balance',
    alteration: `update ledger_postings set to_balance = to_balance + 1
     where project_id = $1 and to_account = ${AVAILABLE} and to_seq = 1`,
    invariant: 'entry_sequence_broken',
  },
  {
    what: 'an entry has another number',
    alteration: `update ledger_postings set from_seq = from_seq + 1000 where project_id = $1 and seq = 2`,
    invariant: 'entry_sequence_broken',
  },
  {
    what: 'an entry is of another account',
    alteration: `update ledger_postings set to_seq = 1000, to_account = (
       select number from ledger_accounts where project_id = $1 and kind = 'adjustments' and currency = 'EUR')
     where project_id = $1 and to_account = ${AVAILABLE} and to_seq = 1`,
    invariant: 'entry_sequence_broken',
  },
  {
    what: 'a posting is of another amount',
    alteration: 'update ledger_postings set amount = amount * 2 where project_id = $1 and seq = 2',
    invariant: 'entry_sequence_broken',
  },
  {
    what: 'a posting is gone',
    alteration: 'delete from ledger_postings where project_id = $1 and seq = 2',
    invariant: 'posting_sequence_gap',
  },
  {
    what: 'an entry is of no account',
    alteration: `insert into ledger_postings select project_id, gen_random_uuid(), 0, 5, 1, 6, 1, now(), 'Test', 'test', 'EUR',
       5, -5, 5 from ledgers where project_id = $1`,
    invariant: 'entry_without_account',
    isOver: true,
  },
  {
    what: 'an entry is more than its account counts',
    alteration: `insert into ledger_postings select project_id, gen_random_uuid(), 900000, 5, 1, number, entry_seq + 1, now(),
       'Test', 'test', 'EUR', 5, -5, balance + 5 from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = 'EUR'`,
    invariant: 'balance_mismatch',
    isOpen: true,
  },
  {
    what: 'the last entry that was proven names another balance',
    alteration: `update ledger_postings p set to_balance = to_balance + 1 from ledger_accounts a
     where p.project_id = $1 and a.project_id = $1 and p.to_account = a.number and p.to_seq = a.entry_seq`,
    invariant: 'verified_entry_changed',
    isOpen: true,
  },
  {
    what: 'a balance',
    alteration: `update ledger_accounts set balance = balance + 1 where project_id = $1 and kind = 'available' and currency = 'EUR'`,
    invariant: 'balance_mismatch',
    isOpen: true,
  },
  {
    what: 'held money',
    alteration: `update ledger_accounts set held = held + 1 where project_id = $1 and kind = 'available' and currency = 'EUR'`,
    invariant: 'hold_sum_mismatch',
    isOpen: true,
  },
  {
    what: 'a hold for nothing',
    alteration: `insert into ledger_holds select project_id, gen_random_uuid(), id, 5, 'open', now() from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = 'EUR'`,
    invariant: 'hold_without_quote',
    isOpen: true,
  },
  {
    what: 'the amount of what counted',
    alteration: `update account_transactions set amount = amount + 1 where project_id = $1 and ${IN_LIST} and booked_seq = 1`,
    invariant: 'statement_sequence_broken',
  },
  {
    what: 'the balance of what counted',
    alteration: `update account_transactions set booked_balance = booked_balance + 1
     where project_id = $1 and ${IN_LIST} and booked_seq = 1`,
    invariant: 'statement_sequence_broken',
  },
  {
    what: 'what counted does not any more',
    alteration: `update account_transactions set booked_at = null, booked_seq = null, booked_balance = null
     where project_id = $1 and ${IN_LIST} and booked_seq = 1 and status = 'completed'`,
    invariant: 'settled_transaction_unbooked',
    isOpen: true,
  },
  {
    what: 'the sum of a statement',
    alteration: `update booked_totals set total = total + 1 where project_id = $1 and ${IN_LIST}`,
    invariant: 'statement_mismatch',
    isOpen: true,
  },
  {
    what: 'a block sum',
    alteration: `update transaction_sums set total = total + 1 where project_id = $1 and ${IN_LIST} and level = 1 and block = 0`,
    invariant: 'transaction_block_sum_mismatch',
  },
  {
    what: 'a block sum of no rows',
    alteration: `insert into transaction_sums select project_id, id, 1, 77, 5 from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = 'EUR'`,
    invariant: 'transaction_block_sum_mismatch',
    isOver: true,
  },
  {
    what: 'the sum of all blocks',
    alteration: `update transaction_sums set total = total + 1 where project_id = $1 and ${IN_LIST} and level = 4`,
    invariant: 'transaction_sum_mismatch',
    isOpen: true,
  },
  {
    what: 'the count of an hour',
    alteration: `update transaction_counts set n = n + 1 where project_id = $1 and bucket > '-infinity'`,
    invariant: 'transaction_bucket_count_mismatch',
  },
  {
    what: 'the count of all hours',
    alteration: `update transaction_counts set n = n + 1 where project_id = $1 and bucket = '-infinity'`,
    invariant: 'transaction_total_count_mismatch',
    isOpen: true,
  },
  {
    what: 'a count of all hours for another',
    alteration: `with cell as (select * from transaction_counts where project_id = $1 and bucket = '-infinity'
       order by n desc, currency limit 2), swapped as (
       select currency, reference_type, status, risk_level, row_number() over () * 2 - 3 as change from cell)
     update transaction_counts c set n = n + s.change from swapped s
     where c.project_id = $1 and c.bucket = '-infinity' and c.currency = s.currency
       and c.reference_type = s.reference_type and c.status = s.status and c.risk_level = s.risk_level`,
    invariant: 'transaction_bucket_count_mismatch',
    isOver: true,
  },
  {
    what: 'the amount of a credited deposit',
    alteration: `update deposits set amount = amount + 1 where id = ${CREDITED}`,
    invariant: 'deposit_posting_mismatch',
  },
  {
    what: 'a credited deposit is not',
    alteration: `update deposits set credited_at = null where id = ${CREDITED}`,
    invariant: 'deposits_account_mismatch',
    isOpen: true,
  },
  {
    what: 'a credited deposit is unmatched',
    alteration: `update deposits set is_unmatched = true where id = ${CREDITED}`,
    invariant: 'unmatched_deposit_credited',
    isOpen: true,
  },
  {
    what: 'a payout that was held left without approvals',
    alteration: `update coin_withdrawals set decision = '{"outcome": "hold", "approvals": 1}' where id = ${PAID}`,
    invariant: 'approvals_missing',
  },
  {
    what: 'a payout is open again',
    alteration: `update coin_withdrawals set status = 'pending' where id = ${PAID}`,
    invariant: 'withdrawals_account_mismatch',
    isOpen: true,
  },
  {
    what: 'a payout sends back a deposit that is not its',
    alteration: `update coin_withdrawals set deposit_id = ${CREDITED} where id = ${PAID}`,
    invariant: 'deposit_return_mismatch',
  },
  {
    what: 'a refund was paid to nobody',
    alteration: `update invoice_refunds set address = 'somewhere', withdrawal_id = null where project_id = $1`,
    invariant: 'refund_withdrawal_mismatch',
  },
  {
    what: 'the booked fee of a transfer',
    alteration: `update transfers set booked_fee = booked_fee + 1 where id in (
       select transfer_id from transfer_payments where project_id = $1 and withdrawal_id = ${PAID})`,
    invariant: 'transfer_cost_unbooked',
  },
];

test.each(alterations)('$what: found when it is new, or else by the full audit', async (one) => {
  const { alteration, invariant, isOpen = false, isOver = false } = one;
  const isFound = (findings: readonly AuditFinding[]) =>
    findings.some((finding) => finding.invariant === invariant);
  await altered(alteration, async (tx) => {
    // The audit of all other tests, which reads everything in one run.
    expect(await auditLedger(tx)).not.toEqual([]);
    const again = await verify(inside(tx), marked);
    expect(isFound(again.findings), 'found again').toBe(isOpen);
    const fresh = await verify(inside(tx), NOTHING_VERIFIED);
    // A comparison with the mark needs a mark.
    if (invariant !== 'verified_entry_changed')
      expect(isFound(fresh.findings), 'new').toBe(!isOver);
    const requested = { isNew: true, say: () => undefined, most: MOST };
    const { findings } = await auditEverything(appInside(tx), requested);
    expect(isFound(findings), 'of everything').toBe(true);
  });
});

test('a posting that is stored late is not skipped', async () => {
  const { app } = world;
  const posting: Posting = {
    referenceType: 'Test',
    referenceId: shop.project.id,
    purpose: 'late',
    from: 'adjustments',
    to: 'fees',
    currency: 'EUR',
    amount: 5n,
  };
  let before: AuditMark = marked;
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, shop.project.id);
    await post(tx, shop.project.id, { postings: [posting], now: new Date(app.clock.now()) });
    before = (await verify(app.db, marked)).mark;
  });
  expect(before).toEqual(marked);
  const after = await verify(app.db, before);
  expect(after).toMatchObject({ findings: [], isAtHead: true });
  expect(BigInt(after.mark.postings)).toBe(BigInt(marked.postings) + 1n);
  marked = after.mark;
});

test('an interrupted full audit continues where it stopped, with its findings', async () => {
  const alteration = `update coin_withdrawals set status = 'pending' where id = ${PAID}`;
  await altered(alteration, async (tx) => {
    const app = appInside(tx);
    const steps: string[] = [];
    const said = { isNew: false, say: (step: string) => void steps.push(step), most: MOST };
    const cut = new Error('cut');
    const cutAtPages = (step: string) => {
      if (step.startsWith('deposits')) throw cut;
    };
    await expect(auditEverything(app, { ...said, say: cutAtPages })).rejects.toBe(cut);
    expect(await latestRun(tx)).toMatchObject({
      ended_at: null,
      place: { kind: expect.any(Number) },
    });
    const { findings, ended_at } = await auditEverything(app, said);
    expect(steps.some((step) => step.startsWith('project'))).toBe(false);
    expect(findings.map(({ invariant }) => invariant)).toContain('withdrawals_account_mismatch');
    expect(ended_at).not.toBeNull();
    // Two audits continue the same run: the second is rejected.
    const run = await openRun(app, { isNew: true });
    const next = { ...run, ended_at: new Date(0) };
    await storeRun(tx, run, next);
    await expect(storeRun(tx, run, next)).rejects.toMatchObject({ status: 409 });
  });
});

test('projects take turns, and of two concurrent verifications one is accepted', async () => {
  const { db } = world.app;
  const other = await world.merchant();
  await beginRound(db);
  const takes = async () => defined(await claimMark(db), 'a turn');
  const first = await takes();
  const { mark } = first;
  expect(await storeMark(db, first, { mark, provenAt: null })).toBe(true);
  const second = await takes();
  expect(new Set([first.project_id, second.project_id])).toEqual(
    new Set([shop.project.id, other.project.id]),
  );
  expect(await storeMark(db, second, { mark: second.mark, provenAt: new Date() })).toBe(true);
  const third = await takes();
  expect(third.project_id).toBe(first.project_id);
  expect(await storeMark(db, first, { mark: NOTHING_VERIFIED, provenAt: null })).toBe(false);
  expect(await storeMark(db, third, { mark, provenAt: new Date() })).toBe(true);
  expect(await claimMark(db)).toBeNull();
  // A new project does not delay the others.
  const newest = await world.merchant();
  await beginRound(db);
  const due = [await takes(), await takes(), await takes()].map((row) => row.project_id);
  expect(new Set(due)).toEqual(new Set([shop, other, newest].map(({ project }) => project.id)));
});

test('a finding about a row stays an alert until the full audit no longer finds it; one about an open item, until it is corrected', async () => {
  const { owner } = world.database;
  const set = (change: string) =>
    owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(change, [shop.project.id]);
    });
  const openAlerts = async () =>
    (await listAlerts(world.app.db, { withResolved: false })).filter(
      ({ kind }) => kind === 'audit_finding',
    );
  const usd = { projectId: shop.project.id, currency: 'USD', reason: 'test' };
  await adjustAccount(world.app, { ...usd, amount: 100n });
  await adjustAccount(world.app, { ...usd, amount: 50n });

  const move = (by: number) =>
    set(
      `update ledger_postings set to_balance = to_balance + ${by} where project_id = $1 and amount = 100`,
    );
  await move(1);
  await set(
    `update ledger_accounts set held = 1 where project_id = $1 and kind = 'available' and currency = 'USD'`,
  );
  await world.advance(HOUR);
  expect((await openAlerts()).map(({ facts }) => facts.invariant).sort()).toEqual([
    'entry_sequence_broken',
    'hold_sum_mismatch',
  ]);
  await move(-1);
  await set(
    `update ledger_accounts set held = 0 where project_id = $1 and kind = 'available' and currency = 'USD'`,
  );
  await world.advance(HOUR);
  expect((await openAlerts()).map(({ facts }) => facts.invariant)).toEqual([
    'entry_sequence_broken',
  ]);
  world.clock.advance(1);
  await auditEverything(world.app, { isNew: true, say: () => undefined });
  expect(await openAlerts()).toEqual([]);
});
