// Two processes on one database: the network of one is cut, and one is suspended while it holds a lock. Requests end
// within seconds, as in wire.md 1.2, other processes are delayed no longer, and afterwards everything recovers
// automatically.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { expectError } from '../support/api-shapes.ts';
import { auditOf } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createDatabaseGate, type DatabaseGate } from '../support/database-gate.ts';
import { createService, type Service } from '../support/service.ts';
import { type HttpAnswer, type Requested, signedCall } from '../support/signed-call.ts';

const MASTER_KEY = 'b7'.repeat(32);
/** The limit in docs/operations.md. */
const ANSWER_LIMIT = 15 * SECOND;
/** A stopped process is detected after four seconds. */
const HELD_LIMIT = 6 * SECOND;
const STOPS_MAX = 200;

let database: TestDatabase;
let gate: DatabaseGate;
/** The first process reaches the database through the gate. */
let services: readonly [Service, Service];

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await createDatabaseGate(database.connection);
  const environment = { CHAINTILL_MASTER_KEY: MASTER_KEY, CHAINTILL_REQUESTS_PER_MINUTE: '0' };
  services = [
    await createService({ databaseUrl: gate.url, ownerUrl: database.ownerUrl, environment }),
    await createService({ databaseUrl: database.url, ownerUrl: database.ownerUrl, environment }),
  ];
  for (const service of services) await service.start();
}, 120_000);
afterEach(() => gate.thaw());
afterAll(async () => {
  gate.thaw();
  await Promise.all(services.map((service) => service.close()));
  await gate.close();
  await database.drop();
});

interface Timed {
  readonly answer: HttpAnswer;
  readonly milliseconds: number;
}

async function send(service: Service, requested: Requested): Promise<Timed> {
  const { api_key: key, api_secret: secret } = service.credentials();
  const startedAt = wallNow();
  const answer = await signedCall(service.url, { key, secret }, requested);
  return { answer, milliseconds: wallNow() - startedAt };
}

const list: Requested = { method: 'GET', target: '/api/accounts' };
const newInvoice: Requested = {
  method: 'POST',
  target: '/api/invoices',
  body: { price_amount: '1', price_currency: 'EUR', pay_currency: 'BTC' },
};
const namedInvoice = (customId: string): Requested => ({
  ...newInvoice,
  body: { price_amount: '1', price_currency: 'EUR', pay_currency: 'BTC', custom_id: customId },
});
let keys = 0;
const keyed = (): Requested => {
  keys += 1;
  return { ...newInvoice, headers: { 'idempotency-key': `cut-${keys}` } };
};

test('a process without its database responds within seconds, and continues when it is back', async () => {
  const [cut, other] = services;
  expect((await send(cut, newInvoice)).answer.status).toBe(201);
  gate.freeze();
  // Requests that are in progress when it happens, and requests during the outage.
  for (const pause of [0, 3 * SECOND, 9 * SECOND]) {
    await sleep(pause);
    const call = [list, newInvoice, keyed(), list, keyed()].map((requested) =>
      send(cut, requested),
    );
    const [read, bare, safe] = await Promise.all(call);
    for (const timed of await Promise.all(call))
      expect(timed.milliseconds).toBeLessThan(ANSWER_LIMIT);
    if (read === undefined || bare === undefined || safe === undefined) throw new Error('asked');
    expectError(read.answer, { status: 503, code: 'service_unavailable' });
    // After the pause the API key is no longer cached: nothing was done before its lookup.
    if (pause === 0) expectError(bare.answer, { status: 500, code: 'outcome_unknown' });
    else expect([500, 503]).toContain(bare.answer.status);
    expectError(safe.answer, { status: 503, code: 'service_unavailable' });
    expect(Number(safe.answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await cut.health()).toMatchObject({ status: 503, checks: { database: { ok: false } } });
  // The other process is not affected.
  expect((await send(other, newInvoice)).milliseconds).toBeLessThan(HELD_LIMIT);
  gate.thaw({ dropsConnections: true });
  await cut.ready();
  const after = await send(cut, newInvoice);
  expect(after.answer.status).toBe(201);
  expect(after.milliseconds).toBeLessThan(2 * SECOND);
}, 120_000);

test('a process suspended with a lock delays the others for seconds, and loses nothing', async () => {
  const [stopped, other] = services;
  let isOver = false;
  const load = Array.from({ length: 8 }, async (_, lane) => {
    const call: { customId: string; answer: HttpAnswer }[] = [];
    while (!isOver) {
      const customId = `stopped-${lane}-${call.length}`;
      const { answer } = await send(stopped, namedInvoice(customId));
      call.push({ customId, answer });
    }
    return call;
  });
  const loaded = Promise.all(load);
  loaded.catch(() => undefined);
  expect(await stopInsideTransaction(stopped)).toBe(true);
  const call = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(other, n % 2 === 0 ? newInvoice : keyed())),
  );
  for (const { answer, milliseconds } of call) {
    expect(answer.status).toBe(201);
    expect(milliseconds).toBeLessThan(HELD_LIMIT);
  }
  await sleep(HELD_LIMIT);
  process.kill(stopped.pid(), 'SIGCONT');
  await stopped.ready();
  isOver = true;
  const answered = (await loaded).flat();
  const made = await madeInvoices('stopped-');
  for (const { customId, answer } of answered) {
    if (answer.status === 201) expect(made.has(customId)).toBe(true);
    // A request in progress may have succeeded, and the response says so; one that was not started has no effect, and
    // may be retried.
    else if (answer.status === 500) expectError(answer, { status: 500, code: 'outcome_unknown' });
    else {
      expectError(answer, { status: 503, code: 'service_unavailable' });
      expect(made.has(customId)).toBe(false);
    }
  }
  expect((await send(stopped, newInvoice)).answer.status).toBe(201);
  expect(await auditOf(database.connection)).toEqual([]);
}, 120_000);

async function madeInvoices(prefix: string): Promise<ReadonlySet<string>> {
  const rows = await database.db.query<{ custom_id: string }>(
    'select custom_id from invoices where starts_with(custom_id, $1)',
    [prefix],
  );
  return new Set(rows.map((row) => row.custom_id));
}

/** Suspends the process repeatedly until it is in the middle of a transaction. */
async function stopInsideTransaction(service: Service): Promise<boolean> {
  for (let attempt = 0; attempt < STOPS_MAX; attempt++) {
    process.kill(service.pid(), 'SIGSTOP');
    await sleep(20);
    const rows = await database.owner.query(
      `select 1 from pg_stat_activity a join pg_locks l on l.pid = a.pid
       where a.datname = current_database() and a.state = 'idle in transaction'
         and l.mode in ('RowShareLock', 'RowExclusiveLock', 'ExclusiveLock') limit 1`,
    );
    if (rows.length > 0) return true;
    process.kill(service.pid(), 'SIGCONT');
    await sleep(10 + (attempt % 10) * 3);
  }
  return false;
}
