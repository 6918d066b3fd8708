// The metrics page for Prometheus: the process's own counters, and values from the database, which may hang or be
// unreachable.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, type TestClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type Metrics, openMetrics, scraped } from '../../src/metrics/count.ts';
import { startWorkers } from '../../src/workers/worker.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createDatabaseGate, type DatabaseGate } from '../support/database-gate.ts';
import { type Series, seriesIn } from '../support/series.ts';
import { until } from '../support/service.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let database: TestDatabase;
let gate: DatabaseGate;
let metrics: Metrics;
let world: World;
let merchant: Merchant;
let scrape: () => Promise<Series>;
let clock: TestClock;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await createDatabaseGate(database.connection);
  metrics = openMetrics();
  const db = openDatabase(gate.connection, createLog('silent'));
  world = await createWorld(
    {},
    { database: { ...database, db }, measures: metrics.measures, coins: ['LTC'], audits: 'never' },
  );
  ({ clock } = world);
  merchant = await world.merchant();
  const { coinWallets, nodes } = world.assembled;
  const text = scraped(metrics, { ...world.app, coinWallets, nodes });
  scrape = async () => seriesIn(await text());
});
afterAll(async () => {
  gate.thaw();
  await world.close();
  await gate.close();
  await database.drop();
});

test('requests are counted by operation and status, and timed by operation', async () => {
  await merchant.api.accounts.list();
  await merchant.api.invoices.get('00000000-0000-4000-8000-000000000000').catch(() => undefined);
  await fetch(`${world.url}/nothing-here`);
  const series = await scrape();
  const requests = (operation: string, status: number) =>
    series.of('chaintill_http_requests_total', { operation, status: String(status) });
  expect(requests('listAccounts', 200)).toBe(1);
  expect(requests('showInvoice', 404)).toBe(1);
  expect(requests('unknown', 404)).toBe(1);
  const listAccounts = { operation: 'listAccounts' };
  expect(series.of('chaintill_http_request_duration_seconds_count', listAccounts)).toBe(1);
});

test('batches are counted with their sizes', async () => {
  const made = { price_amount: '5', price_currency: 'EUR', pay_currency: 'LTC' };
  await Promise.all([1, 2, 3].map(() => merchant.api.invoices.create(made)));
  const series = await scrape();
  expect(series.of('chaintill_batch_items_sum', { batch: 'invoices' })).toBe(3);
  expect(
    series.of('chaintill_batch_duration_seconds_count', { batch: 'invoices' }),
  ).toBeGreaterThan(0);
});

test('workers report runs and failures, and their queues', async () => {
  const works = { name: 'works', pollMilliseconds: MINUTE, run: async () => 0 };
  const fails = { ...works, name: 'fails', run: () => Promise.reject(new Error('no')) };
  const running = startWorkers(world.app, [works, fails]);
  const series = await until('both had a turn', async () => {
    const found = await scrape();
    const failures = found.of('chaintill_worker_failures_total', { worker: 'fails' });
    const runs = found.of('chaintill_worker_runs_total', { worker: 'works' });
    return failures !== undefined && runs !== undefined && found;
  });
  await running.stop();
  expect(
    series.of('chaintill_worker_last_run_timestamp_seconds', { worker: 'works' }),
  ).toBeGreaterThan(0);
  expect(series.of('chaintill_queue_due_rows', { queue: 'invoices' })).toBe(0);
  expect(series.of('chaintill_task_failures', { task: 'watch-ltc' })).toBe(0);
});

test('the process reports its connections, its event loop and itself', async () => {
  const series = await scrape();
  expect(series.of('chaintill_database_up', {})).toBe(1);
  expect(series.of('chaintill_database_connections_max', { pool: 'main' })).toBe(8);
  expect(series.of('nodejs_eventloop_lag_p99_seconds', {})).toBeDefined();
  expect(series.of('process_cpu_seconds_total', {})).toBeGreaterThan(0);
});

test('consecutive scrapes share one reading', async () => {
  await scrape();
  const invoice = await merchant.api.invoices.create({
    price_amount: '5',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  clock.advance(24 * 60 * MINUTE);
  expect((await scrape()).of('chaintill_queue_due_rows', { queue: 'invoices' })).toBe(0);
  expect(invoice.status).toBe('new');
});

test('no metric names a project or an object', async () => {
  const { text } = await scrape();
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  expect(text).not.toContain(merchant.key.key);
});

test('a scrape succeeds while the database does not respond', async () => {
  gate.freeze();
  const series = await scrape();
  gate.thaw();
  expect(series.of('chaintill_database_up', {})).toBe(0);
  expect(series.of('chaintill_reading_up', { reading: 'workers' })).toBe(0);
  expect(series.all('chaintill_queue_due_rows')).toEqual([]);
  await until('it is up again', async () => (await scrape()).of('chaintill_database_up', {}) === 1);
});

test('a scrape succeeds while the database is unreachable', async () => {
  gate.shut();
  const series = await scrape();
  gate.open();
  expect(series.of('chaintill_database_up', {})).toBe(0);
});
