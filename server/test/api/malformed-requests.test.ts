// Guarantees for malformed requests: broken JSON, odd encodings, oversized or missing parts, and bytes that are not
// HTTP. Each gets the documented error body (wire.md 1.2 and (f)) and has no effect.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import { type Requested, sendRaw, signedCall, signedHeaders } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
});
afterAll(async () => {
  const rows = await world.app.db.query(
    `select 1 from customers union all select 1 from invoices where metadata_text is null`,
  );
  await world.close();
  expect(rows).toEqual([]);
});

const call = (requested: Requested) => signedCall(world.url, merchant.key, requested);
const post = (body: Requested['body'], headers: Record<string, string | null> = {}) =>
  call({ method: 'POST', target: '/api/customers', body, headers });
const get = (target: string) => call({ method: 'GET', target });

const badRequest = { status: 400, code: 'bad_request' };
const notFound = { status: 404, code: 'not_found' };
const missing = (...names: string[]) => ({
  status: 422,
  code: 'invalid',
  details: names.map((target) => ({ code: 'must_be_filled', target })),
});
const right = '"id":"c","currency":"EUR"';

describe('a body', () => {
  test.each([
    '{',
    '}',
    '{]',
    'id=c&currency=EUR',
    `{${right},}`,
    `{${right}} {}`,
    `{${right},"a":01}`,
    `{${right},"a":1"b"}`,
    `{${right},"a":.5}`,
    `{${right},"a":+5}`,
    `{${right},"a":NaN}`,
    `{${right},"a":'x'}`,
    `{${right},"a":"\u0000"}`,
    `{${right},"a":"\n"}`,
    `{${right},"a":"${'\\"'.repeat(20_000)}1:1`,
    `{${right},"a":tru}`,
    '[]',
    '[{}]',
    '"text"',
    '5',
    'null',
    'true',
    ' ',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `{${right},"__proto__":{"id":"x"}}`,
  ])('that is not a JSON object is rejected (%#)', async (body) => {
    expectError(await post(body), badRequest);
  });

  test.each([
    [0xff, 0xfe],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xe2, 0x82],
  ])('that is not UTF-8 is rejected (%#)', async (...bytes) => {
    const body = Buffer.concat([Buffer.from('{"id":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expectError(await post(body), badRequest);
  });

  test.each([`{${right}}`, '<xml/>'])('of another content type is rejected', async (body) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json-patch+json',
      'x',
      '',
    ]) {
      expectError(await post(body, { 'content-type': type }), {
        status: 415,
        code: 'unsupported_media_type',
      });
    }
    expectError(await post(body, { 'content-type': null }), {
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('of the type %s is read', async (type) => {
    expectError(await post('{}', { 'content-type': type }), missing('id', 'currency'));
  });

  test.each(Object.values(operations).filter(({ method }) => method !== 'GET'))(
    'over the limit is rejected by $id',
    async ({ method, path }) => {
      const target = path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000');
      const body = `{"a":"${'x'.repeat(world.app.config.bodyBytesMax)}"}`;
      expectError(await call({ method, target, body }), { status: 413, code: 'payload_too_large' });
    },
  );

  test('of exactly the limit is read', async () => {
    const size = world.app.config.bodyBytesMax;
    const answer = await post(`{"a":"${'x'.repeat(size - 8)}"}`);
    expectError(answer, missing('id', 'currency'));
  });

  test('with keys of object prototypes is read like any other', async () => {
    const body = '{"constructor":{"prototype":{"id":"x"}},"toString":1,"hasOwnProperty":2}';
    expectError(await post(body), missing('id', 'currency'));
  });

  test('with a number marker inside a string is read as text', async () => {
    const body = '{"price_amount":"\\u0000#5","price_currency":"EUR","pay_currency":"BTC"}';
    expectError(await call({ method: 'POST', target: '/api/invoices', body }), {
      status: 422,
      code: 'invalid',
      details: [{ code: 'must_be_decimal', target: 'price_amount' }],
    });
  });

  test.each([
    ['id', `{"id":"a\\u0000b","currency":"EUR"}`, 'must_be_string'],
    ['id', `{"id":"\\ud800","currency":"EUR"}`, 'must_be_string'],
    ['id', `{"id":"\\udc00\\ud800","currency":"EUR"}`, 'must_be_string'],
  ])('with a %s that no database stores is rejected', async (target, body, code) => {
    expectError(await post(body), { status: 422, code: 'invalid', details: [{ code, target }] });
  });

  test.each([
    '{"a\\u0000":"x"}',
    '{"a\\ud800":"x"}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"a":"x\\u0000#"}',
    '{"__proto__":{"a":"b"}}',
  ])('with odd metadata is carried out, and the metadata stays as it is: %s', async (metadata) => {
    const body = `{"price_amount":"5","price_currency":"EUR","pay_currency":"BTC","metadata":${metadata}}`;
    const answer = await call({ method: 'POST', target: '/api/invoices', body });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain(`"metadata":${metadata}`);
  });
});

describe('unknown names', () => {
  const ignored = async (requested: Requested) => {
    const { status, headers } = await call(requested);
    return [status, headers['chaintill-ignored']];
  };

  test('are ignored and listed in a header, whether the request succeeds or is rejected', async () => {
    expect(await ignored({ method: 'GET', target: '/api/accounts?limitt=1&x%20y=2' })).toEqual([
      200,
      'limitt, x%20y',
    ]);
    const body = { currency: 'EUR', nam: 'a', 'ü\ud800': 1 };
    const refused = await ignored({ method: 'POST', target: '/api/customers?dry=1', body });
    expect(refused).toEqual([422, 'dry, nam, %C3%BC%EF%BF%BD']);
  });

  test('are bounded', async () => {
    const body = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`n${n}`, n]));
    const [, header] = await ignored({ method: 'POST', target: '/api/customers', body });
    expect(String(header).split(', ')).toHaveLength(21);
    const long = { ['x'.repeat(5000)]: 1 };
    const [, cut] = await ignored({ method: 'POST', target: '/api/customers', body: long });
    expect(cut).toBe('x'.repeat(60));
  });

  test('are not listed for a request without any', async () => {
    expect(await ignored({ method: 'GET', target: '/api/accounts' })).toEqual([200, undefined]);
  });
});

describe('a target', () => {
  test.each([
    ['DELETE', '/api/accounts', 'GET, HEAD'],
    ['PUT', '/api/customers/1', 'GET, HEAD, PATCH'],
    ['POST', '/api/accounts?limit=1', 'GET, HEAD'],
    ['PATCH', '/api/invoices', 'GET, HEAD, POST'],
    ['DELETE', '/api/invoices/custom_id/a/b', 'GET, HEAD'],
    ['OPTIONS', '/api/accounts', 'GET, HEAD'],
    ['TRACE', '/api/accounts', 'GET, HEAD'],
    ['PROPFIND', '/api/accounts', 'GET, HEAD'],
  ])(
    'with an unsupported method lists the supported ones: %s %s',
    async (method, target, allowed) => {
      const answer = await call({ method, target });
      expect([answer.status, answer.headers['allow']]).toEqual([405, allowed]);
      expectError(answer, { status: 405, code: 'method_not_allowed' });
    },
  );

  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/accounts/'],
    ['GET', '/API/accounts'],
    ['GET', '/api//accounts'],
    ['GET', '/api/accounts/x/y/z'],
    ['GET', `/api/${'x'.repeat(8000)}`],
    ['GET', '/api/rates/XXX/YYY'],
    ['GET', '/api/rates/EURBTC'],
    ['GET', '/api/rates/__proto__'],
    ['GET', '/api/rates/BTC/constructor'],
    ['GET', `/api/rates/${'x'.repeat(255)}/EUR`],
  ])('that names nothing is not found: %s %s', async (method, target) => {
    const answer = await call({ method, target });
    expectError(answer, notFound);
  });

  test.each(['%', '%zz', '%e0%a4', '%c3%28', '%ff', '%ed%a0%80'])(
    'with the invalid escape %s is rejected',
    async (bytes) => {
      for (const path of ['/api/invoices/', '/api/invoices/custom_id/', '/api/customers/']) {
        expectError(await get(path + bytes), badRequest);
      }
    },
  );

  test('with invalid escapes in its query is read unchanged', async () => {
    const answer = await get('/api/invoices?customer_id=%zz%e0%&limit=1');
    expectAnswer(answer, { operation: operations.listInvoices, version: 2 });
  });

  test('of 20,000 characters is rejected', async () => {
    const answer = await get(`/api/invoices?customer_id=${'x'.repeat(20_000)}`);
    expectError(answer, { status: 431, code: 'request_header_fields_too_large' });
  });
});

/** The signed request as text, to be altered. */
function rawRequest(version: string, extra = ''): string {
  const headers = signedHeaders(merchant.key, { method: 'GET', target: '/api/accounts' });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET /api/accounts HTTP/${version}\r\n${lines.join('')}${extra}\r\n`;
}

describe('on the wire', () => {
  test('HTTP/1.0 without a Host is served', async () => {
    const answer = await sendRaw(world.url, rawRequest('1.0'));
    expectAnswer(answer, { operation: operations.listAccounts, version: 2 });
  });

  test('HTTP/1.1 without a Host is rejected', async () => {
    expectError(await sendRaw(world.url, rawRequest('1.1', 'Connection: close\r\n')), badRequest);
  });

  test('an unknown expectation is ignored', async () => {
    const extra = 'Host: x\r\nConnection: close\r\nExpect: miracles\r\n';
    const answer = await sendRaw(world.url, rawRequest('1.1', extra));
    expectAnswer(answer, { operation: operations.listAccounts, version: 2 });
  });

  test.each([
    'nonsense\r\n\r\n',
    'FETCH /api/accounts HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/accounts HTTP/9.9\r\nHost: x\r\n\r\n',
    'CONNECT example.com:80 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/acc ounts HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/accounts HTTP/1.1\r\nHost: x\r\nA\0: b\r\n\r\n',
    'POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  ])('invalid HTTP is rejected (%#)', async (bytes) => {
    expectError(await sendRaw(world.url, bytes), badRequest);
  });
});

test('keys of metadata that name a prototype are data everywhere, and change no object', async () => {
  const names = () => [Object.prototype, Array.prototype].map((each) => Reflect.ownKeys(each));
  const before = names();
  const metadata =
    '{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"x"}},"toString":"x"}';
  const fields = '"price_amount":"5","price_currency":"EUR","pay_currency":"BTC"';
  const made = await call({
    method: 'POST',
    target: '/api/invoices',
    body: `{${fields},"metadata":${metadata}}`,
  });
  const { id } = JSON.parse(made.text).data;
  await world.pay({ invoice_id: id });
  await world.mine('BTC', 6);
  for (const target of [`/api/invoices/${id}`, '/api/invoices?limit=1'])
    expect((await get(target)).text).toContain(`"metadata":${metadata}`);
  const reported = merchant.callbacks.filter(({ data }) => data.id === id);
  expect(reported.length).toBeGreaterThan(0);
  for (const { body } of reported) expect(body).toContain(`"metadata":${metadata}`);
  expect(names()).toEqual(before);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
