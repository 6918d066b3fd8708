// Guarantees of the client: it sends every operation of the API correctly, signed, and retries safely.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../server/src/contract/operations.ts';
import { ChaintillError, type Client, createClient, type Page, signRequest } from '../src/index.ts';
import { apiKey, apiSecret, type Server, startServer } from './server.ts';

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const invoice = { price_amount: '10.0', price_currency: 'EUR', pay_currency: 'BTC' };
const withdrawal = {
  address: 'a',
  charged_currency: 'EUR',
  received_currency: 'BTC',
  charged_amount: '5.0',
};
const subscription = {
  name: 'n',
  amount: '1.0',
  currency: 'EUR',
  period: 'month',
  period_quantity: 1,
  starts_at: new Date(0),
  payer_email: 'a@b.c',
} as const;

/** Every method, and its request according to wire.md part 2 (b). */
const methods: readonly [string, (client: Client) => Promise<unknown>][] = [
  ['GET /api/accounts', (c) => c.accounts.list()],
  ['GET /api/accounts/A/transactions?limit=5', (c) => c.accounts.transactions('A', { limit: 5 })],
  [
    'GET /api/transactions?reference_type=Invoice',
    (c) => c.transactions.list({ reference_type: 'Invoice' }),
  ],
  [
    'POST /api/channels',
    (c) => c.channels.create({ name: 'n', pay_currency: 'BTC', receiver_currency: 'EUR' }),
  ],
  ['GET /api/channels?customer_id=7', (c) => c.channels.list({ customer_id: '7' })],
  ['GET /api/channels/C', (c) => c.channels.get('C')],
  ['GET /api/channels/custom_id/C', (c) => c.channels.getByCustomId('C')],
  ['PATCH /api/channels/C', (c) => c.channels.update('C', { status: 'disabled' })],
  ['GET /api/channels/C/payments', (c) => c.channelPayments.list('C')],
  ['GET /api/channels/C/payments/P', (c) => c.channelPayments.get('C', 'P')],
  ['GET /api/coin_deposits', (c) => c.coinDeposits.list()],
  ['GET /api/coin_deposits/D', (c) => c.coinDeposits.get('D')],
  ['POST /api/coin_deposits/D/credit', (c) => c.coinDeposits.credit('D', { description: 'd' })],
  [
    'POST /api/coin_deposits/D/refund',
    (c) => c.coinDeposits.refund('D', { address: 'a', description: 'd' }),
  ],
  [
    'POST /api/coin_deposits/D/attach',
    (c) => c.coinDeposits.attach('D', { invoice_id: 'I', description: 'd' }),
  ],
  ['POST /api/coin_withdrawals', (c) => c.coinWithdrawals.create(withdrawal)],
  ['GET /api/coin_withdrawals', (c) => c.coinWithdrawals.list()],
  [
    'GET /api/coin_withdrawals/network_fees?all_networks=true',
    (c) => c.coinWithdrawals.networkFees({ all_networks: true }),
  ],
  ['GET /api/coin_withdrawals/W', (c) => c.coinWithdrawals.get('W')],
  ['GET /api/coin_withdrawals/custom_id/W', (c) => c.coinWithdrawals.getByCustomId('W')],
  ['GET /api/coin_withdrawals/W/attempts', (c) => c.coinWithdrawals.attempts('W')],
  ['POST /api/coin_withdrawals/W/commit', (c) => c.coinWithdrawals.commit('W')],
  ['POST /api/coin_withdrawals/W/cancel', (c) => c.coinWithdrawals.cancel('W')],
  ['GET /api/coins', (c) => c.coins.list()],
  ['POST /api/customers', (c) => c.customers.create({ id: '7', currency: 'EUR' })],
  ['GET /api/customers', (c) => c.customers.list()],
  ['GET /api/customers/7', (c) => c.customers.get('7')],
  ['PATCH /api/customers/7', (c) => c.customers.update('7', { currency: 'USD' })],
  [
    'POST /api/exchange_transfers',
    (c) =>
      c.exchangeTransfers.create({
        charged_currency: 'EUR',
        received_currency: 'BTC',
        charged_amount: '1.0',
      }),
  ],
  ['GET /api/exchange_transfers/X', (c) => c.exchangeTransfers.get('X')],
  ['POST /api/exchange_transfers/X/commit', (c) => c.exchangeTransfers.commit('X')],
  ['POST /api/invoices', (c) => c.invoices.create(invoice)],
  ['GET /api/invoices?subscription_id=S', (c) => c.invoices.list({ subscription_id: 'S' })],
  ['GET /api/invoices/I', (c) => c.invoices.get('I')],
  ['GET /api/invoices/custom_id/I', (c) => c.invoices.getByCustomId('I')],
  [
    'POST /api/invoices/I/recalculations',
    (c) => c.invoices.recalculate('I', { force_commit: true }),
  ],
  ['POST /api/invoices/I/recalculations/R/commit', (c) => c.invoices.commitRecalculation('I', 'R')],
  ['POST /api/invoices/I/refunds', (c) => c.invoices.refund('I')],
  ['GET /api/invoices/I/refunds', (c) => c.invoices.refunds('I')],
  ['POST /api/invoices/I/refund_claims', (c) => c.refundClaims.create('I', { amount: '1.0' })],
  ['GET /api/refund_claims', (c) => c.refundClaims.list()],
  ['GET /api/refund_claims/C', (c) => c.refundClaims.get('C')],
  ['POST /api/refund_claims/C/approve', (c) => c.refundClaims.approve('C')],
  ['POST /api/refund_claims/C/decline', (c) => c.refundClaims.decline('C')],
  ['POST /api/refund_claims/C/revoke', (c) => c.refundClaims.revoke('C')],
  ['GET /api/rates', (c) => c.rates.list()],
  ['GET /api/rates/BTC/EUR', (c) => c.rates.get('BTC', 'EUR')],
  ['POST /api/checkouts', (c) => c.checkouts.create({ price_amount: '1', price_currency: 'EUR' })],
  ['GET /api/checkouts', (c) => c.checkouts.list()],
  ['GET /api/checkouts/C', (c) => c.checkouts.get('C')],
  ['GET /api/checkouts/custom_id/C', (c) => c.checkouts.getByCustomId('C')],
  ['POST /api/checkouts/C/cancel', (c) => c.checkouts.cancel('C')],
  ['POST /api/checkouts/C/accept', (c) => c.checkouts.accept('C')],
  ['POST /api/payment_links', (c) => c.paymentLinks.create({ name: 'Tea', price_currency: 'EUR' })],
  ['GET /api/payment_links', (c) => c.paymentLinks.list()],
  ['GET /api/payment_links/L', (c) => c.paymentLinks.get('L')],
  [
    'POST /api/payment_links/L',
    (c) => c.paymentLinks.replace('L', { name: 'Tea', price_currency: 'EUR' }),
  ],
  ['PATCH /api/payment_links/L', (c) => c.paymentLinks.switch('L', { active: false })],
  ['GET /api/payment_links/L/donations', (c) => c.paymentLinks.donations('L')],
  [
    'PATCH /api/payment_links/L/donations/D',
    (c) => c.paymentLinks.hideDonation('L', 'D', { hidden: true }),
  ],
  ['POST /api/subscriptions', (c) => c.subscriptions.create(subscription)],
  ['GET /api/subscriptions', (c) => c.subscriptions.list()],
  ['GET /api/subscriptions/S', (c) => c.subscriptions.get('S')],
  ['GET /api/subscriptions/custom_id/S', (c) => c.subscriptions.getByCustomId('S')],
  ['POST /api/subscriptions/S/cancel', (c) => c.subscriptions.cancel('S')],
  [
    'POST /api/risks/score',
    (c) => c.risks.score({ address: 'a', currency: 'BTC', type: 'source_of_funds' }),
  ],
  ['POST /api/auth/test', (c) => c.auth.test()],
];

describe('operations', () => {
  it.each(methods)('%s is requested, signed, in version 2', async (expected, run) => {
    await run(server.client());
    const [received] = server.received;
    expect(`${received?.method} ${received?.target}`).toBe(expected);
    expect(received?.isSigned).toBe(true);
    expect(received?.headers['api-version']).toBe('2');
    expect(received?.headers['content-type']).toBe('application/json');
    expect('idempotency-key' in (received?.headers ?? {})).toBe(received?.method !== 'GET');
  });

  it('every operation of the server has a method', () => {
    const shapeOf = (text: string) =>
      text.replace(/\?.*/, '').replace(/\/(\{\w+\}|[A-Z7]+)(?=\/|$)/g, '/*');
    const known = new Set(methods.map(([text]) => shapeOf(text)));
    // The one-segment form of showRate exists only for old programs.
    const wanted = Object.values(operations).filter(
      (operation) => operation.id !== 'showRateByPair',
    );
    const missing = wanted
      .map(({ method, path }) => shapeOf(`${method} ${path}`))
      .filter((text) => !known.has(text));
    expect(missing).toEqual([]);
  });

  it('a body is sent unchanged, and its object is returned without the envelope', async () => {
    server.replies.push({ status: 201, body: { data: { id: 'I', pay_amount: '0.00052' } } });
    const created = await server
      .client()
      .invoices.create({ ...invoice, name: 'Café', custom_id: undefined });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ ...invoice, name: 'Café' });
    expect(server.received[0]?.isSigned).toBe(true);
    expect(created).toEqual({ id: 'I', pay_amount: '0.00052' });
  });

  it('a call without parameters sends no body', async () => {
    await server.client().coinWithdrawals.commit('W');
    expect(server.received[0]).toMatchObject({ body: '', isSigned: true });
  });

  it('queries and ids are escaped, and signed as they are sent', async () => {
    const created_at_from = new Date(Date.UTC(2026, 0, 2));
    await server
      .client()
      .transactions.list({ created_at_from, status: "it's a+b & ü", currency: undefined });
    await server.client().invoices.getByCustomId("a/b c?d#e%2F'ü");
    expect(server.received.map((received) => received.isSigned)).toEqual([true, true]);
    const query = new URL(server.received[0]?.target ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      created_at_from: '2026-01-02T00:00:00.000Z',
      status: "it's a+b & ü",
    });
    const segment = server.received[1]?.target.split('/').at(-1) ?? '';
    expect(decodeURIComponent(segment)).toBe("a/b c?d#e%2F'ü");
  });

  it.each(['', '.', '..'])(
    'the ID %j, which would name another operation, is rejected',
    async (id) => {
      const client = server.client();
      expect(() => client.invoices.get(id)).toThrow(TypeError);
      expect(server.received).toEqual([]);
    },
  );

  it('a path in the base URL is not part of the signed target', async () => {
    const seen: { url: string; headers: Headers }[] = [];
    const client = server.client({
      baseUrl: 'https://example.com/till/',
      now: () => 1_800_000_000_000,
      fetch: async (url, init) => {
        seen.push({ url: String(url), headers: new Headers(init?.headers) });
        return Response.json({ data: [] });
      },
    });
    await client.coins.list();
    const request = {
      method: 'GET',
      target: '/api/coins',
      body: null,
      signedAt: 1_800_000_000_000,
    };
    expect(seen[0]?.url).toBe('https://example.com/till/api/coins');
    expect(seen[0]?.headers.get('authorization')).toBe(
      (await signRequest({ apiKey, apiSecret }, request)).Authorization,
    );
  });

  it('any operation can be called by method and path', async () => {
    server.replies.push({ status: 200, body: { data: [1], meta: { total: 1, has_more: false } } });
    const answer = await server
      .client()
      .request<Page<number>>('GET', '/api/new', { query: { a: 1 } });
    expect(answer).toEqual({ data: [1], meta: { total: 1, has_more: false } });
    await expect(server.client().request('GET', 'api/new')).rejects.toThrow(TypeError);
  });

  it('an unsupported version is rejected', () => {
    const options = { baseUrl: 'http://x', apiKey, apiSecret, apiVersion: 1 as unknown as 2 };
    expect(() => createClient(options)).toThrow('version 2');
  });
});

describe('errors', () => {
  it('have status, code, message, details and request id', async () => {
    const details = [
      { code: 'must_be_uuid', target: 'id', message: 'must match uuid format', args: {} },
    ];
    server.replies.push({
      status: 422,
      body: {
        error: { code: 'invalid', message: 'invalid', details },
        meta: { request_id: 'f00' },
      },
    });
    const error = await server
      .client()
      .invoices.get('x')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChaintillError);
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'invalid: id must match uuid format',
      details,
      requestId: 'f00',
    });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['an HTML page', { status: 200, body: '<html>' }],
    ['a JSON text', { status: 200, body: '"ok"' }],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
    ['a refusal without the API body', { status: 403, body: 'Forbidden' }],
    ['an error of another shape', { status: 400, body: { error: 'no', meta: 5 } }],
  ])('%s is an error and not data', async (_name, reply) => {
    server.replies.push(reply);
    const promise = server.client().coins.list();
    await expect(promise).rejects.toMatchObject({
      code: 'unreadable_answer',
      status: reply.status,
    });
    expect(server.received).toHaveLength(1);
  });
});

describe('retries', () => {
  const busy = {
    status: 503,
    body: { error: { code: 'rates_unavailable', message: 'm', details: [] } },
  };

  it.each(['drop', busy, { status: 500 }, { status: 429 }] as const)(
    'after %j a POST is retried with the same key and a new signature',
    async (reply) => {
      server.replies.push(reply, reply);
      await server.client().invoices.create(invoice);
      const header = (name: string) => server.received.map((received) => received.headers[name]);
      expect(server.received.map((received) => received.isSigned)).toEqual([true, true, true]);
      expect(new Set(header('idempotency-key')).size).toBe(1);
      expect(header('idempotency-key')[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(header('authorization')).size).toBe(3);
    },
  );

  it('two equal calls have different keys and different signatures', async () => {
    const client = server.client({ now: () => 1_800_000_000_000 });
    await Promise.all([client.invoices.create(invoice), client.invoices.create(invoice)]);
    expect(
      new Set(server.received.map((received) => received.headers['idempotency-key'])).size,
    ).toBe(2);
    expect(new Set(server.received.map((received) => received.headers.authorization)).size).toBe(2);
  });

  it("the caller's own key is used", async () => {
    await server.client().coinWithdrawals.create(withdrawal, { idempotencyKey: 'order-7' });
    expect(server.received[0]?.headers['idempotency-key']).toBe('order-7');
  });

  it.each(['', 'a b', 'a\nb', 'ü', 'x'.repeat(256)])(
    'the key %j is rejected',
    async (idempotencyKey) => {
      const promise = server.client().invoices.create(invoice, { idempotencyKey });
      await expect(promise).rejects.toThrow(TypeError);
      expect(server.received).toEqual([]);
    },
  );

  it('waits longer each time, at most 8 seconds, and gives up after retriesMax', async () => {
    server.replies.push(...Array.from({ length: 7 }, () => busy));
    const promise = server.client({ retriesMax: 6 }).coins.list();
    await expect(promise).rejects.toMatchObject({ status: 503, code: 'rates_unavailable' });
    expect(server.waits).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    expect(server.received).toHaveLength(7);
  });

  it('spreads the waits, down to half', async () => {
    server.replies.push(busy);
    await server.client({ random: () => 0 }).coins.list();
    expect(server.waits).toEqual([250]);
  });

  it('honors Retry-After, in seconds or until a date', async () => {
    const now = Date.UTC(2026, 10, 21);
    const until = new Date(now + 9000).toUTCString();
    server.replies.push(
      { ...busy, headers: { 'retry-after': '7' } },
      { ...busy, headers: { 'retry-after': until } },
    );
    await server.client({ now: () => now }).coins.list();
    expect(server.waits).toEqual([7000, 9000]);
  });

  it('leaves a long Retry-After to the caller', async () => {
    server.replies.push({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(server.client().coins.list()).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 3600,
    });
    expect(server.waits).toEqual([]);
  });

  it('waits for its own first attempt while the server processes it', async () => {
    server.replies.push('drop', {
      status: 409,
      body: { error: { code: 'idempotency_key_in_use', message: 'm', details: [] } },
    });
    await server.client().invoices.create(invoice);
    expect(server.received).toHaveLength(3);
  });

  it('waits with the same key until an interrupted first attempt releases it', async () => {
    server.replies.push(
      { ...busy, headers: { 'retry-after': '20' } },
      {
        status: 409,
        headers: { 'retry-after': '19' },
        body: { error: { code: 'idempotency_key_in_use', message: 'm', details: [] } },
      },
    );
    await server.client().invoices.create(invoice);
    expect(server.waits).toEqual([20_000, 19_000]);
    expect(
      new Set(server.received.map((received) => received.headers['idempotency-key'])).size,
    ).toBe(1);
  });

  it('does not repeat a request that the server may have executed without the key', async () => {
    server.replies.push({
      status: 500,
      body: { error: { code: 'outcome_unknown', message: 'm', details: [] } },
    });
    await expect(server.client().invoices.create(invoice)).rejects.toMatchObject({
      status: 500,
      code: 'outcome_unknown',
    });
    expect(server.received).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 422])('status %i is not retried', async (status) => {
    server.replies.push({ status, body: { error: { code: 'c', message: 'm', details: [] } } });
    await expect(server.client().coins.list()).rejects.toMatchObject({ status, code: 'c' });
    expect(server.received).toHaveLength(1);
  });

  it('an attempt without a response ends at its time limit, and the call after the last attempt', async () => {
    server.replies.push('hang', 'hang');
    const client = server.client({ timeoutMilliseconds: 100, retriesMax: 1 });
    await expect(client.coins.list()).rejects.toMatchObject({ status: null, code: 'timeout' });
    expect(server.received).toHaveLength(2);
  });

  it('an unreachable server is a failed connection', async () => {
    const client = server.client({ baseUrl: 'http://127.0.0.1:1', retriesMax: 0 });
    await expect(client.coins.list()).rejects.toMatchObject({
      status: null,
      code: 'connection_failed',
    });
  });

  it('an aborted call is not retried, neither while it runs nor while it waits', async () => {
    const running = new AbortController();
    server.replies.push('hang');
    const promise = server.client().coins.list({ signal: running.signal });
    setTimeout(() => running.abort(), 50);
    await expect(promise).rejects.toMatchObject({ code: 'aborted' });

    const waiting = new AbortController();
    server.replies.push(busy);
    const sleep = async () => waiting.abort();
    await expect(
      server.client({ sleep }).coins.list({ signal: waiting.signal }),
    ).rejects.toMatchObject({ code: 'aborted' });
    expect(server.received).toHaveLength(2);
  });
});

describe('pages', () => {
  const page = (ids: string[], has_more: boolean) => ({
    status: 200,
    body: { data: ids.map((id) => ({ id })), meta: { total: 5, has_more } },
  });
  const idsOf = async (rows: AsyncIterable<{ id: string }>) => {
    const ids: string[] = [];
    for await (const { id } of rows) ids.push(id);
    return ids;
  };

  it('every row is returned once, and each page starts after the last row of the previous page', async () => {
    server.replies.push(page(['a', 'b'], true), page(['c', 'd'], true), page(['e'], false));
    expect(await idsOf(server.client().invoices.iterate({ customer_id: '7' }))).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
    expect(server.received.map((received) => received.target)).toEqual([
      '/api/invoices?customer_id=7',
      '/api/invoices?customer_id=7&starting_after=b',
      '/api/invoices?customer_id=7&starting_after=d',
    ]);
  });

  it('starts after a given row, and requests no unneeded page', async () => {
    server.replies.push(page(['c', 'd'], true));
    for await (const row of server.client().customers.iterate({ starting_after: 'b' })) {
      expect(row.id).toBe('c');
      break;
    }
    expect(server.received.map((received) => received.target)).toEqual([
      '/api/customers?starting_after=b',
    ]);
  });

  it('an empty page and a repeated page end the iteration', async () => {
    server.replies.push(page([], true));
    expect(await idsOf(server.client().invoices.iterate())).toEqual([]);
    server.replies.push(page(['a'], true), page(['a'], true));
    expect(await idsOf(server.client().invoices.iterate())).toEqual(['a', 'a']);
  });

  it('an error in the middle reaches the caller', async () => {
    server.replies.push(page(['a'], true), {
      status: 401,
      body: { error: { code: 'unauthenticated', message: 'm', details: [] } },
    });
    await expect(idsOf(server.client().transactions.iterate())).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
