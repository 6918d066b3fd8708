// Guarantees of signatures on a listening server: every variant of the published clients is accepted (wire.md part 2
// (a)), and the details of an error depend on the mode.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer } from '../../src/http/server.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { createProject } from '../../src/projects/create.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import { type Requested, send, signedCall, signedHeaders } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  await merchant.api.invoices.create({ ...price, custom_id: 'a/b/ü +c' });
  await merchant.api.customers.create({ id: 'shop/7', currency: 'EUR' });
});
afterAll(() => world.close());

const price = { price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' };
const call = (requested: Requested) => signedCall(world.url, merchant.key, requested);
const authTest = { method: 'POST', target: '/api/auth/test' };
const accepted = { operation: operations.testAuthentication, version: 2 } as const;

/** A time in every format of the published clients. */
function spellings(time: Date): [string, string][] {
  const utc = time.toUTCString();
  const iso = time.toISOString();
  const east = new Date(time.getTime() + 120 * MINUTE).toISOString();
  return [
    ['node and ruby', utc],
    ['php', utc.replace('GMT', '+0000')],
    ['php elsewhere', new Date(east).toUTCString().replace('GMT', '+0200')],
    ['java', utc.replace(/, 0/, ', ')],
    ['code samples', iso.replace(/\.\d+Z/, '+00:00')],
    ['ISO 8601', iso],
    ['ISO 8601 in seconds', iso.replace(/\.\d+Z/, 'Z')],
    ['ISO 8601 elsewhere', east.replace(/\.\d+Z/, '+02:00')],
    ['ISO 8601 to the nanosecond', iso.replace('Z', '123456Z')],
  ];
}

describe('the log of a 401', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  let loud: FastifyInstance;
  beforeAll(() => {
    loud = createServer({ ...world.app, log }, handlers).fastify;
  });
  afterAll(() => loud.close());

  async function refused(key: { key: string; secret: string }, headers: Requested['headers'] = {}) {
    lines.length = 0;
    const requested = { ...authTest, headers };
    const answer = await loud.inject({
      method: 'POST',
      url: authTest.target,
      headers: signedHeaders(key, requested),
    });
    expect(answer.statusCode).toBe(401);
    const line = defined(
      lines.find(({ msg }) => msg === 'request rejected'),
      'a line',
    );
    return { line, answer };
  }

  test.each([
    ['the signature does not match', {}],
    ['no Date header', { date: null }],
    ['the Date header is not a date', { date: 'today' }],
  ])('names the key and the reason, never the signature: %s', async (reason, headers) => {
    const key = { ...merchant.key, secret: 'another' };
    const { line } = await refused(key, headers);
    expect(line).toMatchObject({ reason, api_key: merchant.key.key });
    const [, signature = ''] = String(signedHeaders(key, authTest)['authorization']).split(':');
    expect(JSON.stringify(lines)).not.toContain(signature);
  });

  test('shows an unknown key, and only the beginning of an invalid one', async () => {
    const unknown = { key: 'x'.repeat(22), secret: 's' };
    expect((await refused(unknown)).line).toMatchObject({
      reason: 'unknown or revoked API key',
      api_key: unknown.key,
    });
    const swapped = { key: merchant.key.secret, secret: merchant.key.key };
    const { line } = await refused(swapped);
    expect(line['api_key']).toBe(`${merchant.key.secret.slice(0, 6)}...`);
  });

  test('shows none if none was sent', async () => {
    const { line } = await refused(merchant.key, { authorization: 'Bearer x' });
    expect(line).not.toHaveProperty('api_key');
  });
});

describe('the Date', () => {
  test.each(spellings(new Date(wallNow())))('of %s is understood: %s', async (_name, date) => {
    expectAnswer(await call({ ...authTest, date }), accepted);
  });

  test.each(spellings(new Date(Math.floor(wallNow() / 1000 - 16 * 60) * 1000)))(
    'of %s is rejected when it is 16 minutes old: %s',
    async (_name, date) => {
      const body = expectError(await call({ ...authTest, date }), {
        status: 401,
        code: 'unauthenticated',
      });
      expect(body.error.reason).toContain('too far');
    },
  );

  test.each([-14, 14])('may be off by %i minutes', async (minutes) => {
    const date = new Date(wallNow() + minutes * MINUTE).toUTCString();
    expectAnswer(await call({ ...authTest, date }), accepted);
  });

  test('is the signed one: another date with the same signature is rejected', async () => {
    const headers = signedHeaders(merchant.key, authTest);
    const date = new Date(wallNow() + MINUTE).toUTCString();
    expectError(await send(world.url, { ...authTest, headers: { ...headers, date } }), {
      status: 401,
      code: 'unauthenticated',
    });
  });
});

describe('the signed target', () => {
  const target = '/api/transactions?created_at_from=2026-01-01T00%3A00%3A00%2B02%3A00&limit=1';
  const page = { operation: operations.listTransactions, version: 2 } as const;

  test('is the percent-encoded one, as node, ruby and php sign it', async () => {
    expectAnswer(await call({ method: 'GET', target }), page);
  });

  test('can be the decoded one, as java signs it', async () => {
    const signedTarget = decodeURIComponent(target);
    expectAnswer(await call({ method: 'GET', target, signedTarget }), page);
    const path = '/api/invoices/custom_id/a%2Fb%2F%C3%BC%20%2Bc';
    const answer = await call({
      method: 'GET',
      target: path,
      signedTarget: '/api/invoices/custom_id/a/b/ü +c',
    });
    expectAnswer(answer, { operation: operations.showInvoiceByCustomId, version: 2 });
  });

  test.each([
    ['without its query', '/api/transactions'],
    ['decoded twice', '/api/transactions?created_at_from=2026-01-01T00:00:00 02:00&limit=1'],
    ['with a + read as a space', decodeURIComponent(target).replace('+', ' ')],
    ['in another case', target.toUpperCase()],
    ['with a host', `http://localhost${target}`],
  ])('is rejected %s', async (_name, signedTarget) => {
    const answer = await call({ method: 'GET', target, signedTarget });
    expectError(answer, { status: 401, code: 'unauthenticated' });
  });

  test.each([
    '/api/invoices/custom_id/a%2Fb%2F%C3%BC%20%2Bc',
    '/api/invoices/custom_id/a/b%2F%C3%BC%20%2Bc',
    '/api/invoices/custom_id/a/b/%C3%BC%20+c',
  ])('with the slashes of a custom_id escaped or not finds the object: %s', async (path) => {
    const found = expectAnswer(await call({ method: 'GET', target: path }), {
      operation: operations.showInvoiceByCustomId,
      version: 2,
    });
    expect(found).toMatchObject({ custom_id: 'a/b/ü +c' });
  });

  test.each(['/api/customers/shop%2F7', '/api/customers/shop/7'])(
    'with the slash of a customer id escaped or not finds the customer: %s',
    async (path) => {
      const answer = await call({ method: 'GET', target: path });
      expectAnswer(answer, { operation: operations.showCustomer, version: 2 });
      const changed = await call({ method: 'PATCH', target: path, body: { currency: 'USD' } });
      expect(JSON.parse(changed.text)).toMatchObject({ data: { id: 'shop/7', currency: 'USD' } });
    },
  );

  test('with an escaped percent sign is decoded once', async () => {
    await merchant.api.invoices.create({ ...price, custom_id: '100%2F' });
    const answer = await call({ method: 'GET', target: '/api/invoices/custom_id/100%252F' });
    expect(JSON.parse(answer.text).data.custom_id).toBe('100%2F');
  });
});

describe('a request without parameters', () => {
  test.each([
    ['an empty body and its length, as ruby and php send it', undefined],
    ['an empty object, as node sends it', '{}'],
  ])('is understood with %s', async (_name, body) => {
    expectAnswer(await call({ ...authTest, body }), accepted);
    const id = '018f0000-0000-7000-8000-000000000000';
    for (const path of ['recalculations', 'refunds', `recalculations/${id}/commit`]) {
      const target = `/api/invoices/${id}/${path}`;
      expectError(await call({ method: 'POST', target, body }), { status: 404, code: 'not_found' });
    }
  });

  test('is rejected if the digest of an empty body was signed instead of nothing', async () => {
    const headers = signedHeaders(merchant.key, { ...authTest, body: '' });
    const answer = await send(world.url, { ...authTest, headers, body: '{}' });
    expectError(answer, { status: 401, code: 'unauthenticated' });
  });
});

describe('an amount', () => {
  const create = (amount: string) =>
    call({
      method: 'POST',
      target: '/api/invoices',
      body: `{"price_amount":${amount},"price_currency":"EUR","pay_currency":"XRP"}`,
    });

  test.each([
    ['100.0', '100.0'],
    ['100', '100.0'],
    ['1e2', '100.0'],
    ['0.12E2', '12.0'],
    ['0.30', '0.3'],
    ['1234567890123.45', '1234567890123.45'],
    ['"100"', '100.0'],
    ['"007.50"', '7.5'],
    ['"123456789012345678.25"', '123456789012345678.25'],
    ['12.500000000000000000', '12.5'],
  ])('of %s is understood as %s', async (json, amount) => {
    const answer = await create(json);
    const invoice = expectAnswer(answer, { operation: operations.createInvoice, version: 2 });
    expect(invoice).toMatchObject({ price_amount: amount });
  });

  test.each([
    ['1234567890123.456', 'must_be_string'],
    ['0.30000000000000004', 'must_be_string'],
    ['9007199254740993', 'must_be_string'],
    ['1e41', 'must_be_decimal'],
    ['1e21', 'must_be_less_than_or_equal'],
    ['"123456789012345678901234"', 'must_be_less_than_or_equal'],
    ['1e-400', 'must_be_decimal'],
    ['-1', 'must_be_greater_than'],
    ['"-1"', 'must_be_greater_than'],
    ['0', 'must_be_greater_than'],
    ['"0.00"', 'must_be_greater_than'],
    ['10.001', 'bad_precision'],
    ['"10.001"', 'bad_precision'],
    ['"1e2"', 'must_be_decimal'],
    ['"1,5"', 'must_be_decimal'],
    ['" 1"', 'must_be_decimal'],
    ['"+1"', 'must_be_decimal'],
    ['".5"', 'must_be_decimal'],
    ['"5."', 'must_be_decimal'],
    ['"0x10"', 'must_be_decimal'],
    ['"١"', 'must_be_decimal'],
    ['"Infinity"', 'must_be_decimal'],
    ['""', 'must_be_filled'],
    ['true', 'must_be_string'],
  ])('of %s is rejected with %s', async (json, code) => {
    expectError(await create(json), {
      status: 422,
      code: 'invalid',
      details: [{ code, target: 'price_amount' }],
    });
  });

  test.each([
    ['KRW', '100.5', '0'],
    ['BTC', '0.123456789', '8'],
  ])('of %s with more decimals than its %s is rejected', async (currency, amount, precision) => {
    const body = { price_amount: amount, price_currency: currency, pay_currency: 'BTC' };
    expectError(await call({ method: 'POST', target: '/api/invoices', body }), {
      status: 422,
      code: 'invalid',
      details: [
        {
          code: 'bad_precision',
          target: 'price_amount',
          message: `must have at most ${precision} decimal places`,
          args: { precision },
        },
      ],
    });
  });
});

test.each([
  ['true', 404],
  ['false', 404],
  ['"true"', 404],
  ['"false"', 404],
  ['null', 404],
  ['"yes"', 422],
  ['1', 422],
  ['"TRUE"', 422],
])('a force_commit of %s gets a %i', async (json, status) => {
  const target = '/api/invoices/018f0000-0000-7000-8000-000000000000/recalculations';
  const answer = await call({ method: 'POST', target, body: `{"force_commit":${json}}` });
  expect(answer.status).toBe(status);
});

test('in the sandbox, an error shows the string that the server signed', async () => {
  const requested = {
    ...authTest,
    body: '{"amount":"100"}',
    date: new Date(wallNow()).toUTCString(),
  };
  const answer = await signedCall(world.url, { ...merchant.key, secret: 'wrong' }, requested);
  const { error } = expectError(answer, { status: 401, code: 'unauthenticated' });
  expect(error.string_to_sign).toBe(
    `POST\n5173e4d02d8a761679b0165b87d9ee5f\napplication/json\n${requested.date}\n/api/auth/test`,
  );
  expect(answer.text).not.toContain(merchant.key.secret);
});

test('in live mode, an error shows no details', async () => {
  const live = await createWorld({
    CHAINTILL_MODE: 'live',
    CHAINTILL_NETWORK: 'regtest',
    LTC_NODE_URL: 'http://127.0.0.1:1',
  });
  try {
    const project = await createProject(live.app, 'Live');
    const requested = { name: 'live', apiVersion: 2 as const, permissions, ipAllowList: [] };
    const key = await createApiKey(live.app, project.id, requested);
    for (const credentials of [
      { ...key, secret: 'wrong' },
      { ...key, key: 'unknown' },
    ]) {
      const answer = await signedCall(live.url, credentials, authTest);
      const { error } = expectError(answer, { status: 401, code: 'unauthenticated' });
      expect(error).toEqual({ code: 'unauthenticated', message: 'unauthenticated', details: [] });
    }
    expectAnswer(await signedCall(live.url, key, authTest), accepted);
  } finally {
    await live.close();
  }
});

test('signatures are compared in constant time', () => {
  const source = readFileSync(new URL('../../src/http/signature.ts', import.meta.url), 'utf8');
  const comparing = readFileSync(new URL('../../src/core/same-text.ts', import.meta.url), 'utf8');
  expect(source.match(/isSameText\(/g)).toHaveLength(2);
  expect(comparing).toContain('timingSafeEqual(left, right)');
  // No other comparison of a signature in the file.
  expect(source.replaceAll('=== undefined', '')).not.toMatch(
    /signature\w*\s*[!=]==?|[!=]==?\s*\S*signature/i,
  );
});
