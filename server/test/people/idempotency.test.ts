// Guarantee: a request of a person with an Idempotency-Key is executed once, wherever it was interrupted. Operations
// that move money require a key: on screens, in the API and on the command line.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestOnce } from '../../src/cli/once.ts';
import { movesMoney } from '../../src/contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import { operatorMethod } from '../../src/contract/people/paths.ts';
import { wallNow } from '../../src/core/clock.ts';
import { perform } from '../../src/operator/perform.ts';
import { operatorReader } from '../operator/support.ts';
import { availableIn, BTC_ADDRESS } from '../policy/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Answer, type Browser, browserOf, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
let owner: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  merchant = await world.merchant();
  owner = await personIn(world, { name: 'the owner', role: 'owner' });
});
afterAll(() => world.close());

const project = () => ({ project: merchant.project.id });
const credit = (amount = '10') => ({ ...project(), currency: 'EUR', amount, reason: 'test' });
const codeOf = (answer: Answer) => answer.body.error?.code;

function post(name: OperatorName, body: object, key: string, by = owner): Promise<Answer> {
  const headers = { 'idempotency-key': key };
  return by.request(`/operations/${name}`, { method: 'POST', body, headers });
}

/** As if the process had died after the work and before the response was stored. */
function deleteAnswer(key: string, lockedUntil = wallNow() - 1) {
  return world.app.db.query(
    `update idempotency_keys set status = null, answer = null, api_version = null, locked_until = $2
     where key = $1`,
    [key, new Date(lockedUntil)],
  );
}

async function withoutKey(name: OperatorName): Promise<number> {
  const answer = await fetch(`${world.url}/admin/api/operations/${name}`, {
    method: 'POST',
    headers: { cookie: owner.cookie, origin: world.url, 'content-type': 'application/json' },
    body: JSON.stringify(credit()),
  });
  expect(await answer.text(), name).toContain('the header Idempotency-Key is missing');
  return answer.status;
}

const names = (Object.keys(operatorOperations) as OperatorName[]).filter(
  (name) => operatorMethod(name) === 'POST',
);

test('a repeated credit is posted once, and returns the first response', async () => {
  const before = Number(await availableIn(merchant, 'EUR'));
  const first = await post('accounts.credit', credit(), 'credit');
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const again = await post('accounts.credit', credit(), 'credit');
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(codeOf(await post('accounts.credit', credit('11'), 'credit'))).toBe(
    'idempotency_key_reused',
  );
  expect(codeOf(await post('accounts.debit', credit(), 'credit'))).toBe('idempotency_key_reused');
  expect(Number(await availableIn(merchant, 'EUR'))).toBe(before + 10);
  const another = await personIn(world, { name: 'another owner', role: 'owner' });
  expect((await post('accounts.credit', credit(), 'credit', another)).status).toBe(200);
  expect(Number(await availableIn(merchant, 'EUR')), 'keys are of each person').toBe(before + 20);
});

test('a credit that was interrupted after posting is found, and not posted twice', async () => {
  const before = Number(await availableIn(merchant, 'EUR'));
  for (const name of ['accounts.credit', 'accounts.debit'] as const) {
    const first = await post(name, credit('7'), name);
    await deleteAnswer(name, wallNow() + 60_000);
    const inUse = await post(name, credit('7'), name);
    expect(codeOf(inUse)).toBe('idempotency_key_in_use');
    expect(Number(inUse.headers.get('retry-after'))).toBeGreaterThan(0);
    await deleteAnswer(name);
    const again = await post(name, credit('7'), name);
    expect(again.body.data).toEqual(first.body.data);
  }
  expect(Number(await availableIn(merchant, 'EUR'))).toBe(before);
});

test('many at the same moment credit once', async () => {
  const before = Number(await availableIn(merchant, 'EUR'));
  const all = await Promise.all(
    Array.from({ length: 8 }, () => post('accounts.credit', credit('3'), 'at once')),
  );
  for (const answer of all.filter(({ status }) => status !== 200))
    expect(codeOf(answer)).toBe('idempotency_key_in_use');
  expect(Number(await availableIn(merchant, 'EUR'))).toBe(before + 3);
});

test('every operation that moves money needs a key, and every POST honors one', async () => {
  expect(names.filter((name) => movesMoney(operatorOperations[name].permission)).length).toBe(17);
  for (const name of names) {
    if (movesMoney(operatorOperations[name].permission))
      expect(await withoutKey(name), name).toBe(400);
    const body = { ...project(), nothing: 'of that name' };
    const first = await post(name, body, `every ${name}`);
    if (first.status >= 500) continue;
    const again = await post(name, body, `every ${name}`);
    expect(again.headers.get('idempotent-replayed'), name).toBe('true');
    expect({ status: again.status, body: again.body }, name).toEqual({
      status: first.status,
      body: first.body,
    });
  }
});

test('a person gets the token whose first response was lost, and the response is stored encrypted', async () => {
  const headers = { 'idempotency-key': 'a token' };
  const made = { method: 'POST', body: { name: 'mine', permissions: ['read'] }, headers };
  const first = await owner.request('/me/tokens', made);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const again = await owner.request('/me/tokens', made);
  expect(again.body).toEqual(first.body);
  const [stored] = await world.app.db.query<{ answer: string }>(
    "select answer from idempotency_keys where key = 'a token'",
  );
  expect(stored?.answer).not.toContain(first.body.data.token);
  expect((await owner.request('/me/tokens')).body.data).toHaveLength(1);
});

test('a person who lost the permission meanwhile is rejected, without the first response', async () => {
  const eve = await personIn(world, { name: 'Eve', role: 'operator' });
  expect((await post('accounts.credit', credit('1'), 'eve', eve)).status).toBe(200);
  await operatorReader(world)('users.set-role', { user_id: eve.userId, role: 'auditor' });
  expect(codeOf(await post('accounts.credit', credit('1'), 'eve', eve))).toBe('forbidden');
  const unknown = await post('accounts.credit', credit('1'), 'eve', browserOf(world));
  expect(codeOf(unknown)).toBe('unauthenticated');
});

test('money that was sent back under a key is sent once, though its answer was lost', async () => {
  const { id: invoice_id } = await merchant.api.invoices.create({
    price_amount: '50',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  await world.pay({ invoice_id });
  await world.mine('BTC', 6);
  await world.pay({ invoice_id, amount: '0.02' });
  await world.mine('BTC', 6);
  const [deposit] = await world.app.db.query<{ id: string }>(
    'select id from deposits where is_unmatched and credited_at is null limit 1',
  );
  const body = { ...project(), deposit_id: deposit?.id, to: BTC_ADDRESS, reason: 'test' };
  const first = await post('deposits.refund', body, 'refund');
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  await deleteAnswer('refund');
  const again = await post('deposits.refund', body, 'refund');
  expect(again.body.data.withdrawal_id).toBe(first.body.data.withdrawal_id);
  const [row] = await world.app.db.query<{ api_key: string }>(
    'select api_key from coin_withdrawals where id = $1',
    [first.body.data.withdrawal_id],
  );
  expect(row?.api_key, 'the operator requested it').toBe(`user:${owner.userId}`);
});

test('the command line does it once for a key', async () => {
  const { coinWallets, nodes } = world.assembled;
  const actor = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
  const values = credit('5');
  const run = (key: string, given = values) =>
    requestOnce(world.app, { name: 'accounts.credit', values: given, key }, (objectId) =>
      perform({ ...world.app, coinWallets, nodes }, 'accounts.credit', {
        values: given,
        actor,
        objectId,
      }),
    );
  const before = Number(await availableIn(merchant, 'EUR'));
  const first = await run('cli');
  expect(await run('cli')).toEqual(first);
  await deleteAnswer('cli');
  expect(await run('cli')).toEqual(first);
  await expect(run('cli', credit('6'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  const refused = () => run('refused', { ...credit('5'), currency: 'NONE' });
  await expect(refused()).rejects.toMatchObject({ code: 'invalid' });
  await expect(refused()).rejects.toMatchObject({ code: 'invalid', status: 422 });
  expect(Number(await availableIn(merchant, 'EUR'))).toBe(before + 5);
});
