// Guarantee: above a limit, no person posts a manual correction without a second one: not in parts, not in a currency
// without a rate, not through another account of theirs. An approved correction is posted once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, wallNow } from '../../src/core/clock.ts';
import type { OperatorApp } from '../../src/operator/operator.ts';
import { perform } from '../../src/operator/perform.ts';
import { operatorReader } from '../operator/support.ts';
import { availableIn } from '../policy/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Answer, type Browser, browserOf, personIn } from './support.ts';

let world: World;
let ada: Browser;
let ben: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  ada = await personIn(world, { name: 'Ada', role: 'owner' });
  ben = await personIn(world, { name: 'Ben', role: 'operator' });
});
afterAll(() => world.close());

const codeOf = (answer: Answer) => answer.body.error?.code;
const balance = async (merchant: Merchant, currency = 'EUR') =>
  Number(await availableIn(merchant, currency));

interface Given {
  readonly amount: string;
  readonly currency?: string;
  readonly type?: 'credit' | 'debit';
}

const valuesOf = (merchant: Merchant, { amount, currency = 'EUR' }: Given) => ({
  project: merchant.project.id,
  amount,
  currency,
  reason: 'goodwill',
});

async function correct(by: Browser, merchant: Merchant, given: Given, key?: string) {
  const answer = await by.request(`/operations/accounts.${given.type ?? 'credit'}`, {
    method: 'POST',
    body: valuesOf(merchant, given),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

const approve = (by: Browser, correction_id: string) =>
  by.post('/operations/corrections.approve', { correction_id });
const refuse = (by: Browser, correction_id: string) =>
  by.post('/operations/corrections.reject', { correction_id, reason: 'a typo' });

function asSystemUser(name: string, app?: Partial<OperatorApp>) {
  const { coinWallets, nodes } = world.assembled;
  const actor = { kind: 'system_user', name, source: 'cli', address: null } as const;
  const operatorApp = { ...world.app, coinWallets, nodes, ...app };
  return {
    credit: (merchant: Merchant, amount: string) =>
      perform(operatorApp, 'accounts.credit', { actor, values: valuesOf(merchant, { amount }) }),
    approve: (correction_id: string) =>
      perform(operatorApp, 'corrections.approve', { actor, values: { correction_id } }),
  };
}

async function linesOf(object_id: string) {
  const { rows } = await operatorReader(world)('journal.list', { object_id });
  return rows.map(({ actor, operation, result }) => ({ actor, operation, result })).reverse();
}

test('up to the limit one person suffices, above it nothing is posted before a second approves', async () => {
  const merchant = await world.merchant();
  const at = await correct(ada, merchant, { amount: '1000' });
  expect(at).toMatchObject({ status: 'booked', credited: { amount: '1000.0' }, decider: null });
  const other = await world.merchant();
  const above = await correct(ada, other, { amount: '1000.01' });
  expect(above).toMatchObject({ status: 'requested', credited: null, decider: 'second_person' });
  expect(await balance(other)).toBe(0);
  const [listed] = (await operatorReader(world)('corrections.list', { status: 'requested' })).rows;
  expect(listed).toMatchObject({
    id: above.id,
    type: 'credit',
    amount: { amount: '1000.01', currency: 'EUR' },
    requested_by: 'Ada',
    reason: 'goodwill',
    decided_by: null,
  });
  expect(codeOf(await approve(ada, above.id))).toBe('own_correction');
  expect((await approve(ben, above.id)).body.data).toEqual({
    id: above.id,
    project_id: other.project.id,
    type: 'credit',
    amount: { amount: '1000.01', currency: 'EUR' },
  });
  expect(await balance(other)).toBe(1000.01);
  expect(codeOf(await approve(ada, above.id))).toBe('invalid_status');
  expect(await linesOf(above.id)).toEqual([
    { actor: 'Ada', operation: 'accounts.credit', result: 'done' },
    { actor: 'Ada', operation: 'corrections.approve', result: 'refused' },
    { actor: 'Ben', operation: 'corrections.approve', result: 'done' },
    { actor: 'Ada', operation: 'corrections.approve', result: 'refused' },
  ]);
});

test('parts of a large correction count together for a day, credits and debits alike', async () => {
  const merchant = await world.merchant();
  expect((await correct(ada, merchant, { amount: '600' })).status).toBe('booked');
  expect((await correct(ada, merchant, { amount: '400', type: 'debit' })).status).toBe('booked');
  expect((await correct(ada, merchant, { amount: '0.01' })).status).toBe('requested');
  expect((await correct(ben, merchant, { amount: '600' })).status).toBe('booked');
  expect((await correct(ada, await world.merchant(), { amount: '600' })).status).toBe('booked');
  world.clock.advance(DAY);
  expect((await correct(ada, merchant, { amount: '1000' })).status).toBe('booked');
});

test('parts at the same moment count each other', async () => {
  const merchant = await world.merchant();
  const parts = Array.from({ length: 4 }, () => correct(ada, merchant, { amount: '400' }));
  const statuses = (await Promise.all(parts)).map(({ status }) => status);
  expect(statuses.sort()).toEqual(['booked', 'booked', 'requested', 'requested']);
  expect(await balance(merchant)).toBe(800);
});

test('a coin counts at the buy rate, and without a fresh rate needs a second person', async () => {
  const merchant = await world.merchant();
  const little = await correct(ada, merchant, { amount: '0.001', currency: 'BTC' });
  expect(little.status).toBe('booked');
  const much = await correct(ada, merchant, { amount: '1', currency: 'BTC' });
  expect(much).toMatchObject({ status: 'requested', decider: 'second_person' });
  world.app.rates.isDown = true;
  try {
    const unknown = await correct(ada, merchant, { amount: '0.000001', currency: 'BTC' });
    expect(unknown.status).toBe('requested');
    expect((await correct(ada, merchant, { amount: '1' })).status).toBe('booked');
    const { rows } = await operatorReader(world)('corrections.list', {
      project: merchant.project.id,
    });
    expect(rows.find(({ id }) => id === unknown.id)?.value).toBeNull();
    expect((await approve(ben, unknown.id)).status).toBe(200);
  } finally {
    world.app.rates.isDown = false;
  }
  expect(await balance(merchant, 'BTC')).toBe(0.001001);
});

test('an account whose sign-in link a person saw counts as that person, for approvals and for split corrections', async () => {
  const merchant = await world.merchant();
  const invited = await ada.post('/operations/users.invite', { name: 'Second', role: 'operator' });
  const { user_id, link } = invited.body.data;
  const second = browserOf(world, user_id);
  const arrived = await second.post('/session/link', { token: link.split('#')[1] });
  expect(arrived.status, JSON.stringify(arrived.body)).toBe(200);
  const { id } = await correct(ada, merchant, { amount: '5000' });
  expect(codeOf(await approve(second, id))).toBe('own_correction');
  const own = await correct(second, merchant, { amount: '5000' });
  expect(codeOf(await approve(ada, own.id))).toBe('own_correction');
  expect((await correct(ada, merchant, { amount: '600' })).status).toBe('booked');
  expect((await correct(second, merchant, { amount: '600' })).status).toBe('requested');
  expect(await balance(merchant)).toBe(600);
});

test('a user of the machine is one person by their name, and the person of that name', async () => {
  const merchant = await world.merchant();
  const { id } = await asSystemUser('root').credit(merchant, '5000');
  await expect(asSystemUser('root').approve(id)).rejects.toMatchObject({ code: 'own_correction' });
  await asSystemUser('carol').approve(id);
  expect(await balance(merchant)).toBe(5000);
  const named = await asSystemUser('ada').credit(merchant, '5000');
  expect(codeOf(await approve(ada, named.id))).toBe('own_correction');
  const onScreen = await correct(ada, merchant, { amount: '5000' });
  const asAda = asSystemUser('ada').approve(onScreen.id);
  await expect(asAda).rejects.toMatchObject({ code: 'own_correction' });
  expect((await approve(ben, named.id)).status).toBe(200);
  expect(await balance(merchant)).toBe(10000);
});

test('a rejection posts nothing and is final; the requester can withdraw a request', async () => {
  const merchant = await world.merchant();
  const { id } = await correct(ada, merchant, { amount: '5000' });
  expect((await refuse(ben, id)).status).toBe(200);
  expect(codeOf(await approve(ben, id))).toBe('invalid_status');
  const own = await correct(ada, merchant, { amount: '5000' });
  expect((await refuse(ada, own.id)).status).toBe(200);
  expect(codeOf(await approve(ben, own.id))).toBe('invalid_status');
  expect(await balance(merchant)).toBe(0);
  expect(codeOf(await approve(ben, merchant.project.id))).toBe('not_found');
});

test('a debit that the account does not cover stays a request', async () => {
  const merchant = await world.merchant();
  const { id } = await correct(ada, merchant, { amount: '5000', type: 'debit' });
  expect(codeOf(await approve(ben, id))).toBe('insufficient_funds');
  const funds = await correct(ada, merchant, { amount: '6000' });
  expect((await approve(ben, funds.id)).status).toBe(200);
  expect((await approve(ben, id)).status).toBe(200);
  expect(await balance(merchant)).toBe(1000);
});

test('an interrupted approval posts nothing, and a repeated one posts once', async () => {
  const merchant = await world.merchant();
  const { id } = await correct(ada, merchant, { amount: '5000' });
  const db: OperatorApp['db'] = {
    ...world.app.db,
    transaction: (work) =>
      world.app.db.transaction(async (tx) => {
        await work(tx);
        throw new Error('cut off before the commit');
      }),
  };
  await expect(asSystemUser('carol', { db }).approve(id)).rejects.toThrow('cut off');
  expect(await balance(merchant)).toBe(0);
  const approvals = Array.from({ length: 4 }, () => asSystemUser('carol').approve(id));
  const answers = await Promise.all(approvals);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(codeOf(await approve(ben, id))).toBe('invalid_status');
  expect(await balance(merchant)).toBe(5000);
});

test('a request whose response was lost is created once for its key, also after its approval', async () => {
  const merchant = await world.merchant();
  const forget = () =>
    world.app.db.query(
      `update idempotency_keys set status = null, answer = null, api_version = null, locked_until = $1
       where key = 'large'`,
      [new Date(wallNow() - 1)],
    );
  const first = await correct(ada, merchant, { amount: '5000' }, 'large');
  await forget();
  expect(await correct(ada, merchant, { amount: '5000' }, 'large')).toEqual(first);
  expect((await approve(ben, first.id)).status).toBe(200);
  await forget();
  const after = await correct(ada, merchant, { amount: '5000' }, 'large');
  expect(after).toMatchObject({ id: first.id, status: 'approved', decider: null });
  expect(await balance(merchant)).toBe(5000);
});

test('the database keeps what was requested and decided, and no one approves their own', async () => {
  const merchant = await world.merchant();
  const { id } = await correct(ada, merchant, { amount: '5000' });
  const change = (set: string) =>
    world.database.owner.query(`update corrections set ${set} where id = $1`, [id]);
  await expect(change('amount = amount * 2')).rejects.toThrow('keeps what was requested');
  const decided = `decided_by = requested_by, decided_by_name = 'x', decided_at = now()`;
  await expect(change(`status = 'approved', ${decided}`)).rejects.toThrow(
    'corrections_second_person',
  );
  await refuse(ben, id);
  await expect(change(`status = 'requested'`)).rejects.toThrow('decided once');
});

test('with the limit 0 every correction needs a second person, and with one person the response says so', async () => {
  const alone = await createWorld(
    { CHAINTILL_CORRECTION_LIMIT_EUR: '0' },
    { people: true, coins: ['BTC'] },
  );
  try {
    const merchant = await alone.merchant();
    const owner = await personIn(alone, { name: 'the owner', role: 'owner' });
    await personIn(alone, { name: 'an auditor', role: 'auditor' });
    expect(await correct(owner, merchant, { amount: '0.01' })).toMatchObject({
      status: 'requested',
      credited: null,
      decider: 'nobody',
    });
    await personIn(alone, { name: 'another', role: 'operator' });
    expect(await correct(owner, merchant, { amount: '0.01' })).toMatchObject({
      decider: 'second_person',
    });
  } finally {
    await alone.close();
  }
});
