// Guarantees of the commands for developers, on one running service: a listener receives each callback of its own
// project once, byte for byte, even after a lost connection or a killed service. Other projects receive nothing, and
// the endpoints are not affected. Every event can be triggered, and requests are shown live.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyCallback } from '../../../client/src/callbacks.ts';
import { type Client, createClient } from '../../../client/src/client.ts';
import { eventNames } from '../../src/cli/listen.ts';
import { defined } from '../../src/core/assert.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  type Connection,
  connectTo,
  type Owner,
  ownerOf,
  type Running,
  runs,
} from '../support/integrator.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { createService, type Service, until } from '../support/service.ts';

/** Each command is a process of its own, which is slow on a busy machine. */
const LIMIT = 400_000;
vi.setConfig({ testTimeout: LIMIT, hookTimeout: LIMIT });
const KEPT = 'kept in the settings of my program';

let database: TestDatabase;
let service: Service;
let owner: Owner;
let connection: Connection;
let project: string;
let token: string;
let api: Client;
/** The program on the laptop, and the project's endpoint, which the service reaches. */
let program: Receiver;
let endpoint: Receiver;
/** Receives everything, from the first test to the last. */
let listener: Running;

beforeAll(async () => {
  database = await createTestDatabase();
  [program, endpoint] = [await startReceiver(), await startReceiver()];
  service = await createService({
    databaseUrl: database.url,
    environment: { CHAINTILL_REQUESTS_PER_MINUTE: '0' },
  });
  await service.start();
  connection = await connectTo(service.url);
  const { project_id, v2 } = service.credentials();
  project = project_id;
  api = createClient({ baseUrl: service.url, apiKey: v2.api_key, apiSecret: v2.api_secret });
  owner = await ownerOf(service);
  await owner.request('callbacks.set', { project, url: endpoint.url });
  await owner.request('projects.update', { project, sends_invoice_created: true });
  token = await owner.developer(project, ['read', 'inspect', 'write']);
  listener = laptop('listen', '--forward-to', program.url);
  await listener.says('Ready');
});
afterAll(async () => {
  await listener.stop();
  await connection.close();
  await service.close();
  await Promise.all([program.close(), endpoint.close()]);
  await database.drop();
});

/** No instance folder, no database. */
function laptop(...args: readonly string[]): Running {
  return runs(args, { CHAINTILL_BASE_URL: connection.url, CHAINTILL_PERSONAL_TOKEN: token });
}

async function newInvoice(): Promise<string> {
  const requested = { price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' };
  return (await api.invoices.create(requested)).id;
}

const eventually = (what: string, check: () => boolean) => until(what, async () => check(), LIMIT);
const idOf = ({ headers }: Received) => String(headers['webhook-id']);
const linesOf = (invoice: string) =>
  listener
    .out()
    .split('\n')
    .filter((line) => line.includes(invoice));

test('each callback arrives as the service sends it, signed by the command only', async () => {
  const { callback_secret } = service.credentials();
  const invoice = await newInvoice();
  await service.sandbox('payments', { invoice_id: invoice });
  await eventually('both have all', () =>
    [program, endpoint].every(({ eventsOf }) => eventsOf(invoice).length === 4),
  );
  const [got, sent] = [program, endpoint].map(({ received }) =>
    received.filter(({ data }) => data.id === invoice),
  );
  expect(got?.map(({ body }) => body)).toEqual(sent?.map(({ body }) => body));
  expect(got?.map(idOf)).toEqual(sent?.map(idOf));
  const { body, headers } = defined(got?.[0], 'a callback');
  const secret = defined(/Callback secret +(\S+)/.exec(listener.err())?.[1], 'a secret');
  expect(await verifyCallback({ body, headers, secret })).toMatchObject({ event: 'created' });
  await expect(verifyCallback({ body, headers, secret: callback_secret })).rejects.toThrow();
  await eventually('four lines', () => linesOf(invoice).length === 4);
  expect(linesOf(invoice)[0]).toMatch(/^\d\d:\d\d:\d\d {2}Invoice\.created +\S+ {2}200 {2}\d+ ms$/);
  expect(listener.err() + listener.out()).not.toContain(callback_secret);
});

test('a failing program is reported and breaks nothing', async () => {
  program.answerWith(() => 500);
  const args = ['--forward-to', 'localhost:9', '--print-json', '--events', 'Invoice.created'];
  const unknown = laptop('listen', ...args);
  await unknown.says('Ready');
  const invoice = await newInvoice();
  const [line] = await unknown.lines(1);
  expect(JSON.parse(defined(line, 'a line'))).toMatchObject({
    event: 'Invoice.created',
    object_id: invoice,
    status: null,
    failure: 'connect',
    callback: { type: 'Invoice', event: 'created', data: { id: invoice } },
  });
  await eventually('a line', () => linesOf(invoice).length === 1);
  expect(linesOf(invoice)[0]).toMatch(/ {2}500 {2}\d+ ms {2}only 200 acknowledges$/);
  program.answerWith(() => 200);
  await eventually('the endpoint has it', () => endpoint.eventsOf(invoice).length === 1);
  expect(program.eventsOf(invoice)).toEqual(['created']);
  expect(await unknown.stop()).toBe(0);
  expect(unknown.err()).toContain('1 received, 0 of them acknowledged with 200');
});

test('a developer of another project receives nothing, and learns nothing', async () => {
  const { id: other } = await owner.request<{ id: string }>('projects.create', { name: 'Other' });
  const foreign = await owner.developer(other, ['read', 'inspect']);
  const hers = runs(['listen', '--base-url', service.url], { CHAINTILL_PERSONAL_TOKEN: foreign });
  await hers.says('Ready');
  const path = `/admin/api/operations/callbacks.events?project=${project}`;
  const headers = { authorization: `Bearer ${foreign}` };
  expect((await fetch(`${service.url}${path}`, { headers })).status).toBe(404);
  const invoice = await newInvoice();
  await eventually('he hears it', () => linesOf(invoice).length === 1);
  expect(await hers.stop()).toBe(0);
  expect(hers.out()).toBe('');
});

test('after a lost connection or a killed service, each callback arrives once', async () => {
  const before = program.received.length;
  const made: string[] = [];
  for (let n = 0; n < 5; n++) {
    made.push(await newInvoice());
    connection.cut();
  }
  const has = (count: number) => () => program.received.length >= before + count;
  await eventually('all are received', has(5));
  made.push(await newInvoice());
  await service.kill('SIGKILL');
  await listener.says('The instance is not reachable');
  await service.start();
  made.push(await newInvoice());
  await listener.says('Reconnected. Nothing was lost or repeated');
  await eventually('all are received', has(7));
  const callbackIds = program.received.slice(before).map(({ data }) => data.id);
  expect(callbackIds.sort()).toEqual(made.sort());
});

test('the local instance is followed without a token', async () => {
  const here = runs(['listen', '--forward-to', endpoint.url, '--events', 'Invoice.created'], {
    DATABASE_URL: database.url,
    CHAINTILL_DATA_DIR: `${service.folder}/data`,
    CHAINTILL_LISTEN_SECRET: KEPT,
  });
  await here.says('Ready');
  const invoice = await newInvoice();
  await here.lines(1);
  expect(await here.stop()).toBe(0);
  const verified = await Promise.allSettled(
    endpoint.received.map(({ body, headers }) => verifyCallback({ body, headers, secret: KEPT })),
  );
  const events = verified.flatMap((one) =>
    one.status === 'fulfilled' && one.value.data.id === invoice ? [one.value.event] : [],
  );
  expect(events).toEqual(['created']);
});

test('every callback event can be triggered', { timeout: 3 * LIMIT }, async () => {
  const before = listener.out().length;
  const played = runs(['trigger', ...eventNames], {
    DATABASE_URL: database.url,
    CHAINTILL_DATA_DIR: `${service.folder}/data`,
  });
  expect(await played.ended, played.out() + played.err()).toBe(0);
  const reported = [...played.out().matchAll(/^(\w+\.\w+)\n(?: {2}.+\n)* {2}callback \S+$/gm)];
  expect(reported.map(([, name]) => name)).toEqual(eventNames);
  const printed = () => listener.out().slice(before);
  await eventually('all are received', () => eventNames.every((name) => printed().includes(name)));
  // It was not set before.
  expect(await service.run('projects', 'settings', project)).not.toMatch(/coin_?deposits/i);
});

test('requests are shown live, to people with permission', async () => {
  const logs = laptop('logs', '--errors', '--path', '/api/invoices');
  await logs.says('Ready');
  const played = laptop('trigger', 'Invoice.transaction_created');
  await api.invoices.create({ price_amount: '10', price_currency: 'XXX' } as never).catch(() => 0);
  await api.invoices.get(project).catch(() => 0);
  const [first, second, ...more] = await logs.lines(2);
  expect(first).toMatch(/^\d\d:\d\d:\d\d {2}422 {2}POST {4}\/api\/invoices {2}\d+ ms {2}invalid: /);
  expect(second).toContain(`  404  GET     /api/invoices/${project}  `);
  expect(more).toEqual([]);
  expect(await logs.stop()).toBe(0);
  expect(await played.ended, played.out() + played.err()).toBe(0);
  expect(played.out()).toMatch(
    /^Invoice\.transaction_created\n {2}invoice \S+\n {2}callback \S+\n$/,
  );
});

test('nothing is simulated in live mode', async () => {
  const refused = runs(['trigger', 'Invoice.created'], {
    DATABASE_URL: database.url,
    CHAINTILL_DATA_DIR: `${service.folder}/data`,
    CHAINTILL_BASE_URL: endpoint.url.replace('/callbacks', ''),
  });
  endpoint.answerWith(() => 404);
  expect(await refused.ended).toBe(1);
  expect(refused.err()).toContain('is live. The command works only in a sandbox');
  endpoint.answerWith(() => 200);
});

test('it ends with its token', async () => {
  await database.owner.query('update personal_tokens set revoked_at = now()');
  expect(await listener.ended).toBe(1);
  expect(listener.err()).toContain('not signed in, or the session has ended');
});
