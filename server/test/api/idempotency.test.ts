// Guarantees of Idempotency-Key (wire.md 1.2): the first response is returned for a day, whatever crashes, and no
// request creates two objects.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { DAY, HOUR, MINUTE, SECOND, wallNow } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { claim, giveUp, settle } from '../../src/http/idempotency.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import {
  type Credentials,
  type HttpAnswer,
  type Requested,
  signedCall,
} from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { expireUnderpaid, payLittle } from './furnish.ts';

let world: World;
let merchant: Merchant;
let v1: Credentials;
let unresolved: string[];
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  v1 = await createApiKey(world.app, merchant.project.id, {
    name: 'v1',
    apiVersion: 1,
    permissions,
    ipAllowList: [],
  });
  unresolved = [];
  for (let n = 0; n < 4; n++) unresolved.push(await payLittle(world, merchant));
  await expireUnderpaid(world);
});
afterAll(() => world.close());

let counter = 0;
const newKey = () => `key ${++counter}`;
const invoice = { price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' };

function post(target: string, body: object | undefined, key: string, by = merchant.key) {
  const headers = { 'idempotency-key': key };
  return signedCall(world.url, by, { method: 'POST', target, body, headers });
}

async function count(table: string): Promise<number> {
  const rows = await world.app.db.query<{ n: number }>(`select count(*) as n from ${table}`);
  return rows[0]?.n ?? -1;
}

/** As if the process had died after the work and before the response was stored. */
function deleteAnswer(key: string, lockedUntil: number) {
  return world.app.db.query(
    `update idempotency_keys set status = null, answer = null, api_version = null, locked_until = $2
     where key = $1`,
    [key, new Date(lockedUntil)],
  );
}

const age = (key: string, milliseconds: number) =>
  world.app.db.query('update idempotency_keys set created_at = $2 where key = $1', [
    key,
    new Date(wallNow() - milliseconds),
  ]);

function nextUnresolved(): string {
  const id = unresolved.pop();
  if (id === undefined) throw new Error('no unresolved invoice is left');
  return id;
}

/** The operations that create an object: its table, and a request. */
const creations: [string, string, () => { target: string; body: object | undefined }][] = [
  ['an invoice', 'invoices', () => ({ target: '/api/invoices', body: invoice })],
  [
    'an invoice with a custom_id',
    'invoices',
    () => ({ target: '/api/invoices', body: { ...invoice, custom_id: newKey() } }),
  ],
  [
    'a channel',
    'channels',
    () => ({
      target: '/api/channels',
      body: {
        name: 'x',
        pay_currency: 'LTC',
        receiver_currency: 'EUR',
        custom_id: `channel ${counter}`,
      },
    }),
  ],
  [
    'a customer',
    'customers',
    () => ({ target: '/api/customers', body: { id: newKey(), currency: 'EUR' } }),
  ],
  [
    'an offer of recalculation',
    'invoice_recalculations',
    () => ({ target: `/api/invoices/${nextUnresolved()}/recalculations`, body: undefined }),
  ],
  [
    'a recalculation',
    'invoice_recalculations',
    () => ({
      target: `/api/invoices/${nextUnresolved()}/recalculations`,
      body: { force_commit: true },
    }),
  ],
  [
    'a refund',
    'invoice_refunds',
    () => ({ target: `/api/invoices/${nextUnresolved()}/refunds`, body: {} }),
  ],
];

test('a commit whose response was lost in a crash returns the first response', async () => {
  const invoiceId = nextUnresolved();
  const offer = await post(`/api/invoices/${invoiceId}/recalculations`, {}, newKey());
  const { data } = JSON.parse(offer.text) as { data: { id: string } };
  const target = `/api/invoices/${invoiceId}/recalculations/${data.id}/commit`;
  const key = newKey();
  const first = await post(target, undefined, key);
  expect(first.status, first.text).toBe(200);
  await deleteAnswer(key, wallNow());
  const repeated = await post(target, undefined, key);
  expect([repeated.status, repeated.text]).toEqual([200, first.text]);
  expectError(await post(target, undefined, newKey()), { status: 409, code: 'already_committed' });
});

describe.each(creations)('%s', (_name, table, requested) => {
  test('is created once, however often and after whatever it is requested', async () => {
    const { target, body } = requested();
    const key = newKey();
    const before = await count(table);
    const first = await post(target, body, key);
    expect(first.status, first.text).toBe(201);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');

    const replayed = await post(target, body, key);
    expect([replayed.status, replayed.text]).toEqual([201, first.text]);
    expect(replayed.headers['idempotent-replayed']).toBe('true');

    await deleteAnswer(key, wallNow() + MINUTE);
    expectError(await post(target, body, key), { status: 409, code: 'idempotency_key_in_use' });

    await deleteAnswer(key, wallNow());
    const repeated = await post(target, body, key);
    expect([repeated.status, repeated.text]).toEqual([201, first.text]);
    expect(repeated.headers).not.toHaveProperty('idempotent-replayed');
    expect(await count(table)).toBe(before + 1);
  });
});

test('two simultaneous requests with one key create one object', async () => {
  const before = await count('invoices');
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post('/api/invoices', invoice, key)),
  );
  const texts = new Set(answers.filter(isMade).map((answer) => answer.text));
  expect(texts.size).toBe(1);
  for (const answer of answers.filter((each) => !isMade(each))) {
    expectError(answer, { status: 409, code: 'idempotency_key_in_use' });
  }
  expect(await count('invoices')).toBe(before + 1);
});

function isMade(answer: HttpAnswer): boolean {
  return answer.status === 201;
}

test('after a crash, the key of an interrupted request is free while a withdrawal can still be committed', async () => {
  const key = newKey();
  await post('/api/invoices', invoice, key);
  const [row] = await world.app.db.query<{ milliseconds: number }>(
    `select extract(epoch from locked_until - created_at) * 1000 as milliseconds
     from idempotency_keys where key = $1`,
    [key],
  );
  expect(Number(row?.milliseconds)).toBeLessThan(30 * SECOND);
});

test('the response of a request that took over a key is stored, not that of the slow first one', async () => {
  const key = newKey();
  const request = {
    owner: merchant.project.id,
    key,
    method: 'POST',
    target: '/api/x',
    objectId: newId(world.app.clock, world.app.random),
    body: Buffer.from('{}'),
  };
  const own = async () => {
    const claimed = await claim(world.app, request);
    if (claimed.kind !== 'mine') throw new Error(claimed.kind);
    return claimed;
  };
  const first = await own();
  await deleteAnswer(key, wallNow() - 1);
  // A claim is identified by its time, in milliseconds.
  await vi.waitUntil(() => wallNow() + 20 * SECOND > first.claim.lockedUntil.getTime());
  const second = await own();
  expect(second.objectId).toBe(first.objectId);
  const answer = { status: 422, answer: 'refused', apiVersion: 2 } as const;
  await settle(world.app, { ...first.claim, ...answer });
  await giveUp(world.app, first.claim);
  await expect(own()).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  await settle(world.app, { ...second.claim, ...answer, status: 200, answer: 'done' });
  await settle(world.app, { ...first.claim, ...answer });
  expect(await claim(world.app, request)).toMatchObject({ kind: 'replay', answer: 'done' });
});

test('concurrent requests, of several merchants and with equal keys, each get their own response', async () => {
  const other = await world.merchant();
  const keys = Array.from({ length: 20 }, newKey);
  const apiKeys = [merchant.key, other.key];
  const requests = keys.flatMap((key, n) =>
    apiKeys.map((by) => ({ key, by, body: { ...invoice, name: `${by.key} ${n}` } })),
  );
  const firsts = await Promise.all(
    requests.map(({ key, by, body }) => post('/api/invoices', body, key, by)),
  );
  expect(firsts.map(({ status }) => status)).toEqual(requests.map(() => 201));
  const again = await Promise.all(
    requests.map(({ key, by, body }) => post('/api/invoices', body, key, by)),
  );
  expect(again.map(({ text }) => text)).toEqual(firsts.map(({ text }) => text));
  expect(again.map(({ text }) => JSON.parse(text).data.name)).toEqual(
    requests.map(({ body }) => body.name),
  );
});

test('a request without a key creates an object each time', async () => {
  const before = await count('invoices');
  for (let n = 0; n < 2; n++) {
    const requested: Requested = { method: 'POST', target: '/api/invoices', body: invoice };
    expect((await signedCall(world.url, merchant.key, requested)).status).toBe(201);
  }
  expect(await count('invoices')).toBe(before + 2);
});

describe('a used key', () => {
  test.each<[string, string, object]>([
    ['body', '/api/invoices', { ...invoice, price_amount: '11' }],
    ['path', '/api/customers', invoice],
    ['query', '/api/invoices?x=1', invoice],
  ])('is rejected with another %s, and the first response stays', async (_name, target, body) => {
    const key = newKey();
    const first = await post('/api/invoices', invoice, key);
    const reused = { status: 422, code: 'idempotency_key_reused' };
    expectError(await post(target, body, key), reused);
    // Also when the first was interrupted: its key belongs to its request.
    await deleteAnswer(key, wallNow());
    expectError(await post(target, body, key), reused);
    expect((await post('/api/invoices', invoice, key)).text).toBe(first.text);
  });

  test('is free again after 24 hours, for any request and a new object', async () => {
    const key = newKey();
    const first = await post('/api/invoices', invoice, key);
    await age(key, DAY - HOUR);
    expect((await post('/api/invoices', invoice, key)).text).toBe(first.text);
    await age(key, DAY + 1000);
    const second = await post('/api/invoices', invoice, key);
    expect(second.headers).not.toHaveProperty('idempotent-replayed');
    expect(JSON.parse(second.text).data.id).not.toBe(JSON.parse(first.text).data.id);
    await age(key, DAY + 1000);
    expect((await post('/api/customers', { id: newKey(), currency: 'EUR' }, key)).status).toBe(201);
  });

  test('is free for another project', async () => {
    const other = await world.merchant();
    const key = newKey();
    const first = await post('/api/invoices', invoice, key);
    const second = await post('/api/invoices', invoice, key, other.key);
    expect(second.headers).not.toHaveProperty('idempotent-replayed');
    expect(JSON.parse(second.text).data.id).not.toBe(JSON.parse(first.text).data.id);
  });

  test('replays to another API key of the project, in the version of the first response', async () => {
    const key = newKey();
    const first = await post('/api/invoices', invoice, key);
    const replayed = await post('/api/invoices', invoice, key, v1);
    expect(replayed.text).toBe(first.text);
    expect(replayed.headers).toMatchObject({ 'api-version': '2', 'idempotent-replayed': 'true' });
    expectAnswer(replayed, { operation: operations.createInvoice, version: 2 });
  });

  test('replays a refusal as well', async () => {
    const key = newKey();
    const first = await post('/api/invoices', {}, key);
    expect(first.status).toBe(422);
    const replayed = await post('/api/invoices', {}, key);
    expect([replayed.status, replayed.text]).toEqual([422, first.text]);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
  });

  test('does not replay to a key that lacks the permission', async () => {
    const key = newKey();
    await post('/api/invoices', invoice, key);
    const reader = await createApiKey(world.app, merchant.project.id, {
      name: 'reader',
      apiVersion: 2,
      permissions: ['read'],
      ipAllowList: [],
    });
    const refused = await post('/api/invoices', invoice, key, reader);
    expectError(refused, { status: 403, code: 'unauthorized' });
  });
});

test('a server error is not stored: the same request can be retried immediately', async () => {
  const key = newKey();
  const body = { ...invoice, custom_id: newKey() };
  // A missing table stands in for any server error.
  await world.database.owner.query('alter table invoices rename to invoices_away');
  const failed = await post('/api/invoices', body, key).finally(() =>
    world.database.owner.query('alter table invoices_away rename to invoices'),
  );
  expectError(failed, { status: 500, code: 'internal_error' });
  expect(failed.text).not.toMatch(/invoices|relation|select/);
  const second = await post('/api/invoices', body, key);
  expectAnswer(second, { operation: operations.createInvoice, version: 2 });
  expect(second.headers).not.toHaveProperty('idempotent-replayed');
});

test.each(['', 'k'.repeat(256)])('a key of a wrong length is rejected (%#)', async (key) => {
  const answer = await post('/api/invoices', invoice, key);
  expectError(answer, { status: 400, code: 'bad_request' });
});

test('a key of 255 characters is accepted', async () => {
  expect((await post('/api/invoices', invoice, 'k'.repeat(255))).status).toBe(201);
});
