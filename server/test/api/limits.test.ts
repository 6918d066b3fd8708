// Guarantees of the bounds of wire.md 1.2: sizes of texts, URLs, metadata and pages and cursors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { known } from '../../src/core/assert.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { newInvoice } from './furnish.ts';

let world: World;
let merchant: Merchant;
let stranger: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  stranger = await world.merchant();
});
afterAll(() => world.close());

const right = { price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' };
const create = (more: object) =>
  signedCall(world.url, merchant.key, {
    method: 'POST',
    target: '/api/invoices',
    body: { ...right, ...more },
  });
const get = (target: string, by = merchant) =>
  signedCall(world.url, by.key, { method: 'GET', target });
const refused = (target: string, code: string, more: object = {}) => ({
  status: 422,
  code: 'invalid',
  details: [{ code, target, ...more }],
});

describe('texts', () => {
  test.each([
    ['custom_id', 255],
    ['customer_id', 255],
    ['name', 255],
    ['payer_email', 255],
    ['description', 1000],
  ])('%s has at most %i characters, whatever they are', async (name, length) => {
    for (const character of ['x', 'ü', '漢', '😀']) {
      const text = character.repeat(length);
      const made = expectAnswer(await create({ [name]: text }), {
        operation: operations.createInvoice,
        version: 2,
      }) as Record<string, unknown>;
      if (name !== 'payer_email') expect(made[name]).toBe(text);
      expectError(
        await create({ [name]: `${text}${character}` }),
        refused(name, 'length_must_be_less_than_or_equal', { args: { value: length } }),
      );
    }
  });

  test('a custom_id of 255 characters is found again', async () => {
    const customId = '漢'.repeat(254) + Math.trunc(world.clock.now() / 1000).toString()[0];
    await create({ custom_id: customId });
    const answer = await get(`/api/invoices/custom_id/${encodeURIComponent(customId)}`);
    expect(JSON.parse(answer.text).data.custom_id).toBe(customId);
  });

  test('a blank reference counts as not given', async () => {
    for (let n = 0; n < 2; n++) {
      const answer = await create({ custom_id: '', customer_id: '' });
      expect(JSON.parse(answer.text).data).toMatchObject({ custom_id: null, customer_id: null });
    }
  });
});

test('a price that its fee would eat is told the least that leaves something', async () => {
  const least = '0.02';
  const cent = { price_amount: '0.01', pay_currency: 'XRP' };
  expectError(
    await create(cent),
    refused('price_amount', 'must_be_greater_than_or_equal', {
      ...{ message: `must be greater than or equal to ${least}`, args: { value: least } },
    }),
  );
  expect((await create({ ...cent, price_amount: least })).status).toBe(201);
});

describe('metadata', () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));

  test('is stored as it was given', async () => {
    const metadata = { ...keys(48), ['k'.repeat(40)]: '😀'.repeat(500), constructor: 'x' };
    const made = await create({ metadata });
    expect(JSON.parse(made.text).data.metadata).toEqual(metadata);
    const found = await get(`/api/invoices/${JSON.parse(made.text).data.id}`);
    expect(JSON.parse(found.text).data.metadata).toEqual(metadata);
  });

  test('has numbers as the text they were sent as', async () => {
    const body = `{"price_amount":"1","price_currency":"EUR","pay_currency":"BTC","metadata":{"n":1.50}}`;
    const target = '/api/invoices';
    const answer = await signedCall(world.url, merchant.key, { method: 'POST', target, body });
    expect(JSON.parse(answer.text).data.metadata).toEqual({ n: '1.50' });
  });

  test.each<[string, object, object]>([
    ['51 keys', keys(51), refused('metadata', 'size_must_be_less_than_or_equal')],
    [
      'a key of 41 characters',
      { ['k'.repeat(41)]: 'v' },
      refused(`metadata.${'k'.repeat(41)}`, 'length_must_be_less_than_or_equal'),
    ],
    [
      'a value of 501 characters',
      { k: 'v'.repeat(501) },
      refused('metadata.k', 'length_must_be_less_than_or_equal'),
    ],
    ['a nested value', { k: { a: 'b' } }, refused('metadata.k', 'must_be_string')],
    ['a null', { k: null }, refused('metadata.k', 'must_be_string')],
  ])('with %s is refused', async (_name, metadata, wanted) => {
    expectError(await create({ metadata }), wanted as ReturnType<typeof refused>);
  });
});

describe.each(['success_redirect_url', 'unsuccess_redirect_url'])('%s', (name) => {
  test.each([
    'http://localhost:3000/thanks',
    'https://shop.example',
    'HTTPS://SHOP.EXAMPLE/a?b=c#d',
    'https://müller.example/ü',
    'https://[2001:db8::1]/',
    `https://shop.example/${'x'.repeat(2048 - 21)}`,
  ])('may be %s', async (url) => {
    expect(JSON.parse((await create({ [name]: url })).text).data[name]).toBe(url);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://shop.example',
    '//evil.example',
    '/thanks',
    'shop.example',
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
    'https://',
    'https://user:pass@shop.example',
    'https://user@shop.example',
    'https://shop.example@evil.example',
    'https://@evil.example',
    'https://shop.example/\u0000',
    'https://shop.example/\r\nSet-Cookie: a=b',
    'https://sh\top.example/',
    'https://shop.example:99999/',
    'https://shop .example/',
    '',
  ])('is refused when it is %j', async (url) => {
    expectError(await create({ [name]: url }), refused(name, 'must_be_url'));
  });

  test('has at most 2048 characters', async () => {
    const url = `https://shop.example/${'x'.repeat(2048 - 20)}`;
    expectError(
      await create({ [name]: url }),
      refused(name, 'length_must_be_less_than_or_equal', { args: { value: 2048 } }),
    );
  });
});

describe('pages', () => {
  let channelId: string;
  let accountId: string;
  const lists: [string, () => string][] = [
    ['invoices', () => '/api/invoices'],
    ['channels', () => '/api/channels'],
    ['customers', () => '/api/customers'],
    ['transactions', () => '/api/transactions'],
    ['transactions of a currency', () => '/api/transactions?currency=EUR'],
    ['transactions of an account', () => `/api/accounts/${accountId}/transactions`],
    ['payments of a channel', () => `/api/channels/${channelId}/payments`],
  ];
  const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

  beforeAll(async () => {
    for (const by of [merchant, stranger]) {
      const channel = await by.api.channels.create({
        name: 'c',
        pay_currency: 'LTC',
        receiver_currency: 'EUR',
      });
      if (by === merchant) channelId = channel.id;
      for (let n = 0; n < 3; n++) {
        await newInvoice(by);
        await by.api.channels.create({ name: 'c', pay_currency: 'LTC', receiver_currency: 'EUR' });
        await by.api.customers.create({ id: `${by.project.id} ${n}`, currency: 'EUR' });
        await world.pay({ channel_id: channel.id, amount: '0.1' });
      }
    }
    const { data } = await merchant.api.accounts.list();
    accountId = known(
      data.find((account) => account.currency === 'EUR'),
      'EUR',
    ).id;
  });

  const rowsOf = async (target: string, by = merchant): Promise<{ id: string }[]> =>
    JSON.parse((await get(target, by)).text).data;
  const joined = (target: string, query: string) =>
    `${target}${target.includes('?') ? '&' : '?'}${query}`;

  test.each(lists)('of %s walk through all rows once, newest first', async (_name, list) => {
    const all = await rowsOf(joined(list(), 'limit=200'));
    expect(all.length).toBeGreaterThanOrEqual(3);
    const walked: string[] = [];
    for (let after = ''; ; ) {
      const cursor = after === '' ? '' : `&starting_after=${encodeURIComponent(after)}`;
      const answer = await get(joined(list(), `limit=2${cursor}`));
      const { data, meta } = JSON.parse(answer.text);
      expect(meta.total).toBe(all.length);
      walked.push(...data.map((row: { id: string }) => row.id));
      expect(meta.has_more).toBe(walked.length < all.length);
      if (!meta.has_more) break;
      after = data.at(-1).id;
    }
    expect(walked).toEqual(all.map((row) => row.id));
  });

  test.each(lists)('of %s after an unknown or a foreign row are not found', async (_name, list) => {
    const target = list();
    const foreignList = target.includes(channelId) || target.includes(accountId);
    const foreign = foreignList
      ? (await rowsOf('/api/transactions', stranger))[0]
      : (await rowsOf(target, stranger))[0];
    for (const cursor of [UNKNOWN, known(foreign, 'the stranger has rows').id, accountId]) {
      const answer = await get(joined(target, `starting_after=${encodeURIComponent(cursor)}`));
      expectError(answer, { status: 404, code: 'not_found' });
    }
  });

  test.each(lists)('of %s have 1 to 200 rows', async (_name, list) => {
    for (const limit of ['1', '200']) {
      expect((await get(joined(list(), `limit=${limit}`))).status).toBe(200);
    }
    const codes = {
      '0': 'must_be_greater_than_or_equal',
      '-1': 'must_be_greater_than_or_equal',
      '201': 'must_be_less_than_or_equal',
      '1.5': 'must_be_integer',
      '1e2': 'must_be_integer',
      ten: 'must_be_integer',
      '': 'must_be_integer',
      '99999999999999999999': 'must_be_integer',
    };
    for (const [limit, code] of Object.entries(codes)) {
      expectError(await get(joined(list(), `limit=${limit}`)), refused('limit', code));
    }
  });

  test.each(lists.filter(([name]) => name !== 'customers'))(
    'of %s after what is no UUID are refused',
    async (_name, list) => {
      for (const cursor of ['', '1', 'x'.repeat(36), `${UNKNOWN}'--`]) {
        const answer = await get(joined(list(), `starting_after=${encodeURIComponent(cursor)}`));
        expectError(answer, refused('starting_after', 'must_be_uuid'));
      }
    },
  );
});
