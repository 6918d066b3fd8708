// Guarantees while PostgreSQL is away: a request is answered 503 with Retry-After and the one error body, whether it
// was waiting in a statement or comes meanwhile; and the service goes on by itself when PostgreSQL is back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { known } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { isPostmaster, readPidFile } from '../../src/db/embedded-pid-file.ts';
import { clusterOf } from '../../src/db/embedded-place.ts';
import { migrate } from '../../src/db/migrate.ts';
import { expectError } from '../support/api-shapes.ts';
import { runSql } from '../support/database.ts';
import { type HttpAnswer, signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), `chaintill-test-${process.pid}-`));
const start = () => startEmbeddedPostgres({ folder, log, durable: false });

/** Ends the server under its clients. Nobody keeps it running: the one who started it has let go. */
async function end(): Promise<void> {
  await server.stop();
  const cluster = clusterOf(folder);
  const { pid } = known(readPidFile(cluster), 'a server');
  process.kill(pid, 'SIGINT');
  await vi.waitFor(() => expect(isPostmaster(pid, cluster)).toBe(false), { timeout: 10_000 });
}

let server: EmbeddedPostgres;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  server = await start();
  const { connection } = server;
  const db = openDatabase(connection, log);
  await migrate(db);
  const database = { db, connection, url: '', drop: () => db.close() };
  world = await createWorld({}, { database });
  merchant = await world.merchant();
});
afterAll(async () => {
  await world.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (wish: { method: string; target: string; body?: object }, key = merchant.key) =>
  signedCall(world.url, key, wish);
const newInvoice = {
  method: 'POST',
  target: '/api/invoices',
  body: { price_amount: '1', price_currency: 'EUR', pay_currency: 'BTC' },
};

function expectAway(answer: HttpAnswer): void {
  expectError(answer, { status: 503, code: 'service_unavailable' });
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.text).not.toMatch(/database|postgres|connect/i);
}

test('what waits and what comes meanwhile is answered 503, and afterwards all goes on', async () => {
  const held = openDatabase(server.connection, log);
  let isLocked = false;
  const holding = held.transaction(async (tx) => {
    await tx.query('lock table invoices in exclusive mode');
    isLocked = true;
    await tx.query('select pg_sleep(600)');
  });
  const lost = expect(holding).rejects.toThrow('the database is away');
  await vi.waitFor(() => expect(isLocked).toBe(true));
  const waiting = ask(newInvoice);
  await vi.waitFor(async () => {
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
    expect(await runSql(server.connection, waits)).toHaveLength(1);
  });
  await end();
  expectAway(await waiting);
  await lost;
  for (const wish of [newInvoice, { method: 'GET', target: '/api/accounts' }])
    expectAway(await ask(wish));
  // Nobody knows a key that was not asked for before: that is no 401.
  expectAway(await ask(newInvoice, { ...merchant.key, key: 'unknown' }));
  const { connection } = server;
  server = await start();
  expect(server.connection).toEqual(connection);
  expect((await ask(newInvoice)).status).toBe(201);
  expect((await ask({ method: 'GET', target: '/api/invoices' })).text).toContain('"total":1');
  await held.close();
});
