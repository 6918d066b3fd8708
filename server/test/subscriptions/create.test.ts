// Guarantees of creating, showing, listing and canceling subscriptions (wire.md (b) 35 to 39, (c), (g)).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subscription as SubscriptionObject } from '../../../client/src/types.ts';
import { Subscription } from '../../src/contract/objects/subscriptions.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, formatTime, SECOND } from '../../src/core/clock.ts';
import { expectShape } from '../support/api-shapes.ts';
import { type HttpAnswer, signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { newSubscription, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const UNKNOWN_ID = '01936f7a-0000-7000-8000-000000000001';

function call(
  method: string,
  target: string,
  requested: { body?: object; headers?: Record<string, string> } = {},
): Promise<HttpAnswer> {
  return signedCall(world.url, merchant.key, { method, target, ...requested });
}

const right = (terms: object = {}) => ({
  name: 'Membership',
  amount: '10.00',
  currency: 'EUR',
  period: 'month',
  period_quantity: 1,
  starts_at: new Date(world.clock.now() + 10 * DAY).toISOString(),
  payer_email: 'payer@example.com',
  ...terms,
});

async function create(terms: object = {}): Promise<SubscriptionObject> {
  const answer = await call('POST', '/api/subscriptions', { body: right(terms) });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return JSON.parse(answer.text).data;
}

async function problemsOf(terms: object): Promise<[string, string, unknown][]> {
  const answer = await call('POST', '/api/subscriptions', { body: right(terms) });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 422 });
  const { details } = JSON.parse(answer.text).error as {
    details: { target: string; code: string; args: unknown }[];
  };
  return details.map(({ target, code, args }) => [target, code, args]);
}

test('a new one is active, and its first period lasts from now until starts_at', async () => {
  const created = await create({
    custom_id: 'member 1',
    payer_name: 'Ada',
    product_name: 'Chess club',
    product_description: 'All boards',
    success_redirect_url: 'https://shop.example/thanks',
    unsuccess_redirect_url: 'https://shop.example/sorry',
  });
  expectShape(Subscription, created);
  expect(created).toEqual({
    id: created.id,
    status: 'active',
    custom_id: 'member 1',
    name: 'Membership',
    amount: '10.0',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    current_period_starts_at: created.created_at,
    current_period_ends_at: formatTime(new Date(world.clock.now() + 10 * DAY)),
    current_period_paid: false,
    payer_email: 'payer@example.com',
    payer_name: 'Ada',
    product_name: 'Chess club',
    product_description: 'All boards',
    success_redirect_url: 'https://shop.example/thanks',
    unsuccess_redirect_url: 'https://shop.example/sorry',
    hosted_page_url: `${world.url}/subscriptions/${created.id}`,
    created_at: formatTime(new Date(world.clock.now())),
    cancelled_at: null,
  });
  expect(await merchant.api.subscriptions.get(created.id)).toEqual(created);
  expect(await merchant.api.subscriptions.getByCustomId('member 1')).toEqual(created);
  expect(merchant.callbacks).toEqual([]);
});

test('in version 1 it is the same object, bare', async () => {
  const { id } = await create();
  const headers = { 'api-version': '1' };
  const v1 = JSON.parse((await call('GET', `/api/subscriptions/${id}`, { headers })).text);
  const v2 = JSON.parse((await call('GET', `/api/subscriptions/${id}`)).text);
  expect(v2).toEqual({ data: v1 });
  expectShape(Subscription, v1);
});

test('period_quantity is a JSON number or a string', async () => {
  const created = await create({ period_quantity: '3', period: 'week' });
  expect(created.period_quantity).toBe(3);
});

test.each([
  ['Z', (iso: string) => `${iso}Z`],
  ['an offset', (iso: string) => `${shifted(iso, 120)}+02:00`],
  ['an offset without a colon', (iso: string) => `${shifted(iso, -330)}-0530`],
  ['nanoseconds, as java sends them', (iso: string) => `${iso}.000000000Z`],
  ['UTC in words, as ruby sends it', (iso: string) => `${iso.replace('T', ' ')} UTC`],
  ['a ruby offset', (iso: string) => `${shifted(iso, 120).replace('T', ' ')} +0200`],
])('starts_at with %s is the same moment', async (_name, spell) => {
  const iso = new Date(world.clock.now() + 10 * DAY).toISOString().slice(0, 19);
  const created = await create({ starts_at: spell(iso) });
  expect(created.current_period_ends_at).toBe(`${iso}+00:00`);
});

function shifted(iso: string, minutes: number): string {
  return new Date(Date.parse(`${iso}Z`) + minutes * 60_000).toISOString().slice(0, 19);
}

test('starts_at may be a date only, and fractions of a second are dropped', async () => {
  expect((await create({ starts_at: '2027-03-01' })).current_period_ends_at).toBe(
    '2027-03-01T00:00:00+00:00',
  );
  expect((await create({ starts_at: '2027-03-01T10:20:30.999Z' })).current_period_ends_at).toBe(
    '2027-03-01T10:20:30+00:00',
  );
});

test('starts_at is three days ahead at the earliest and ten years at the latest', async () => {
  const earliest = world.clock.now() + 3 * DAY;
  const at = (time: number) => new Date(time).toISOString();
  await create({ starts_at: at(earliest) });
  const value = formatTime(new Date(earliest));
  for (const time of [earliest - SECOND, world.clock.now(), world.clock.now() - DAY])
    expect(await problemsOf({ starts_at: at(time) })).toEqual([
      ['starts_at', 'must_be_greater_than_or_equal', { value }],
    ]);
  const late = await problemsOf({ starts_at: at(world.clock.now() + 3661 * DAY) });
  expect(late.map(([target, code]) => [target, code])).toEqual([
    ['starts_at', 'must_be_less_than_or_equal'],
  ]);
});

test.each([
  '2027-02-30T00:00:00Z',
  '2027-03-01T00:00:00',
  'tomorrow',
  '1798761600',
  1798761600,
  '2027-03-01T25:00:00Z',
])('%j is not a time', async (starts_at) => {
  expect(await problemsOf({ starts_at })).toEqual([['starts_at', 'must_be_time', {}]]);
});

test.each([
  'payer',
  'payer@',
  '@example.com',
  'a b@example.com',
  'payer@example.com\r\nBcc: all@example.com',
  'payer@example.com, other@example.com',
  '"payer"@example.com',
  'Payer <payer@example.com>',
  'payer@-example.com',
  'payer@example..com',
  `${'x'.repeat(65)}@example.com`,
  'pаyer@exаmple.com',
])('%j is not an email address', async (payer_email) => {
  const problems = await problemsOf({ payer_email });
  expect(problems.map(([target, code]) => [target, code])).toEqual([
    ['payer_email', 'has_invalid_format'],
  ]);
});

test('every missing, mistyped and unknown value is reported in one response', async () => {
  const body = {
    name: 'x'.repeat(256),
    amount: 'ten',
    currency: 'EURO',
    period: 'fortnight',
    period_quantity: 0,
    starts_at: 'soon',
    payer_name: ['Ada'],
    custom_id: {},
    product_name: 'x'.repeat(256),
    product_description: 'x'.repeat(1001),
    success_redirect_url: 'javascript:alert(1)',
    unsuccess_redirect_url: 'https://user:password@shop.example/',
  };
  const answer = await call('POST', '/api/subscriptions', { body });
  expect(answer.status).toBe(422);
  const { details } = JSON.parse(answer.text).error as {
    details: { target: string; code: string }[];
  };
  expect(details.map(({ target, code }) => [target, code])).toEqual([
    ['name', 'length_must_be_less_than_or_equal'],
    ['amount', 'must_be_decimal'],
    ['currency', 'must_be_included_in'],
    ['period', 'must_be_included_in'],
    ['period_quantity', 'must_be_greater_than_or_equal'],
    ['starts_at', 'must_be_time'],
    ['payer_email', 'must_be_filled'],
    ['payer_name', 'must_be_string'],
    ['custom_id', 'must_be_string'],
    ['product_name', 'length_must_be_less_than_or_equal'],
    ['product_description', 'length_must_be_less_than_or_equal'],
    ['success_redirect_url', 'must_be_url'],
    ['unsuccess_redirect_url', 'must_be_url'],
  ]);
});

test('problems that depend on currency and clock are reported together as well', async () => {
  const starts_at = new Date(world.clock.now()).toISOString();
  expect(
    (await problemsOf({ amount: '1.001', starts_at })).map(([target, code]) => [target, code]),
  ).toEqual([
    ['amount', 'bad_precision'],
    ['starts_at', 'must_be_greater_than_or_equal'],
  ]);
});

test('an amount of zero, or one that the fee consumes, is rejected', async () => {
  for (const amount of ['0', '-1', '0.01']) {
    const problems = await problemsOf({ amount });
    expect(problems.map(([target, code]) => [target, code])).toEqual([
      ['amount', 'must_be_greater_than'],
    ]);
  }
  expect((await create({ amount: '0.02' })).amount).toBe('0.02');
});

test('a used custom_id is rejected, another merchant can use it, and a canceled subscription keeps it', async () => {
  const { id } = await create({ custom_id: 'once' });
  await merchant.api.subscriptions.cancel(id);
  await expect(newSubscription(world, merchant, { custom_id: 'once' })).rejects.toMatchObject({
    status: 409,
    code: 'duplicate_custom_id',
  });
  const other = await world.merchant();
  expect(await newSubscription(world, other, { custom_id: 'once' })).toMatchObject({
    status: 'active',
  });
});

test('50 parallel creations with one custom_id create one', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => newSubscription(world, merchant, { custom_id: 'parallel' })),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});

test('a repeated request with its Idempotency-Key creates no second one', async () => {
  const headers = { 'idempotency-key': 'subscription once' };
  const body = right();
  const first = await call('POST', '/api/subscriptions', { body, headers });
  const second = await call('POST', '/api/subscriptions', { body, headers });
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(second.text).toBe(first.text);
});

test('the list is newest first, in pages, with the total', async () => {
  const own = await world.merchant();
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.unshift((await newSubscription(world, own)).id);
  const ids = (page: { data: { id: string }[] }) => page.data.map((row) => row.id);
  const page = async (query: string) => {
    const target = `/api/subscriptions?${query}`;
    return JSON.parse((await signedCall(world.url, own.key, { method: 'GET', target })).text);
  };
  const first = await page('limit=2');
  expect(ids(first)).toEqual(made.slice(0, 2));
  expect(first.meta).toEqual({ total: 5, has_more: true });
  const rest = await page(`limit=3&starting_after=${made[1]}`);
  expect(ids(rest)).toEqual(made.slice(2));
  expect(rest.meta).toEqual({ total: 5, has_more: false });
  expect((await page(`starting_after=${UNKNOWN_ID}`)).error.code).toBe('not_found');
  expect((await page('starting_after=1')).error.details).toMatchObject([
    { code: 'must_be_uuid', target: 'starting_after' },
  ]);
});

test('an unknown one and another merchant’s look the same', async () => {
  const other = await world.merchant();
  const foreign = await newSubscription(world, other, { custom_id: 'foreign' });
  for (const target of [UNKNOWN_ID, foreign.id, 'custom_id/foreign', 'custom_id/none']) {
    const answer = await call('GET', `/api/subscriptions/${target}`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text).error.code).toBe('not_found');
  }
  await expect(merchant.api.subscriptions.cancel(foreign.id)).rejects.toMatchObject({
    status: 404,
  });
  const answer = await call('GET', '/api/subscriptions/1');
  expect(JSON.parse(answer.text).error.details).toMatchObject([
    { code: 'must_be_uuid', target: 'id' },
  ]);
});

test("cancelling is notified once, stops it, and can't be repeated", async () => {
  const own = await world.merchant();
  const { id } = await newSubscription(world, own);
  const cancelled = await own.api.subscriptions.cancel(id);
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    cancelled_at: formatTime(new Date(world.clock.now())),
    current_period_paid: false,
  });
  await expect(own.api.subscriptions.cancel(id)).rejects.toMatchObject({
    status: 422,
    code: 'invalid_status',
  });
  await world.settle();
  expect(storyOf(own, { id })).toEqual(['cancelled']);
  expect(defined(own.callbacks[0], 'a callback')).toMatchObject({
    type: 'Subscription',
    data: cancelled,
  });
  await world.advance(20 * DAY);
  expect(storyOf(own, { id })).toEqual(['cancelled']);
  expect(await own.api.subscriptions.get(id)).toEqual(cancelled);
});

test('of 20 parallel cancellations one succeeds', async () => {
  const own = await world.merchant();
  const { id } = await newSubscription(world, own);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => own.api.subscriptions.cancel(id)),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  await world.settle();
  expect(storyOf(own, { id })).toEqual(['cancelled']);
});
