// Guarantees of approvals: as many different people as the rule requires, each with their own code, none for a request
// of their own key; one rejection returns the money; and everything is in an immutable log.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { addApprover, removeApprover } from '../../src/policy/approvers.ts';
import { readPolicyJournal } from '../../src/policy/policy-journal.ts';
import {
  type ApproverClaim,
  approveWithdrawal,
  refuseOnHold,
} from '../../src/withdrawals/approve.ts';
import { releaseWithdrawal } from '../../src/withdrawals/follow.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { availableIn, publishPolicy, requestWithdrawal } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await fillWallet(world, 'BTC', ['1', '1', '1']);
});
afterAll(() => world.close());

interface Stage {
  readonly merchant: Merchant;
  /** A withdrawal on hold. */
  readonly id: string;
  claim(name: string, code?: string): Extract<ApproverClaim, { code: string }>;
}

/** A withdrawal on hold that needs this many approvals, and the approvers Ada, Bob and Eve. */
async function stage(approvals: number): Promise<Stage> {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
  const when = { amountAbove: '1' };
  await publishPolicy(world, merchant, { name: 'big', when, do: { hold: approvals } });
  const codes = new Map<string, string>();
  for (const name of ['Ada', 'Bob', 'Eve']) {
    const requested = { name, apiKey: name === 'Eve' ? merchant.key.key : null };
    codes.set(name, await addApprover(world.app, merchant.project.id, requested));
  }
  const { id, status } = await requestWithdrawal(merchant, '100');
  expect(status).toBe('on_hold');
  const claim = (name: string, code = codes.get(name) ?? '') => ({
    projectId: merchant.project.id,
    id,
    name,
    code,
  });
  return { merchant, id, claim };
}

const stepsOf = async ({ merchant, id }: Stage) =>
  (await readPolicyJournal(world.app.db, merchant.project.id, id)).map(
    ({ step, approver }) => `${step} ${approver ?? '-'}`,
  );

test('it is sent with the last required approval, and not before', async () => {
  const held = await stage(2);
  const first = await approveWithdrawal(world.app, held.claim('Ada'));
  expect(first).toMatchObject({ given: 1, needed: 2, row: { status: 'on_hold' } });
  await world.settle();
  expect((await held.merchant.api.coinWithdrawals.get(held.id)).status).toBe('on_hold');
  const second = await approveWithdrawal(world.app, held.claim('Bob'));
  expect(second).toMatchObject({ given: 2, needed: 2, row: { status: 'pending' } });
  await world.settle();
  await world.mine('BTC');
  expect((await held.merchant.api.coinWithdrawals.get(held.id)).status).toBe('completed');
  expect(await stepsOf(held)).toEqual(['released -', 'approved Bob', 'approved Ada']);
});

test('no one approves twice, not even concurrently, and not without their code', async () => {
  const held = await stage(2);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => approveWithdrawal(world.app, held.claim('Ada'))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const again = approveWithdrawal(world.app, held.claim('Ada'));
  await expect(again).rejects.toMatchObject({ code: 'already_approved' });
  for (const claim of [held.claim('Bob', 'guess'), held.claim('Nobody', 'guess')]) {
    await expect(approveWithdrawal(world.app, claim)).rejects.toMatchObject({ code: 'wrong_code' });
  }
  expect(await stepsOf(held)).toEqual(['approved Ada']);
});

test('a code is accepted regardless of case, hyphens and spaces', async () => {
  const held = await stage(1);
  const { code } = held.claim('Ada');
  expect(code).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/);
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
  const { row } = await approveWithdrawal(world.app, held.claim('Ada', typed));
  expect(row.status).toBe('pending');
});

test("an approver doesn't approve requests of their own key", async () => {
  const held = await stage(1);
  const own = approveWithdrawal(world.app, held.claim('Eve'));
  await expect(own).rejects.toMatchObject({ code: 'self_approval_forbidden' });
});

test("a removed approver can't approve, and their approvals no longer count", async () => {
  const held = await stage(2);
  await approveWithdrawal(world.app, held.claim('Ada'));
  await removeApprover(world.app, held.merchant.project.id, 'Ada');
  const { given } = await approveWithdrawal(world.app, held.claim('Bob'));
  expect(given).toBe(1);
  const gone = approveWithdrawal(world.app, held.claim('Ada'));
  await expect(gone).rejects.toMatchObject({ code: 'wrong_code' });
});

test('the operator cannot release a withdrawal that needs approval, and can release others', async () => {
  const held = await stage(1);
  const release = releaseWithdrawal(world.app, held.merchant.project, held.id);
  await expect(release).rejects.toMatchObject({ code: 'approvals_missing' });
  const free = await stage(0);
  const row = await releaseWithdrawal(world.app, free.merchant.project, free.id);
  expect(row.status).toBe('pending');
  expect(await stepsOf(free)).toEqual(['released -']);
});

test('one rejection cancels it and returns everything; nothing revives it', async () => {
  const held = await stage(2);
  await approveWithdrawal(world.app, held.claim('Ada'));
  await refuse(held, held.claim('Bob'));
  expect((await held.merchant.api.coinWithdrawals.get(held.id)).status).toBe('cancelled');
  expect(await availableIn(held.merchant, 'EUR')).toBe('1000.0');
  expect(await stepsOf(held)).toEqual(['refused Bob', 'approved Ada']);
  const late = approveWithdrawal(world.app, held.claim('Bob'));
  await expect(late).rejects.toMatchObject({ code: 'invalid_status' });
});

test('a rejection without the code changes nothing', async () => {
  const held = await stage(2);
  await expect(refuse(held, held.claim('Bob', 'guess'))).rejects.toMatchObject({
    code: 'wrong_code',
  });
  expect((await held.merchant.api.coinWithdrawals.get(held.id)).status).toBe('on_hold');
  expect(await stepsOf(held)).toEqual([]);
});

test('of a concurrent approval and rejection one counts', async () => {
  const held = await stage(1);
  const outcomes = await Promise.allSettled([
    approveWithdrawal(world.app, held.claim('Ada')),
    refuse(held, held.claim('Bob')),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await stepsOf(held)).filter((step) => /^(released|refused)/.test(step))).toHaveLength(1);
});

test('the audit finds a withdrawal that left its hold without the approvals', async () => {
  const held = await stage(1);
  const move = (status: string) =>
    world.app.db.query('update coin_withdrawals set status = $2 where id = $1', [held.id, status]);
  await move('pending');
  expect(await auditLedger(world.app.db)).toMatchObject([
    { invariant: 'approvals_missing', facts: { id: held.id } },
    // Nor is it sent.
    { invariant: 'payout_status_mismatch', facts: { id: held.id } },
  ]);
  await move('on_hold');
  expect(await auditLedger(world.app.db)).toEqual([]);
});

test('the log and the versions cannot be changed', async () => {
  const held = await stage(1);
  await approveWithdrawal(world.app, held.claim('Ada'));
  for (const statement of [
    `update policy_journal set facts = '{}'`,
    'delete from policy_journal',
    `update policies set document = '{}'`,
    'delete from policies',
  ])
    await expect(world.database.owner.query(statement)).rejects.toThrow(/append-only/);
});

test('a name belongs to one approver, and no code is stored', async () => {
  const held = await stage(1);
  const projectId = held.merchant.project.id;
  const again = addApprover(world.app, projectId, { name: 'Ada', apiKey: null });
  await expect(again).rejects.toMatchObject({ details: [{ code: 'must_be_unique' }] });
  const foreign = addApprover(world.app, projectId, { name: 'Cid', apiKey: 'unknown' });
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  const rows = await world.app.db.query('select * from approvers');
  const stored =
    JSON.stringify(rows) + JSON.stringify(await world.app.db.query('select * from policy_journal'));
  expect(stored).not.toContain(held.claim('Ada').code);
});

function refuse(held: Stage, claim: ApproverClaim): Promise<void> {
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'a treasury');
  const reason = 'not ours';
  return cancelWithdrawal(world.app, coinWallet, {
    projectId: held.merchant.project.id,
    id: held.id,
    reason,
    first: (tx) => refuseOnHold(tx, { claim, reason }),
  });
}
