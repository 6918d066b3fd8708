// Guarantees of proposed decisions: support prepares them without moving money, a person with the permission decides
// once whatever happens in between, and a decision about an object that has changed is never made.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { type ProjectRole, projectRoles } from '../../src/contract/roles.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { balanceOf, newInvoice } from '../flows/support.ts';
import { publishPolicy } from '../policy/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { agedStepUp, type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
let support: Browser;
let finance: Browser;
let people = 0;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC'] });
  await onNewMerchant();
});
afterAll(() => world.close());

const member = (name: string, roles: readonly ProjectRole[], of = merchant) =>
  personIn(world, { name }, { projectId: of.project.id, roles: [...roles] });

async function onNewMerchant(): Promise<void> {
  merchant = await world.merchant();
  people += 1;
  support = await member(`Sue ${people}`, ['support']);
  finance = await member(`Fay ${people}`, ['finance']);
}

/** Underpaid: 0.1 of 0.12852645 LTC, worth 7.78 EUR, with a fee of 0.08 EUR. */
async function underpaid(): Promise<string> {
  const { id } = await newInvoice(merchant);
  await world.pay({ invoice_id: id, amount: '0.1', risk_level: 'low' });
  await world.mine('LTC');
  await world.advance(11 * MINUTE);
  return id;
}

/** A second payment of a paid invoice. */
async function unmatched(): Promise<string> {
  const { id, pay_amount } = await newInvoice(merchant);
  await world.pay({ invoice_id: id, amount: pay_amount, risk_level: 'low' });
  await world.mine('LTC', 6);
  await world.pay({ invoice_id: id, amount: '0.05', risk_level: 'low' });
  await world.mine('LTC', 6);
  const [waiting] = (await merchant.api.coinDeposits.list()).data;
  return defined(waiting, 'an unmatched payment').id;
}

const address = () => foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'payer', 1);
const about = (object_type: 'invoice' | 'deposit', object_id: string) => ({
  project: merchant.project.id,
  object_type,
  object_id,
});
const propose = (by: Browser, body: object) => by.post('/operations/proposals.create', body);
const decide = (
  by: Browser,
  how: 'approve' | 'decline' | 'withdraw',
  proposal_id: string,
  more: object = {},
) =>
  by.post(`/operations/proposals.${how}`, { project: merchant.project.id, proposal_id, ...more });
const proposals = async (by: Browser, filter: Record<string, string> = {}) =>
  (
    await by.request(
      `/operations/proposals.list?${new URLSearchParams({ project: merchant.project.id, ...filter })}`,
    )
  ).body.data.rows;
const count = async (table: string) =>
  (
    await world.app.db.query<{ n: number }>(
      `select count(*)::int as n from ${table} where project_id = $1`,
      [merchant.project.id],
    )
  )[0]?.n;
const codeOf = (answer: Awaited<ReturnType<Browser['post']>>) => answer.body.error?.code;

async function proposedRefund(): Promise<string> {
  const invoice = await underpaid();
  const made = await propose(support, { ...about('invoice', invoice), kind: 'refund' });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.data.id;
}

test('support proposes a refund to an address, nothing moves, and finance approves it', async () => {
  const invoice = await underpaid();
  const to = address();
  const before = await count('ledger_postings');
  const made = await propose(support, {
    ...about('invoice', invoice),
    kind: 'refund',
    address: to,
    note: ' the exchange deducted its fee ',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  expect(made.body.data).toMatchObject({
    kind: 'refund',
    operation: 'createInvoiceRefund',
    object_type: 'invoice',
    object_id: invoice,
    address: to,
    amount: { amount: '0.1', currency: 'LTC' },
    note: 'the exchange deducted its fee',
    proposed_by: 'Sue 1',
    proposed_by_id: support.userId,
    status: 'open',
    result: null,
  });
  await world.settle();
  expect(await count('ledger_postings')).toBe(before);
  expect(await count('coin_withdrawals')).toBe(0);
  const { id } = made.body.data;
  expect(await proposals(finance, { object_id: invoice, status: 'open' })).toMatchObject([{ id }]);

  const approved = await decide(finance, 'approve', id);
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  const [refund] = await merchant.api.invoices.refunds(invoice);
  expect(refund).toMatchObject({ id, address: to });
  const [withdrawal] = (await merchant.api.coinWithdrawals.list()).data;
  expect(approved.body.data).toMatchObject({
    status: 'approved',
    decided_by: 'Fay 1',
    result: { refund_id: id, withdrawal_id: withdrawal?.id },
  });
  const [row] = await world.app.db.query<{ api_key: string }>(
    'select api_key from coin_withdrawals where id = $1',
    [withdrawal?.id],
  );
  expect(row?.api_key).toBe(`user:${finance.userId}`);

  const lines = await world.app.db.query(
    `select j.operation, j.actor, j.object_type, j.before ->> 'status' as before, r.after ->> 'status' as after
     from journal j join journal_results r on r.journal_id = j.id
     where j.project_id = $1 and j.operation like 'proposals.%' order by j.id`,
    [merchant.project.id],
  );
  expect(lines).toEqual([
    {
      operation: 'proposals.create',
      actor: 'Sue 1',
      object_type: 'invoice',
      before: 'unresolved',
      after: 'open',
    },
    {
      operation: 'proposals.approve',
      actor: 'Fay 1',
      object_type: 'proposal',
      before: 'open',
      after: 'approved',
    },
  ]);
});

test('an acceptance settles the invoice at the quote that the approver saw, or at the current rate', async () => {
  for (const isQuoted of [true, false]) {
    await onNewMerchant();
    const invoice = await underpaid();
    const { body } = await propose(support, { ...about('invoice', invoice), kind: 'acceptance' });
    const quote = isQuoted
      ? await finance.post(`/projects/${merchant.project.id}/invoices/${invoice}/recalculations`)
      : null;
    const recalculation = quote === null ? {} : { recalculation_id: quote.body.data.id };
    const approved = await decide(finance, 'approve', body.data.id, recalculation);
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
    expect(approved.body.data.result).toEqual({
      recalculation_id: quote?.body.data.id ?? body.data.id,
    });
    expect((await merchant.api.invoices.get(invoice)).status).toBe('completed');
    expect(await balanceOf(merchant, 'EUR')).toBe('7.7');
  }
});

test('an unmatched payment is credited, sent back, or attached as proposed', async () => {
  const credits = await unmatched();
  const description = 'paid twice, kept as credit';
  const credit = await propose(support, {
    ...about('deposit', credits),
    kind: 'credit',
    description,
  });
  expect(credit.body.data).toMatchObject({ operation: 'creditCoinDeposit', description });
  expect((await decide(finance, 'approve', credit.body.data.id)).status).toBe(200);
  expect(await merchant.api.coinDeposits.get(credits)).toMatchObject({
    status: 'completed',
    description,
  });

  const sent = await unmatched();
  const refund = { ...about('deposit', sent), kind: 'refund', address: address(), description };
  const proposed = await propose(support, refund);
  const approved = await decide(finance, 'approve', proposed.body.data.id);
  expect(await merchant.api.coinDeposits.get(sent)).toMatchObject({
    status: 'refunded',
    coin_withdrawal_id: approved.body.data.result.withdrawal_id,
  });

  const attached = await unmatched();
  const open = await newInvoice(merchant);
  const attach = await propose(support, {
    ...about('deposit', attached),
    kind: 'credit',
    description,
    invoice_id: open.id,
  });
  expect(attach.body.data).toMatchObject({ operation: 'attachCoinDeposit', invoice_id: open.id });
  expect((await decide(finance, 'approve', attach.body.data.id)).status).toBe(200);
  expect((await merchant.api.coinDeposits.get(attached)).status).toBe('attached');
});

test('two approvers at once decide once, and a retry of the first gets the same result', async () => {
  const id = await proposedRefund();
  const other = await member('Fin', ['finance']);
  const answers = await Promise.all([
    decide(finance, 'approve', id),
    decide(other, 'approve', id),
    decide(finance, 'approve', id),
    decide(other, 'approve', id),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
  expect(
    await world.app.db.query('select 1 from invoice_refunds where id = $1', [id]),
  ).toHaveLength(1);
  const [row] = await proposals(finance, { status: 'approved' });
  const winner = row.decided_by?.startsWith('Fay') ? finance : other;
  expect((await decide(winner, 'approve', id)).body.data).toEqual(row);
});

test('a crash between the operation and the approval undoes both, and the approval can be repeated', async () => {
  const id = await proposedRefund();
  await world.database.owner.query(`create function crash() returns trigger language plpgsql as
    $$ begin if new.status = 'approved' then raise exception 'crash'; end if; return new; end $$`);
  await world.database.owner.query(
    'create trigger crash before update on proposals for each row execute function crash()',
  );
  const before = await count('ledger_postings');
  expect((await decide(finance, 'approve', id)).status).toBe(500);
  expect(await count('ledger_postings')).toBe(before);
  expect(await world.app.db.query('select 1 from invoice_refunds where id = $1', [id])).toEqual([]);
  expect(await proposals(finance, { status: 'open' })).toMatchObject([{ id }]);
  await world.database.owner.query('drop trigger crash on proposals');
  await world.database.owner.query('drop function crash()');
  expect((await decide(finance, 'approve', id)).body.data.status).toBe('approved');
  expect(
    await world.app.db.query('select 1 from invoice_refunds where id = $1', [id]),
  ).toHaveLength(1);
});

test('only people with the permission decide, everyone who annotates proposes, and viewers only read', async () => {
  const id = await proposedRefund();
  const roles = Object.keys(projectRoles) as ProjectRole[];
  for (const role of roles) {
    const person = await member(`${role} ${people}`, [role]);
    const mine: readonly string[] = projectRoles[role];
    const invoice = await underpaid();
    const made = await propose(person, { ...about('invoice', invoice), kind: 'refund' });
    expect([role, made.status]).toEqual([role, mine.includes('annotate') ? 200 : 403]);
    const decided = mine.includes('payout') ? 200 : 403;
    const other = await propose(support, {
      ...about('invoice', await underpaid()),
      kind: 'refund',
    });
    const answer = await decide(person, 'decline', other.body.data.id);
    expect([role, answer.status]).toEqual([role, decided]);
    if (decided === 403) expect(codeOf(await decide(person, 'approve', id))).toBe('forbidden');
    expect((await proposals(person, { status: 'open' })).length).toBeGreaterThan(0);
  }
  await agedStepUp(world, finance.userId);
  expect(codeOf(await decide(finance, 'approve', id))).toBe('step_up_needed');
  expect(
    (await proposals(finance, { status: 'open' })).map((row: { id: string }) => row.id),
  ).toContain(id);
});

test('a proposal of another project looks like a missing one, and its object as well', async () => {
  const id = await proposedRefund();
  const stranger = await world.merchant();
  const foreign = await member('Ida', ['finance'], stranger);
  const missing = crypto.randomUUID();
  for (const how of ['approve', 'decline', 'withdraw'] as const)
    for (const proposal_id of [id, missing]) {
      const own = { project: stranger.project.id, proposal_id };
      const theirs = { project: merchant.project.id, proposal_id };
      for (const body of [own, theirs]) {
        const answer = await foreign.post(`/operations/proposals.${how}`, body);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    }
  const [row] = await proposals(finance, { status: 'open' });
  for (const object_id of [row.object_id, missing]) {
    const body = { ...about('invoice', object_id), project: stranger.project.id, kind: 'refund' };
    const answer = await propose(foreign, body);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  }
});

test('one decision of a kind is open per object, also for requests at once, and the author withdraws it', async () => {
  await onNewMerchant();
  const invoice = await underpaid();
  const body = { ...about('invoice', invoice), kind: 'refund' };
  const other = await member(`Sid ${people}`, ['support']);
  const answers = await Promise.all([propose(support, body), propose(other, body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect((await propose(support, { ...body, kind: 'acceptance' })).status).toBe(200);
  const [, first] = await proposals(support);
  const insert = `insert into proposals select p.project_id, gen_random_uuid(), p.kind, p.object_type, p.object_id,
    p.operation, p.input, p.amount, p.coin, p.note, p.proposed_by, p.proposed_by_name, p.created_at, 'open'
    from proposals p where p.id = $1`;
  await expect(world.app.db.query(insert, [first.id])).rejects.toThrow('proposals_one_open');
  await expect(
    world.database.owner.query(`update proposals set input = '{"address": "mine"}' where id = $1`, [
      first.id,
    ]),
  ).rejects.toThrow('keeps what was proposed');

  const author = first.proposed_by_id === support.userId ? support : other;
  const notAuthor = author === support ? other : support;
  expect(codeOf(await decide(notAuthor, 'withdraw', first.id))).toBe('forbidden');
  expect((await decide(author, 'withdraw', first.id)).body.data.status).toBe('withdrawn');
  expect((await propose(notAuthor, body)).status).toBe(200);
  expect((await decide(finance, 'approve', first.id)).status).toBe(422);
  expect(await count('invoice_refunds')).toBe(0);
});

test('a declined proposal keeps the reason, and moves nothing', async () => {
  const id = await proposedRefund();
  const declined = await decide(finance, 'decline', id, { reason: 'already refunded by hand' });
  expect(declined.body.data).toMatchObject({
    status: 'declined',
    reason: 'already refunded by hand',
    result: null,
  });
  expect((await decide(finance, 'approve', id)).status).toBe(422);
  expect((await decide(finance, 'decline', id)).body.data).toEqual(declined.body.data);
  expect(await world.app.db.query('select 1 from invoice_refunds where id = $1', [id])).toEqual([]);
});

test('if the object was resolved or its amount changed, the proposal is outdated and nothing moves', async () => {
  await onNewMerchant();
  const resolved = await underpaid();
  const refund = await propose(support, { ...about('invoice', resolved), kind: 'refund' });
  await merchant.api.invoices.recalculate(resolved, { force_commit: true });
  const before = await count('ledger_postings');
  const late = await decide(finance, 'approve', refund.body.data.id);
  expect([late.status, late.body.data.status, late.body.data.outdated_code]).toEqual([
    200,
    'outdated',
    'resolved',
  ]);

  const grown = await underpaid();
  const second = await propose(support, { ...about('invoice', grown), kind: 'refund' });
  await world.pay({ invoice_id: grown, amount: '0.01', risk_level: 'low' });
  await world.mine('LTC', 6);
  const more = await count('ledger_postings');
  const changed = await decide(finance, 'approve', second.body.data.id);
  expect(changed.body.data).toMatchObject({ status: 'outdated', outdated_code: 'amount_changed' });
  expect(await count('ledger_postings')).toBe(more);
  expect(await count('invoice_refunds')).toBe(0);
  expect(before).toBeLessThan(more ?? 0);

  const deposit = await unmatched();
  const open = await newInvoice(merchant);
  const attach = await propose(support, {
    ...about('deposit', deposit),
    kind: 'credit',
    invoice_id: open.id,
    description: 'meant for it',
  });
  await world.pay({ invoice_id: open.id, amount: open.pay_amount, risk_level: 'low' });
  await world.mine('LTC', 6);
  const closed = await decide(finance, 'approve', attach.body.data.id);
  expect(closed.body.data).toMatchObject({ status: 'outdated', outdated_code: 'target_closed' });
  expect((await merchant.api.coinDeposits.get(deposit)).status).toBe('on_hold');
});

test('a decision made directly ends the open proposal without a person', async () => {
  await onNewMerchant();
  const deposit = await unmatched();
  const made = await propose(support, {
    ...about('deposit', deposit),
    kind: 'credit',
    description: 'paid twice',
  });
  await merchant.api.coinDeposits.credit(deposit, { description: 'kept' });
  await world.settle();
  const [row] = await proposals(finance, { object_id: deposit });
  expect(row).toMatchObject({
    id: made.body.data.id,
    status: 'outdated',
    outdated_code: 'resolved',
    decided_by: null,
  });
});

test('who may decide sees the number of decisions waiting; support does not', async () => {
  await onNewMerchant();
  await propose(support, { ...about('invoice', await underpaid()), kind: 'refund' });
  const waiting = async (person: Browser) => {
    const path = `/operations/overview.show?project=${merchant.project.id}`;
    const { needs } = (await person.request(path)).body.data;
    return needs.find(({ kind }: { kind: string }) => kind === 'proposals_open')?.count;
  };
  expect(await waiting(finance)).toBe(1);
  expect(await waiting(support)).toBeUndefined();
});

test('fields of another decision, missing ones and bad addresses are refused', async () => {
  const invoice = about('invoice', await underpaid());
  const deposit = about('deposit', await unmatched());
  const refused = [
    { ...invoice, kind: 'credit', description: 'x' },
    { ...invoice, kind: 'refund', description: 'x' },
    { ...invoice, kind: 'acceptance', address: address() },
    { ...invoice, kind: 'refund', address: 'nowhere' },
    { ...deposit, kind: 'acceptance' },
    { ...deposit, kind: 'refund', description: 'x' },
    { ...deposit, kind: 'refund', address: address() },
    { ...deposit, kind: 'credit' },
    { ...deposit, kind: 'credit', description: 'x', address: address() },
  ];
  for (const body of refused) {
    const answer = await propose(support, body);
    expect([body, answer.status, codeOf(answer)]).toEqual([body, 422, 'invalid']);
  }
  expect(await proposals(support, { object_id: invoice.object_id })).toEqual([]);
});

test('who prepared a refund does not approve its payout on hold', async () => {
  await onNewMerchant();
  await publishPolicy(world, merchant, { name: 'all', when: { coin: ['LTC'] }, do: { hold: 1 } });
  const author = await member(`Abe ${people}`, ['support', 'approver']);
  const approver = await member(`Amy ${people}`, ['approver']);
  const made = await propose(author, {
    ...about('invoice', await underpaid()),
    kind: 'refund',
    address: address(),
  });
  const approved = await decide(finance, 'approve', made.body.data.id);
  const { withdrawal_id } = approved.body.data.result;
  const approve = (by: Browser) => by.post('/operations/withdrawals.approve', { withdrawal_id });
  expect(codeOf(await approve(author))).toBe('self_approval_forbidden');
  expect((await approve(approver)).status).toBe(200);
});
