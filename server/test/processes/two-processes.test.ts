// Two service processes on one database share the work and do nothing twice, even when one of them dies.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { auditOf, creditedPayments, undelivered } from '../support/books.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createService, type Service, until } from '../support/service.ts';

/** Two processes with separate folders need the same key for their shared secrets. */
const MASTER_KEY = 'b6'.repeat(32);
const COINS = ['BTC', 'LTC', 'BCH', 'XRP'];
const INVOICES = 12;

let database: TestDatabase;
let services: readonly [Service, Service];
let receiver: Receiver;

beforeAll(async () => {
  database = await createEmptyDatabase();
  receiver = await startReceiver();
  const requested = {
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    environment: { CHAINTILL_MASTER_KEY: MASTER_KEY, CHAINTILL_REQUESTS_PER_MINUTE: '0' },
  };
  services = [await createService(requested), await createService(requested)];
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await receiver.close();
  await database.drop();
});

test('two processes that start concurrently on an empty database both become ready', async () => {
  await Promise.all(services.map((service) => service.start()));
  const [first, second] = services.map((service) => ({ ...service.credentials(), base_url: '' }));
  expect(first).toEqual(second);
  const applied = await database.db.query<{ version: number }>('select version from migrations');
  expect(applied.length).toBeGreaterThan(0);
});

test('invoices of both are credited once, with each callback once, although one process is killed', async () => {
  const { project_id } = services[0].credentials();
  await services[0].runHere('callbacks', 'set', project_id, receiver.url);
  const invoices: string[] = [];
  for (let n = 0; n < INVOICES; n++) {
    const service = defined(services[n % 2], 'one of the two');
    if (n === INVOICES / 2) await services[1].kill('SIGKILL');
    const living = n >= INVOICES / 2 ? services[0] : service;
    const invoice = await clientOf(living).invoices.create({
      price_amount: '10.00',
      price_currency: 'EUR',
      pay_currency: defined(COINS[n % COINS.length], 'a coin'),
    });
    await living.sandbox('payments', { invoice_id: invoice.id });
    invoices.push(invoice.id);
  }
  await services[1].start();
  const api = clientOf(services[1]);
  await until('all invoices are completed', async () => {
    for (const currency of COINS) await services[1].sandbox('blocks', { currency, count: 1 });
    const found = await Promise.all(invoices.map((id) => api.invoices.get(id)));
    return found.every((invoice) => invoice.status === 'completed');
  });
  await until('all callbacks are delivered', async () => {
    return (await undelivered(database.connection, project_id)).length === 0;
  });

  const payments = await creditedPayments(database.connection, project_id);
  expect([...payments.keys()].sort()).toEqual([...invoices].sort());
  for (const payment of payments.values()) {
    expect(payment).toMatchObject({ rows: 1, entries: 1, listed: 990n, booked: 990n });
  }
  for (const id of invoices) {
    // A process that dies between a response and its record sends again: the same event, with the same id.
    const ids = receiver.received
      .filter((item) => item.data.id === id)
      .map((item) => `${item.event} ${String(item.headers['webhook-id'])}`);
    expect([...new Set(ids)].map((text) => text.split(' ')[0])).toEqual([
      'transaction_created',
      'transaction_confirmed',
      'status_changed',
    ]);
  }
  expect(await auditOf(database.connection)).toEqual([]);
}, 180_000);

test('with both alive each callback is sent exactly once', async () => {
  const before = receiver.received.length;
  const invoices = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const service = defined(services[n % 2], 'one of the two');
      const { id } = await clientOf(service).invoices.create({
        price_amount: '1.00',
        price_currency: 'EUR',
        pay_currency: 'LTC',
      });
      await service.sandbox('payments', { invoice_id: id });
      return id;
    }),
  );
  await until('all callbacks arrived', async () => {
    await services[0].sandbox('blocks', { currency: 'LTC' });
    return receiver.received.length - before >= 3 * invoices.length;
  });
  for (const id of invoices) {
    expect(receiver.eventsOf(id)).toEqual([
      'transaction_created',
      'transaction_confirmed',
      'status_changed',
    ]);
  }
  expect(receiver.received.length - before).toBe(3 * invoices.length);
});

test('a key revoked on the command line is rejected by both within seconds', async () => {
  const { project_id } = services[0].credentials();
  const made = await services[0].runHere(
    'keys',
    'create',
    project_id,
    '--api-version',
    '2',
    '--json',
  );
  const { api_key, api_secret } = JSON.parse(made) as { api_key: string; api_secret: string };
  const clients = services.map((service) =>
    createClient({ baseUrl: service.url, apiKey: api_key, apiSecret: api_secret, retriesMax: 0 }),
  );
  for (const client of clients) await client.auth.test();
  await services[1].runHere('keys', 'revoke', project_id, api_key);
  await until(
    'both refuse the key',
    async () => {
      const answers = await Promise.all(
        clients.map((client) => client.auth.test().catch((error: unknown) => error)),
      );
      return answers.every((answer) => (answer as { status?: number }).status === 401);
    },
    3000,
  );
});

function clientOf(service: Service): Client {
  const { api_key, api_secret } = service.credentials();
  return createClient({ baseUrl: service.url, apiKey: api_key, apiSecret: api_secret });
}
