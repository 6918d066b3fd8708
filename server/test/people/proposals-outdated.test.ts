// Guarantee: a proposal ends with its object. Whatever resolved the object ends the open proposals about it in the same
// transaction, so that neither the list nor the overview asks for a decision that was already made.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { proposalsWorker } from '../../src/proposals/outdate.ts';
import { newInvoice } from '../flows/support.ts';
import { withoutReactions } from '../support/no-reactions.ts';
import { createWorld, type World } from '../support/world.ts';
import { heldPayment, stranger, surplus, type Team, teamOf } from './proposing.ts';

const WHY = { description: 'the customer asked for it' };
const ENDED = { status: 'outdated', decided_by: null };

let world: World;
let team: Team;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC'] });
  const nothing = { automaticResolution: { illicit_resource: 'nothing' as const } };
  team = await teamOf(world, await world.merchant(nothing));
});
afterAll(() => world.close());

async function underpaid(): Promise<string> {
  const { id } = await newInvoice(team.merchant);
  await world.pay({ invoice_id: id, amount: '0.1', risk_level: 'low' });
  await world.mine('LTC');
  await world.advance(11 * MINUTE);
  return id;
}

async function proposed(type: string, id: string, body: object): Promise<void> {
  const made = await team.propose(type, id, body);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
}

async function waiting(): Promise<number | undefined> {
  const path = `/operations/overview.show?project=${team.merchant.project.id}`;
  const { needs } = (await team.finance.request(path)).body.data;
  return needs.find(({ kind }: { kind: string }) => kind === 'proposals_open')?.count;
}

test('a decision made directly ends the proposals about the object at once', async () => {
  const { api } = team.merchant;
  const [invoice, deposit, held] = [
    await underpaid(),
    await surplus(team),
    await heldPayment(team, { risk: 'low' }),
  ];
  await proposed('invoice', invoice, { kind: 'refund' });
  await proposed('invoice', invoice, { kind: 'acceptance' });
  await proposed('deposit', deposit, { kind: 'credit', ...WHY });
  await proposed('channel_payment', held, { kind: 'credit', ...WHY });
  expect(await waiting()).toBe(4);
  await api.invoices.recalculate(invoice, { force_commit: true });
  await api.coinDeposits.credit(deposit, { description: 'kept' });
  const direct = { channel_payment_id: held, reason: 'looked at' };
  await team.finance.post('/operations/channel-payments.release', direct);
  for (const id of [invoice, deposit, held])
    for (const row of await team.proposals({ object_id: id }))
      expect(row).toMatchObject({ ...ENDED, outdated_code: 'resolved' });
  expect(await team.proposals({ status: 'open' })).toEqual([]);
  expect(await waiting()).toBe(0);
});

test('attaching and returning a payment end the proposals about it, too', async () => {
  const { api } = team.merchant;
  const attached = await surplus(team);
  const open = await newInvoice(team.merchant);
  await proposed('deposit', attached, { kind: 'credit', ...WHY });
  await api.coinDeposits.attach(attached, { description: 'meant for it', invoice_id: open.id });
  const returned = await surplus(team);
  await proposed('deposit', returned, { kind: 'credit', ...WHY });
  const address = stranger(world);
  await api.coinDeposits.refund(returned, { description: 'sent back', address });
  for (const id of [attached, returned])
    expect(await team.proposals({ object_id: id })).toMatchObject([
      { ...ENDED, outdated_code: 'resolved' },
    ]);
});

test('if the direct decision fails, the proposal stays open', async () => {
  const deposit = await surplus(team);
  await proposed('deposit', deposit, { kind: 'credit', ...WHY });
  await world.database.owner.query(`create function crash() returns trigger language plpgsql as
    $$ begin raise exception 'crash'; end $$`);
  await world.database.owner.query(
    'create trigger crash before insert on deposit_decisions for each row execute function crash()',
  );
  const failed = team.merchant.api.coinDeposits.credit(deposit, { description: 'kept' });
  await expect(failed).rejects.toThrow();
  await world.database.owner.query('drop trigger crash on deposit_decisions');
  await world.database.owner.query('drop function crash()');
  const [row] = await team.proposals({ object_id: deposit });
  expect(row).toMatchObject({ status: 'open' });
  const approved = await team.decide(team.finance, 'approve', row?.id ?? '');
  expect(approved.body.data.status).toBe('approved');
});

test('a payment that a reorganization removed ends the proposals about it', async () => {
  const deposit = await surplus(team);
  const held = await heldPayment(team, { risk: 'low', address: stranger(world) });
  await proposed('deposit', deposit, { kind: 'credit', ...WHY });
  await proposed('channel_payment', held, { kind: 'refund', ...WHY });
  await world.reorganise('LTC', 2, { drop: true });
  for (let block = 0; block < 8; block++) {
    await world.advance(MINUTE);
    await world.mine('LTC');
  }
  const gone = [{ ...ENDED, outdated_code: 'reversed' }];
  expect(await team.proposals({ object_id: held })).toMatchObject(gone);
  expect(await team.proposals({ object_id: deposit })).toMatchObject(gone);
  expect(await waiting()).toBe(0);
});

test('a proposal survives a reorganization after which the payment is in another block', async () => {
  const deposit = await surplus(team);
  await proposed('deposit', deposit, { kind: 'credit', ...WHY });
  await world.reorganise('LTC', 1);
  await world.settle();
  const [row] = await team.proposals({ object_id: deposit });
  expect(row).toMatchObject({ status: 'open' });
  await world.mine('LTC', 6);
  await world.settle();
  const approved = await team.decide(team.finance, 'approve', row?.id ?? '');
  expect(approved.body.data, JSON.stringify(approved.body)).toMatchObject({ status: 'approved' });
});

test('so does one about an invoice, which is refused while the payment has no block', async () => {
  const { id: invoice } = await newInvoice(team.merchant);
  for (const amount of ['0.02', '0.08'])
    await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC');
  await world.advance(11 * MINUTE);
  await proposed('invoice', invoice, { kind: 'acceptance' });
  const [row] = await team.proposals({ object_id: invoice });
  const lose = `update deposits set status = 'pending', block_height = null,
    first_seen_at = first_seen_at - interval '2 hours' where owner_id = $1 and amount = 2000000`;
  const [kept] = await world.app.db.query<{ block_height: number }>(
    'select block_height from deposits where owner_id = $1 limit 1',
    [invoice],
  );
  await world.app.db.query(lose, [invoice]);
  expect(await proposalsWorker.run(world.app)).toBe(0);
  const early = await team.decide(team.finance, 'approve', row?.id ?? '');
  expect(early.body.error).toMatchObject({ code: 'invalid_status' });
  await world.app.db.query(
    `update deposits set status = 'confirmed', block_height = $2 where owner_id = $1`,
    [invoice, kept?.block_height],
  );
  const approved = await team.decide(team.finance, 'approve', row?.id ?? '');
  expect(approved.body.data, JSON.stringify(approved.body)).toMatchObject({ status: 'approved' });
});

test('a changed amount and a closed target are found without anybody approving', async () => {
  const grown = await underpaid();
  await proposed('invoice', grown, { kind: 'refund' });
  const deposit = await surplus(team);
  const target = await newInvoice(team.merchant);
  await proposed('deposit', deposit, { kind: 'credit', ...WHY, invoice_id: target.id });
  await world.settle();
  expect(await waiting()).toBe(2);
  await world.pay({ invoice_id: grown, amount: '0.01', risk_level: 'low' });
  await world.pay({ invoice_id: target.id, amount: target.pay_amount, risk_level: 'low' });
  await world.mine('LTC', 6);
  await world.settle();
  expect(await team.proposals({ object_id: grown })).toMatchObject([
    { ...ENDED, outdated_code: 'amount_changed' },
  ]);
  expect(await team.proposals({ object_id: deposit })).toMatchObject([
    { ...ENDED, outdated_code: 'target_closed' },
  ]);
  expect(await waiting()).toBe(0);
});

test('a proposal that was missed, for example by the release before, is ended by the worker', async () => {
  const held = await heldPayment(team, { risk: 'low' });
  await proposed('channel_payment', held, { kind: 'credit', ...WHY });
  expect(await proposalsWorker.run(world.app)).toBe(0);
  await world.app.db.query(`update channel_payments set status = 'completed' where id = $1`, [
    held,
  ]);
  expect(await waiting()).toBe(1);
  expect(await proposalsWorker.run(withoutReactions(world.app))).toBe(1);
  expect(await team.proposals({ object_id: held })).toMatchObject([
    { ...ENDED, outdated_code: 'resolved' },
  ]);
});
