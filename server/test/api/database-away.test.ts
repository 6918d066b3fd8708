// Guarantees while PostgreSQL is unavailable: waiting and new requests get a 503 with Retry-After and the standard
// error body, and may be retried after that time. A change without an Idempotency-Key that may have been stored gets a
// response that prevents a blind retry. The service recovers automatically.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isPostmaster, readPidFile } from '../../../packages/embedded-postgres/src/pid-file.ts';
import { clusterOf } from '../../../packages/embedded-postgres/src/place.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { readyDatabase } from '../../src/db/ready-database.ts';
import { expectError } from '../support/api-shapes.ts';
import { runSql } from '../support/database.ts';
import { type HttpAnswer, type Requested, signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), `chaintill-test-${process.pid}-`));
const TIMEOUT = { timeout: 10_000 };
const start = () => startEmbeddedPostgres({ folder, log, durable: false });

/** Ends the server under its clients. */
async function end(): Promise<void> {
  await server.stop();
  const cluster = clusterOf(folder);
  const { pid } = defined(readPidFile(cluster), 'a server');
  process.kill(pid, 'SIGINT');
  await vi.waitFor(() => expect(isPostmaster(pid, cluster)).toBe(false), TIMEOUT);
}

let server: EmbeddedPostgres;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  server = await start();
  const { connection, owner: ownerFacts } = server;
  // Commits of a durable database can wait for a standby; a test uses that to hold them.
  await runSql(ownerFacts, `alter database ${connection.database} set synchronous_commit = on`);
  const db = openDatabase(connection, log);
  const owner = openDatabase(ownerFacts, log);
  await readyDatabase(db, {
    owner: { connection: ownerFacts, from: 'the test' },
    log,
    migrates: true,
  });
  const urls = { url: '', ownerUrl: '' };
  const drop = async () => void (await Promise.all([db.close(), owner.close()]));
  const database = { db, connection, owner, ...urls, drop };
  world = await createWorld({}, { database });
  merchant = await world.merchant();
});
afterAll(async () => {
  await world.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const send = (requested: Requested, key = merchant.key) => signedCall(world.url, key, requested);
const newInvoice = {
  method: 'POST',
  target: '/api/invoices',
  body: { price_amount: '1', price_currency: 'EUR', pay_currency: 'BTC' },
};
const keyed = { ...newInvoice, headers: { 'idempotency-key': 'once' } };
const list = { method: 'GET', target: '/api/invoices' };

function expectAway(answer: HttpAnswer): void {
  expectError(answer, { status: 503, code: 'service_unavailable' });
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.text).not.toMatch(/database|postgres|connect/i);
}

function expectUnknown(answer: HttpAnswer): void {
  expectError(answer, { status: 500, code: 'outcome_unknown' });
  expect(answer.headers).not.toHaveProperty('retry-after');
  expect(answer.text).not.toMatch(/database|postgres|connect/i);
}

/** A client that waits as long as the response at `at` says finds the key free, and waits no longer than `seconds`. */
async function expectReportsLock(answer: HttpAnswer, at: number, seconds: number): Promise<void> {
  const [row] = await runSql(
    server.owner,
    'select (extract(epoch from locked_until) * 1000)::bigint as locked_until from idempotency_keys',
  );
  const lockedUntil = Number(defined(row, 'the key')['locked_until']);
  const retryAfter = Number(answer.headers['retry-after']);
  expect(at + retryAfter * SECOND).toBeGreaterThanOrEqual(lockedUntil);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}

const lockUntil = (time: number) =>
  runSql(server.owner, `update idempotency_keys set locked_until = to_timestamp(${time} / 1000.0)`);

/** Sessions that wait for this event, without the test's own. */
const waiting = (event: string, own: string) =>
  runSql(
    server.owner,
    `select 1 from pg_stat_activity where '${event}' in (wait_event_type, wait_event) and query not like '%${own}%'`,
  );

test('waiting and new requests get a time to retry, and afterwards everything continues', async () => {
  const held = openDatabase(server.owner, log);
  let isLocked = false;
  const holding = held.transaction(async (tx) => {
    await tx.query('lock table invoices in exclusive mode');
    isLocked = true;
    await tx.query('select pg_sleep(600)');
  });
  const lost = expect(holding).rejects.toThrow('the database is away');
  await vi.waitFor(() => expect(isLocked).toBe(true), TIMEOUT);
  const cutOff = send(keyed);
  await vi.waitFor(async () => expect(await waiting('Lock', 'pg_sleep')).toHaveLength(1), TIMEOUT);
  await end();
  const answer = await cutOff;
  const answeredAt = wallNow();
  expectError(answer, { status: 503, code: 'service_unavailable' });
  await lost;
  for (const requested of [keyed, { method: 'GET', target: '/api/accounts' }])
    expectAway(await send(requested));
  expectUnknown(await send(newInvoice));
  // A key that was not used before can't be looked up: this is not a 401.
  expectAway(await send(newInvoice, { ...merchant.key, key: 'unknown' }));
  const { connection } = server;
  server = await start();
  expect(server.connection).toEqual(connection);
  await expectReportsLock(answer, answeredAt, 20);
  await lockUntil(wallNow() + MINUTE);
  const early = await send(keyed);
  expectError(early, { status: 409, code: 'idempotency_key_in_use' });
  await expectReportsLock(early, wallNow(), 60);
  await lockUntil(wallNow());
  expect((await send(keyed)).status).toBe(201);
  expect((await send(list)).text).toContain('"total":1');
  await held.close();
});

/** Makes commits wait for a missing standby, until `letGo`. */
async function holdCommits(): Promise<{ letGo(): Promise<void> }> {
  const { owner: connection } = server;
  const db = openDatabase(connection, log);
  const probe = `select pg_logical_emit_message(true, 'probe', '')`;
  await runSql(connection, `alter system set synchronous_standby_names = 'nobody'`);
  await runSql(connection, 'select pg_reload_conf()');
  const probes: Promise<unknown>[] = [];
  // The setting is active when the first commit hangs.
  await vi.waitFor(async () => {
    probes.push(db.query(probe).catch(() => undefined));
    expect((await waiting('SyncRep', 'nothing')).length).toBeGreaterThan(0);
  }, TIMEOUT);
  await runSql(connection, 'alter system reset synchronous_standby_names');
  return {
    async letGo() {
      await Promise.all(probes);
      await db.close();
    },
  };
}

test('a commit with an unknown result and no Idempotency-Key is not reported as failed', async () => {
  const held = await holdCommits();
  const cutOff = send(newInvoice);
  await vi.waitFor(async () => expect(await waiting('SyncRep', 'probe')).toHaveLength(1), TIMEOUT);
  await end();
  expectUnknown(await cutOff);
  await held.letGo();
  server = await start();
  // It was stored all the same: a retry would have stored a second invoice.
  expect((await send(list)).text).toContain('"total":2');
});

test('a commit that stopped waiting for its standby is not reported as done', async () => {
  // The first request after an outage checks whether the database is still the same.
  expect((await send(newInvoice)).status).toBe(201);
  const held = await holdCommits();
  const call = send(newInvoice);
  await vi.waitFor(async () => expect(await waiting('SyncRep', 'probe')).toHaveLength(1), TIMEOUT);
  await runSql(
    server.owner,
    `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query not like '%probe%'`,
  );
  expectUnknown(await call);
  await runSql(server.owner, 'select pg_reload_conf()');
  await held.letGo();
  expect((await send(list)).text).toContain('"total":4');
});
