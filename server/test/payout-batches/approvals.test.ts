// Guarantees of approvals of payout batches: one approval counts for every payout of the batch that a rule holds, and
// nobody approves what they created or sent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../src/contract/operator/operation.ts';
import { createUser } from '../../src/people/users.ts';
import { addApprover } from '../../src/policy/approvers.ts';
import { publishPolicy } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { ADDRESSES, type Batches, batchesOf, fileOf, HEAD } from './support.ts';

let world: World;
let merchant: Merchant;
let batches: Batches;
const codes = new Map<string, string>();
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
  merchant = await world.merchant();
  batches = batchesOf(world, merchant);
  await credit(world, merchant, { BTC: '10' });
  await fillWallet(world, 'BTC', new Array(20).fill('0.5'));
  const rule = { name: 'two people', when: { amountAbove: '700' }, do: { hold: 2 } };
  await publishPolicy(world, merchant, rule);
  for (const name of ['Ada', 'Bob']) {
    const approver = { name, apiKey: null };
    codes.set(name, await addApprover(world.app, merchant.project.id, approver));
  }
});
afterAll(() => world.close());

const approve = async (batch_id: string, name: string) => {
  const code = codes.get(name);
  await batches.call('payout-batches.approve', { batch_id, approver: name, code });
  await world.settle();
};

/** Two small rows, and 40 that the rule holds: more than one chunk of approvals. */
function mixedFile(prefix: string): string {
  const large = Array.from({ length: 40 }, (_, n) => `${ADDRESSES[1]},0.05,BTC,${prefix}-${n}`);
  const small = [1, 2].map((n) => `${ADDRESSES[0]},0.001,BTC,${prefix}-small-${n}`);
  return [HEAD, ...large, ...small].join('\n');
}

test('each approval counts for all held payouts, and the last one releases them', async () => {
  const id = await batches.create(mixedFile('held'));
  await batches.send(id);
  expect(await batches.results(id)).toMatchObject({ on_hold: 40 });
  expect(await batches.show(id)).toMatchObject({
    held: 40,
    approvals_given: 0,
    approvals_needed: 2,
  });
  await approve(id, 'Ada');
  expect(await batches.results(id)).toMatchObject({ on_hold: 40 });
  await expect(approve(id, 'Ada')).rejects.toMatchObject({ code: 'already_approved' });
  await approve(id, 'Bob');
  const results = await batches.results(id);
  expect(results['on_hold']).toBeUndefined();
  // More than one chunk of approvals, and one transaction.
  const [sent] = await world.app.db.query(
    `select count(*)::int as payments, count(distinct txid)::int as transactions
     from coin_withdrawals where custom_id like 'held-%' and custom_id not like 'held-small%' and status = 'sent'`,
  );
  expect(sent).toEqual({ payments: 40, transactions: 1 });
  const [noted] = await world.app.db.query<{ n: number }>(
    `select count(*)::int as n from policy_journal where step = 'approved'`,
  );
  expect(noted).toEqual({ n: 80 });
});

test('a wrong code approves nothing', async () => {
  const id = await batches.create(mixedFile('code'));
  await batches.send(id);
  const wrong = { batch_id: id, approver: 'Ada', code: 'wrong' };
  await expect(batches.call('payout-batches.approve', wrong)).rejects.toMatchObject({
    code: 'wrong_code',
  });
  expect(await batches.show(id)).toMatchObject({ held: 40, approvals_given: 0 });
});

test('neither the person who created the batch nor the person who sent it approves it', async () => {
  const people = await Promise.all(['Eve', 'Sam', 'Kim'].map(personNamed));
  const [eve, sam, kim] = people as [Actor, Actor, Actor];
  const file = mixedFile('own');
  const { id } = await batches.call('payout-batches.create', { file }, eve);
  await world.settle();
  await batches.call('payout-batches.send', { batch_id: id }, sam);
  await world.settle();
  for (const person of [eve, sam])
    await expect(
      batches.call('payout-batches.approve', { batch_id: id }, person),
    ).rejects.toMatchObject({ code: 'self_approval_forbidden' });
  const [made] = await world.app.db.query<{ api_key: string; committed_by: string }>(
    `select api_key, committed_by from coin_withdrawals where custom_id = 'own-1'`,
  );
  expect(made).toEqual({ api_key: `user:${eve.userId}`, committed_by: `user:${sam.userId}` });
  await batches.call('payout-batches.approve', { batch_id: id }, kim);
  expect(await batches.show(id)).toMatchObject({ approvals_given: 1 });
});

test('only a batch that is being sent can be approved', async () => {
  const id = await batches.create(fileOf(1).replaceAll('pay-', 'early-'));
  await expect(approve(id, 'Ada')).rejects.toMatchObject({ code: 'invalid_status' });
});

async function personNamed(name: string): Promise<Actor> {
  const { id: userId } = await createUser(world.app, { name, email: null, role: 'owner' });
  return { kind: 'user', name, source: 'dashboard', address: null, userId };
}
