// A process whose clock differs too much from the database's does nothing until it is right again: it serves no
// request, runs no worker, and reports it. Another process with the right clock continues to respond.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, SECOND } from '../../src/core/clock.ts';
import { expectError } from '../support/api-shapes.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { createService, type Service, until } from '../support/service.ts';
import { type Requested, signedCall } from '../support/signed-call.ts';

const folder = mkdtempSync(join(tmpdir(), 'chaintill-clock-'));
const file = join(folder, 'ahead');
/** Moves a process's clock as the file says, which is read ten times a second. */
const moving = `
  import { readFileSync } from 'node:fs';
  const real = Date.now.bind(Date);
  let ahead = 0;
  let readAt = 0;
  Date.now = () => {
    if (real() - readAt > 100) {
      readAt = real();
      ahead = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
    }
    return real() + ahead;
  };`;
const setAhead = (milliseconds: number) => writeFileSync(file, `${milliseconds}`);

let database: TestDatabase;
/** The first has no workers; the clock of the second can be moved. */
let services: readonly [Service, Service];
let paid: readonly string[] = [];

beforeAll(async () => {
  setAhead(0);
  database = await createEmptyDatabase();
  const environment = {
    CHAINTILL_MASTER_KEY: 'b8'.repeat(32),
    CHAINTILL_REQUESTS_PER_MINUTE: '0',
  };
  const preload = `--import=data:text/javascript,${encodeURIComponent(moving)}`;
  const movable = { ...environment, NODE_OPTIONS: preload };
  services = [
    await createService({
      databaseUrl: database.url,
      ownerUrl: database.ownerUrl,
      environment: { ...environment, CHAINTILL_ROLE: 'api' },
    }),
    await createService({
      databaseUrl: database.url,
      ownerUrl: database.ownerUrl,
      environment: movable,
    }),
  ];
  // Neither becomes ready before workers run in one of them.
  for (const service of services.toReversed()) await service.start();
}, 120_000);
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const list: Requested = { method: 'GET', target: '/api/accounts' };
async function send(service: Service, requested: Requested) {
  const { api_key: key, api_secret: secret } = service.credentials();
  return signedCall(service.url, { key, secret }, requested);
}

async function makePaidInvoice(service: Service): Promise<string> {
  const body = { price_amount: '1', price_currency: 'EUR', pay_currency: 'LTC' };
  const made = await send(service, { method: 'POST', target: '/api/invoices', body });
  expect(made.status, made.text).toBe(201);
  const { id } = JSON.parse(made.text) as { id: string };
  await service.sandbox('payments', { invoice_id: id });
  return id;
}

const statusOf = async (service: Service, id: string) => {
  const { text } = await send(service, { method: 'GET', target: `/api/invoices/${id}` });
  return JSON.parse(text) as { status: string; status_context: string | null };
};

const listOpenAlerts = () =>
  database.db.query<{ kind: string }>('select kind from alerts where resolved_at is null');

test('set an hour ahead, it starts nothing new: no paid invoice is processed with a wrong time', async () => {
  const [right, moved] = services;
  paid = await Promise.all(Array.from({ length: 10 }, () => makePaidInvoice(right)));
  setAhead(HOUR);
  // Immediately, long before it is certain that the clock is wrong.
  await until('it begins nothing', async () => (await send(moved, list)).status === 503);
  await right.sandbox('blocks', { currency: 'LTC', count: 12 });
  const health = await until('the process knows that its clock is wrong', async () => {
    const found = await moved.health();
    return found.checks['clock']?.ok === false ? found : null;
  });
  expect(health.status).toBe(503);
  expect(health.checks['clock']?.reason).toContain('3600 s ahead of the clock of the database');
  expectError(await send(moved, list), { status: 503, code: 'service_unavailable' });
  // A customer's page says that it is unavailable, and retries.
  const page = await fetch(`${moved.url}/invoices/${paid[0]}`);
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('data-retry-seconds="20"');
  expect((await send(right, list)).status).toBe(200);
  // None is late; the process with the right clock may have completed some already.
  for (const id of paid)
    expect(['new null', 'completed null']).toContain(
      await statusOf(right, id).then((found) => `${found.status} ${found.status_context}`),
    );
  // Nothing else raises an alert, although it would appear to be an hour old.
  await until('the alert stands', async () => (await listOpenAlerts()).length > 0);
  expect(await listOpenAlerts()).toEqual([{ kind: 'clock_skew' }]);
}, 120_000);

test('once its clock is right it resumes automatically, and no invoice is late', async () => {
  const [right, moved] = services;
  setAhead(SECOND);
  await moved.ready();
  expect((await send(moved, list)).status).toBe(200);
  await until('the alert has ended', async () => (await listOpenAlerts()).length === 0);
  for (const id of paid) {
    const invoice = await until('it is decided', async () => {
      const found = await statusOf(right, id);
      return found.status === 'new' ? null : found;
    });
    expect(invoice).toMatchObject({ status: 'completed', status_context: null });
  }
}, 120_000);

test('with a wrong clock it does not start, no command changes anything, and doctor reports why', async () => {
  const [, moved] = services;
  await moved.kill('SIGTERM');
  setAhead(-HOUR);
  const [started, command, doctor] = await Promise.all([
    moved.startInVain(),
    moved.command('projects', 'create', 'Late'),
    moved.command('doctor'),
  ]);
  expect([started.code, command.code]).toEqual([1, 1]);
  expect(moved.output()).toContain('3600 s behind the clock of the database: set both by NTP');
  expect(command.stderr).toContain('3600 s behind the clock of the database');
  expect(doctor.stdout).toContain('BAD  Clock: This server’s clock is 3,600 s behind');
}, 120_000);
