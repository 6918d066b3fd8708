// Every wait is limited: for an unresponsive database, for a lock of a frozen process, for a free connection. After the
// outage the waiting process continues on its own.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { PROMPT } from '../../src/db/database-client.ts';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createDatabaseGate, type DatabaseGate } from '../support/database-gate.ts';

const log = createLog('silent');
let database: TestDatabase;
let gate: DatabaseGate;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  gate = await createDatabaseGate(database.connection);
  await database.owner.query('create table notes (id integer primary key, text text)');
  await database.owner.query('grant all on notes to public');
  await database.db.query(`insert into notes values (1, 'first')`);
  db = openDatabase(gate.connection, log);
  await db.listen('silence', () => undefined);
});
afterAll(async () => {
  gate.thaw();
  await db.close();
  await gate.close();
  await database.drop();
});

/** The heartbeat runs every 2 seconds and has 4; a busy machine takes a little longer. */
const SILENCE_LIMIT = 9 * SECOND;

async function took(work: Promise<unknown>): Promise<number> {
  const startedAt = wallNow();
  await work;
  return wallNow() - startedAt;
}

const unavailable = (work: Promise<unknown>) =>
  expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);

test('a server with other settings works as the statements here need it', async () => {
  const other = await createTestDatabase();
  const name = new URL(other.url.replace('postgres:///', 'postgres://localhost/')).pathname.slice(
    1,
  );
  const requests = {
    jit: 'on',
    max_parallel_workers_per_gather: '4',
    default_transaction_isolation: 'serializable',
    timezone: 'Asia/Tokyo',
    datestyle: 'German, DMY',
    bytea_output: 'escape',
  };
  for (const [setting, value] of Object.entries(requests))
    await database.owner.query(`alter database ${name} set ${setting} = '${value}'`);
  const fresh = openDatabase(other.connection, log);
  try {
    const rows = await fresh.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where lower(name) = any($1::text[])',
      [Object.keys(requests)],
    );
    const own = rows.map(({ name: setting, setting: value }) => [
      `${setting}`.toLowerCase(),
      value,
    ]);
    expect(Object.fromEntries(own)).toEqual({
      jit: 'off',
      max_parallel_workers_per_gather: '0',
      default_transaction_isolation: 'read committed',
      timezone: 'UTC',
      datestyle: 'ISO, YMD',
      bytea_output: 'hex',
    });
  } finally {
    await fresh.close();
    await other.drop();
  }
});

test('a connection has its limits on the server, too', async () => {
  const requested = async (to: Pick<Database, 'query'>) => {
    const [row] = await to.query<Record<string, string>>(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle,
         current_setting('transaction_timeout', true) as transaction,
         current_setting('client_connection_check_interval') as looks`,
    );
    return row;
  };
  // Servers before 17 have no transaction timeout.
  const [version] = await db.query<{ knows: boolean }>(
    `select current_setting('server_version_num')::int >= 170000 as knows`,
  );
  const transaction = version?.knows === true ? '1min' : null;
  const prompt = { statement: '30s', lock: '6s', idle: '4s', looks: '2s', transaction };
  expect(await requested(db)).toEqual(prompt);
  expect(await requested({ query: db.write })).toEqual(prompt);
  expect(await requested(db.unhurried)).toMatchObject({
    statement: '1h',
    lock: '5min',
    idle: '4s',
  });
});

test('over TCP both sides check whether the other is still there', async () => {
  const [row] = await db.query<Record<string, string>>(
    // Servers before 16 show this one without its unit.
    `select current_setting('tcp_keepalives_idle') as idle,
       replace(current_setting('tcp_user_timeout'), '10000', '10s') as unanswered,
       inet_client_addr() is null as is_local`,
  );
  // A local socket has neither, and needs none.
  expect(row).toEqual(
    row?.['is_local']
      ? { idle: '0', unanswered: '0', is_local: true }
      : { idle: '5', unanswered: '10s', is_local: false },
  );
});

test('when the network is cut, every wait fails within seconds, and everything recovers when it is back', async () => {
  const waiting = [
    db.query('select pg_sleep(60)'),
    db.write('select pg_sleep(60)'),
    db.unhurried.query('select pg_sleep(60)'),
    db.transaction((tx) => tx.query('select pg_sleep(60)')),
  ];
  const failed = waiting.map((work) => took(unavailable(work)));
  await sleep(100);
  gate.freeze();
  for (const milliseconds of await Promise.all(failed))
    expect(milliseconds).toBeLessThan(SILENCE_LIMIT);
  // The old connections are gone: a new request waits only for a new one.
  const later = await Promise.all(
    Array.from({ length: 20 }, () => took(unavailable(db.query('select 1')))),
  );
  for (const milliseconds of later) expect(milliseconds).toBeLessThan(PROMPT.acquire + SECOND);
  gate.thaw({ dropsConnections: true });
  expect(await took(db.query('select 1'))).toBeLessThan(SECOND);
}, 60_000);

test('half-open connections recover: those that the server has dropped are reopened', async () => {
  await Promise.all(Array.from({ length: 8 }, () => db.query('select pg_sleep(0.05)')));
  gate.freeze();
  await sleep(SECOND);
  gate.thaw({ dropsConnections: true });
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () => took(db.query('select 1'))),
  );
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(DatabaseUnavailable);
    else expect(answer.value).toBeLessThan(SECOND);
  }
  const received: string[] = [];
  await db.listen('news', (payload) => received.push(payload));
  await vi.waitFor(async () => {
    await database.db.query(`select pg_notify('news', 'item')`);
    expect(received).toContain('item');
  });
});

test('a lock of a frozen process is released within seconds, and the process starts over', async () => {
  const other = openDatabase(database.connection, log);
  let attempts = 0;
  let isHeld: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const stopped = other.transaction(async (tx) => {
    attempts += 1;
    await tx.query('select 1 from notes where id = 1 for update');
    isHeld();
    // A process that is stopped between two statements.
    if (attempts === 1) await sleep(PROMPT.idleInTransaction + 2 * SECOND);
    return tx.query('select text from notes where id = 1');
  });
  await held;
  const waited = await took(db.write(`update notes set text = 'second' where id = 1`));
  expect(waited).toBeGreaterThan(SECOND);
  expect(waited).toBeLessThan(PROMPT.lock);
  expect(await stopped).toEqual([{ text: 'second' }]);
  expect(attempts).toBe(2);
  await other.close();
}, 30_000);

test('waiting for a lock that is held too long fails as an outage', async () => {
  const other = openDatabase(database.connection, log);
  const holding = other.transaction(async (tx) => {
    await tx.query('select 1 from notes where id = 1 for update');
    await tx.query(`select pg_sleep(${PROMPT.lock / SECOND + 3})`);
  });
  await sleep(200);
  const waited = await took(unavailable(db.write(`update notes set text = 'third' where id = 1`)));
  expect(waited).toBeLessThan(PROMPT.lock + 2 * SECOND);
  await holding;
  await other.close();
}, 30_000);

test('a statement, and a wait for a connection, have an end', async () => {
  const limits = { ...PROMPT, statement: SECOND, acquire: SECOND / 2 };
  const hasty = openDatabase(database.connection, log, { limits });
  const slow = Array.from({ length: 8 }, () =>
    took(unavailable(hasty.query('select pg_sleep(60)'))),
  );
  await sleep(200);
  expect(await took(unavailable(hasty.query('select 1')))).toBeLessThan(SECOND);
  for (const milliseconds of await Promise.all(slow)) expect(milliseconds).toBeLessThan(3 * SECOND);
  expect(await hasty.query('select 1 as one')).toEqual([{ one: 1 }]);
  await hasty.close();
});

test("a disconnected database doesn't block closing it", async () => {
  const other = openDatabase(gate.connection, log);
  await other.listen('farewell', () => undefined);
  await other.query('select 1');
  gate.freeze();
  expect(await took(other.close())).toBeLessThan(3 * SECOND);
  gate.thaw({ dropsConnections: true });
});
