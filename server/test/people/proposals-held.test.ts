// Guarantees of proposed decisions about channel payments on hold: what project members may decide can be proposed, it
// happens once, and high-risk money stays with the operator.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { returnPayment } from '../../src/channels/held.ts';
import { defined } from '../../src/core/assert.ts';
import { publishPolicy } from '../policy/support.ts';
import { createWorld, type World } from '../support/world.ts';
import { heldPayment, stranger, type Team, teamOf } from './proposing.ts';
import { agedStepUp, type Browser, personIn } from './support.ts';

const SETTINGS = { automaticResolution: { illicit_resource: 'nothing' as const } };
const WHY = { description: 'the customer asked for it' };

let world: World;
let team: Team;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC'] });
  team = await teamOf(world, await world.merchant(SETTINGS));
});
afterAll(() => world.close());

const statusOf = async (id: string) => {
  const text = 'select status from channel_payments where id = $1';
  return (await world.app.db.query<{ status: string }>(text, [id]))[0]?.status;
};

async function proposed(id: string, body: object, by?: Browser): Promise<string> {
  const made = await team.propose('channel_payment', id, { ...WHY, ...body }, by);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.data.id;
}

test('support proposes the credit of a held payment, nothing moves, and finance approves it', async () => {
  const payment = await heldPayment(team, { risk: 'low' });
  const before = await team.count('ledger_postings');
  const made = await team.propose('channel_payment', payment, { ...WHY, kind: 'credit' });
  expect(made.body.data, JSON.stringify(made.body)).toMatchObject({
    kind: 'credit',
    operation: 'channel-payments.release',
    object_type: 'channel_payment',
    object_id: payment,
    amount: { amount: '0.5', currency: 'LTC' },
    description: WHY.description,
    status: 'open',
  });
  await world.settle();
  expect(await team.count('ledger_postings')).toBe(before);
  expect(await statusOf(payment)).toBe('on_hold');

  const { id } = made.body.data;
  expect((await team.decide(team.support, 'approve', id)).body.error.code).toBe('forbidden');
  const late = await team.member('Lea', 'finance');
  await agedStepUp(world, late.userId);
  expect((await team.decide(late, 'approve', id)).body.error.code).toBe('step_up_needed');
  expect(await statusOf(payment)).toBe('on_hold');
  const approved = await team.decide(team.finance, 'approve', id);
  expect(approved.body.data, JSON.stringify(approved.body)).toMatchObject({
    status: 'approved',
    decided_by: 'Fay 1',
    result: { channel_payment_id: payment },
  });
  expect(await statusOf(payment)).toBe('completed');
  const lines = await world.app.db.query(
    `select operation, actor, object_type from journal
     where object_id in ($1, $2) and operation like 'proposals.%' order by id`,
    [payment, id],
  );
  expect(lines).toMatchObject([
    { operation: 'proposals.create', actor: 'Sue 1', object_type: 'channel_payment' },
    { operation: 'proposals.approve', actor: 'Fay 1', object_type: 'proposal' },
  ]);
});

test("without an address, the return goes to the customer's address at the time of the proposal", async () => {
  const address = stranger(world);
  const payment = await heldPayment(team, { risk: 'high', address });
  const made = await team.propose('channel_payment', payment, { ...WHY, kind: 'refund' });
  expect(made.body.data).toMatchObject({ operation: 'channel-payments.refund', address });
  const approved = await team.decide(team.finance, 'approve', made.body.data.id);
  expect(approved.body.data, JSON.stringify(approved.body)).toMatchObject({ status: 'approved' });
  const { withdrawal_id } = approved.body.data.result;
  const [sent] = await world.app.db.query(
    'select address, api_key from coin_withdrawals where id = $1',
    [withdrawal_id],
  );
  expect(sent).toEqual({ address, api_key: `user:${team.finance.userId}` });
  expect(await statusOf(payment)).toBe('refunded');
});

test('high-risk money is not credited by a proposal, and goes to no other address, also if it is changed later', async () => {
  const address = stranger(world);
  const payment = await heldPayment(team, { risk: 'high', address });
  const refused = { code: 'invalid_status', message: expect.stringContaining('only the operator') };
  for (const body of [{ kind: 'credit' }, { kind: 'refund', address: stranger(world) }]) {
    const answer = await team.propose('channel_payment', payment, { ...WHY, ...body });
    expect(answer.body.error, JSON.stringify(body)).toMatchObject(refused);
  }
  const id = await proposed(payment, { kind: 'refund' });
  const moved = stranger(world);
  await world.app.db.query(
    `update customers set addresses = replace(addresses::text, $1, $2)::jsonb where project_id = $3`,
    [address, moved, team.merchant.project.id],
  );
  const answer = await team.decide(team.finance, 'approve', id);
  expect(answer.body.error).toMatchObject(refused);
  expect(await statusOf(payment)).toBe('on_hold');
  expect((await team.decide(team.finance, 'decline', id)).body.data.status).toBe('declined');

  const without = await heldPayment(team, { risk: 'high' });
  const nowhere = await team.propose('channel_payment', without, { ...WHY, kind: 'refund' });
  expect(nowhere.body.error.details).toMatchObject([{ target: 'address', code: 'must_be_filled' }]);
});

test.each(['credit', 'refund'] as const)(
  'two approvers of the %s at once decide once, and a retry gets the same result',
  async (kind) => {
    const payment = await heldPayment(team, { risk: 'low', address: stranger(world) });
    const id = await proposed(payment, { kind });
    const other = await team.member(`Fin ${kind}`, 'finance');
    const before = await team.count('ledger_postings');
    const answers = await Promise.all(
      [team.finance, other, team.finance, other].map((by) => team.decide(by, 'approve', id)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
    const [row] = await team.proposals({ status: 'approved' });
    const winner = row?.decided_by === 'Fay 1' ? team.finance : other;
    expect((await team.decide(winner, 'approve', id)).body.data).toEqual(row);
    expect(await statusOf(payment)).toBe(kind === 'credit' ? 'completed' : 'refunded');
    const decisions = await world.app.db.query(
      `select decision from deposit_decisions where facts ->> 'channel_payment_id' = $1`,
      [payment],
    );
    expect(decisions).toHaveLength(1);
    expect(await team.count('ledger_postings')).toBeGreaterThan(before);
  },
);

test('an approval and a direct decision at once take effect once', async () => {
  const address = stranger(world);
  const payment = await heldPayment(team, { risk: 'low', address });
  const id = await proposed(payment, { kind: 'refund' });
  const direct = { channel_payment_id: payment, reason: 'looked at', to: address };
  const [approved, decided] = await Promise.all([
    team.decide(team.finance, 'approve', id),
    team.finance.post('/operations/channel-payments.refund', direct),
  ]);
  const [row] = await team.proposals({ object_id: payment });
  expect([row?.status, decided.status]).toSatisfy(
    ([status, code]) =>
      (status === 'approved' && code === 422) || (status === 'outdated' && code === 200),
  );
  expect(approved.status).toBeLessThan(500);
  const sent = await world.app.db.query('select 1 from coin_withdrawals where address = $1', [
    address,
  ]);
  expect(sent).toHaveLength(1);
});

test.each(['credit', 'refund'] as const)(
  'a crash between the %s and the approval undoes both, and the approval can be repeated',
  async (kind) => {
    const payment = await heldPayment(team, { risk: 'low', address: stranger(world) });
    const id = await proposed(payment, { kind });
    await world.database.owner.query(`create function crash() returns trigger language plpgsql as
      $$ begin if new.status = 'approved' then raise exception 'crash'; end if; return new; end $$`);
    await world.database.owner.query(
      'create trigger crash before update on proposals for each row execute function crash()',
    );
    const before = [await team.count('ledger_postings'), await team.count('coin_withdrawals')];
    expect((await team.decide(team.finance, 'approve', id)).status).toBe(500);
    await world.database.owner.query('drop trigger crash on proposals');
    await world.database.owner.query('drop function crash()');
    expect([await team.count('ledger_postings'), await team.count('coin_withdrawals')]).toEqual(
      before,
    );
    expect(await statusOf(payment)).toBe('on_hold');
    expect(await team.proposals({ object_id: payment, status: 'open' })).toMatchObject([{ id }]);
    expect((await team.decide(team.finance, 'approve', id)).body.data.status).toBe('approved');
    expect(await statusOf(payment)).toBe(kind === 'credit' ? 'completed' : 'refunded');
  },
);

test('one of a kind is open per payment; a credit and a return can be, and approving one ends the other', async () => {
  const payment = await heldPayment(team, { risk: 'low', address: stranger(world) });
  const other = await team.member('Sid', 'support');
  const body = { ...WHY, kind: 'credit' };
  const answers = await Promise.all([
    team.propose('channel_payment', payment, body),
    team.propose('channel_payment', payment, body, other),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const refund = await proposed(payment, { kind: 'refund' });
  expect((await team.decide(team.finance, 'approve', refund)).body.data.status).toBe('approved');
  expect(await team.proposals({ object_id: payment })).toMatchObject([
    { id: refund, status: 'approved' },
    { status: 'outdated', outdated_code: 'resolved', decided_by: null },
  ]);
});

test('who prepared the return does not approve its payout on hold', async () => {
  await publishPolicy(world, team.merchant, {
    name: 'all',
    when: { coin: ['LTC'] },
    do: { hold: 1 },
  });
  const author = await team.member('Abe', 'support', 'approver');
  const approver = await team.member('Amy', 'approver');
  const payment = await heldPayment(team, { risk: 'low', address: stranger(world) });
  const id = await proposed(payment, { kind: 'refund' }, author);
  const approved = await team.decide(team.finance, 'approve', id);
  const { withdrawal_id } = approved.body.data.result;
  const approve = (by: Browser) => by.post('/operations/withdrawals.approve', { withdrawal_id });
  expect((await approve(author)).body.error.code).toBe('self_approval_forbidden');
  expect((await approve(approver)).status).toBe(200);
});

test('another project, other fields and a payment that is not on hold are refused', async () => {
  const foreign = await teamOf(world, await world.merchant(SETTINGS));
  const payment = await heldPayment(team, { risk: 'low', address: stranger(world) });
  for (const kind of ['credit', 'refund']) {
    const answer = await foreign.propose('channel_payment', payment, { ...WHY, kind });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  }
  const invalid = [
    { kind: 'acceptance', ...WHY },
    { kind: 'credit' },
    { kind: 'refund' },
    { kind: 'credit', ...WHY, address: stranger(world) },
    { kind: 'credit', ...WHY, invoice_id: payment },
    { kind: 'refund', ...WHY, address: 'nowhere' },
  ];
  for (const body of invalid) {
    const answer = await team.propose('channel_payment', payment, body);
    expect([body, answer.body.error?.code]).toEqual([body, 'invalid']);
  }
  const projectId = team.merchant.project.id;
  const decided = { id: payment, projectId, reason: 'directly', address: null };
  await returnPayment(world.app, decided);
  for (const kind of ['credit', 'refund']) {
    const answer = await team.propose('channel_payment', payment, { ...WHY, kind });
    expect(answer.body.error.code).toBe('invalid_status');
  }
  expect(defined(await team.proposals({ object_id: payment }), 'a list')).toEqual([]);
});

test('a viewer and people of the instance without the permission do not propose', async () => {
  const payment = await heldPayment(team, { risk: 'low' });
  const viewer = await team.member('Vic', 'viewer');
  const auditor = await personIn(world, { name: 'Audrey', role: 'auditor' });
  for (const by of [viewer, auditor]) {
    const answer = await team.propose('channel_payment', payment, { ...WHY, kind: 'credit' }, by);
    expect(answer.body.error.code).toBe('forbidden');
  }
});
