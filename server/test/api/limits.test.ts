// Guarantees of the limits of wire.md 1.2: lengths of texts and URLs, metadata, pages and cursors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { jsonText } from '../../src/core/json-text.ts';
import { emit, type NewEvent } from '../../src/events/emit.ts';
import { lockLedger } from '../../src/ledger/post.ts';
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

  test('a blank reference counts as missing', async () => {
    for (let n = 0; n < 2; n++) {
      const answer = await create({ custom_id: '', customer_id: '' });
      expect(JSON.parse(answer.text).data).toMatchObject({ custom_id: null, customer_id: null });
    }
  });
});

test('a price that its fee would consume is rejected with the minimum', async () => {
  const least = '0.02';
  const cent = { price_amount: '0.01', pay_currency: 'XRP' };
  expectError(
    await create(cent),
    refused('price_amount', 'must_be_greater_than_or_equal', {
      message: `must be greater than or equal to ${least}`,
      args: { value: least },
    }),
  );
  expect((await create({ ...cent, price_amount: least })).status).toBe(201);
});

describe('metadata', () => {
  const send = (metadata: string) => {
    const body = `{"price_amount":"1","price_currency":"EUR","pay_currency":"BTC","metadata":${metadata}}`;
    return signedCall(world.url, merchant.key, { method: 'POST', target: '/api/invoices', body });
  };
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  const textOf = ({ text }: { text: string }) => {
    const at = text.indexOf('"metadata":') + '"metadata":'.length;
    return text.slice(at, text.indexOf(',"success_redirect_url"'));
  };

  test.each([
    ['{"b":true,"a":null,"2":[1,{"x":[]}],"1":{"deep":{"er":false}}}'],
    ['{"n":1.50,"e":1E+3,"long":12345678901234567890.000000000000000001,"-0":-0}'],
    ['{ "spaced" : [ 1 ,\t2 ] }'],
    [String.raw`{"nul":"\u0000","mark":"\u0000json {}","half":"\ud83d","é":"\/","q":"\"\\\""}`],
    ['{"__proto__":{"a":1},"constructor":1,"toString":null}'],
    ['{}'],
    [`{"a":"${'x'.repeat(65_536 - 8)}"}`],
    [nested(20)],
  ])('%.60s is returned as it was sent, in every response', async (metadata) => {
    const made = await send(metadata);
    expect(made.status).toBe(201);
    expect(textOf(made)).toBe(metadata);
    const { id } = JSON.parse(made.text).data;
    expect(textOf(await get(`/api/invoices/${id}`))).toBe(metadata);
    expect(textOf(await get('/api/invoices?limit=1'))).toBe(metadata);
  });

  test('a callback contains it unchanged', async () => {
    const metadata = '{"2":1.50,"1":{"a":null}}';
    const { id } = JSON.parse((await send(metadata)).text).data;
    await world.app.db.transaction(async (tx) => {
      await lockLedger(tx, merchant.project.id);
      await emit(tx, merchant.project.id, [
        {
          type: 'Invoice',
          event: 'completed',
          objectId: id,
          data: { metadata: jsonText(metadata), success_redirect_url: null },
        } as unknown as NewEvent,
      ]);
    });
    const [event] = await world.app.db.query<{ payload: string }>(
      'select payload from events where object_id = $1',
      [id],
    );
    expect(textOf({ text: event?.payload ?? '' })).toBe(metadata);
  });

  test.each([
    ['a text', '"a"', refused('metadata', 'must_be_object')],
    ['a list', '[{"a":1}]', refused('metadata', 'must_be_object')],
    ['a number', '1', refused('metadata', 'must_be_object')],
    [
      'a byte too much',
      `{"a":"${'x'.repeat(65_537 - 8)}"}`,
      refused('metadata', 'bytes_must_be_less_than_or_equal'),
    ],
    ['a level too many', nested(21), refused('metadata', 'levels_must_be_less_than_or_equal')],
  ])('%s is rejected', async (_name, metadata, wanted) => {
    expectError(await send(metadata), wanted as ReturnType<typeof refused>);
  });

  test('a duplicate key is rejected by name', async () => {
    const answer = await send('{"a":{"b":1,"b":2}}');
    expect([answer.status, JSON.parse(answer.text).error]).toMatchObject([
      400,
      { code: 'bad_request', message: 'the body has the key "b" twice' },
    ]);
  });

  test('an invoice from an earlier version is shown with its metadata', async () => {
    const { id } = JSON.parse((await send('{"a":1}')).text).data;
    await world.app.db.query(
      `update invoices set metadata_text = null, metadata = '{"a": "old"}' where id = $1`,
      [id],
    );
    expect(textOf(await get(`/api/invoices/${id}`))).toBe('{"a": "old"}');
  });

  test('a compressed body is rejected with its own error', async () => {
    const target = '/api/invoices';
    const answer = await signedCall(world.url, merchant.key, {
      method: 'POST',
      target,
      body: '{}',
      headers: { 'content-encoding': 'gzip' },
    });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([
      415,
      'unsupported_media_type',
    ]);
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
  ])('is rejected when it is %j', async (url) => {
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
    accountId = defined(
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
    for (const cursor of [UNKNOWN, defined(foreign, 'the stranger has rows').id, accountId]) {
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
    'of %s after a non-UUID are rejected',
    async (_name, list) => {
      for (const cursor of ['', '1', 'x'.repeat(36), `${UNKNOWN}'--`]) {
        const answer = await get(joined(list(), `starting_after=${encodeURIComponent(cursor)}`));
        expectError(answer, refused('starting_after', 'must_be_uuid'));
      }
    },
  );
});
