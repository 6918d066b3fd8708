// The embedded PostgreSQL with real servers in temporary folders: starting, sharing, and what must survive when
// processes are killed. The servers are separate, so the tests' shared one is not affected.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sleep } from '../src/clock.ts';
import {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/embedded-postgres.ts';
import { explainOutput } from '../src/failure.ts';
import { commandAs } from '../src/identity.ts';
import { isPostmaster, readPidFile } from '../src/pid-file.ts';
import { preparePlace } from '../src/place.ts';
import { CONTENTS, silent as log, runSql, SERVICE } from './support.ts';

const isRoot = process.getuid?.() === 0;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The files of a stopped server, for tests that don't test initdb, which takes seconds. */
let prepared = '';

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), `embedded-postgres-test-${process.pid}-`));
  const server = await startEmbeddedPostgres({
    ...CONTENTS,
    folder: prepared,
    log,
    durable: false,
  });
  await server.stop();
});

afterAll(() => rmSync(prepared, { recursive: true, force: true }));

/** Closed to others like a folder below /root, so that root's tests take the harder path. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `embedded-postgres-test-${process.pid}-`));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The state after a stop; as root also that of a backup that root restored. */
function usedFolder(): string {
  const folder = newFolder();
  cpSync(join(prepared, 'cluster'), join(folder, 'cluster'), { recursive: true });
  return folder;
}

async function start(folder: string, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ ...CONTENTS, folder, log, durable });
  cleanups.push(() => server.stop());
  return server;
}

interface Child {
  readonly process: ChildProcess;
  readonly answer: Pick<EmbeddedPostgres, 'connection' | 'wasRunning'>;
  stop(): Promise<void>;
}

async function startChild(folder: string, options: { uid?: number } = {}): Promise<Child> {
  const script = join(import.meta.dirname, 'start-in-process.ts');
  const { uid } = options;
  const identity = uid === undefined ? null : { uid, gid: uid };
  // The checkout may be in a folder that this user can't enter.
  const command = commandAs(identity, [script])(process.execPath, [
    '--import',
    'tsx',
    script,
    folder,
  ]);
  const child = spawn(command.file, command.args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...command.identity,
  });
  const ended = once(child, 'exit');
  cleanups.push(() => child.kill('SIGKILL'));
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => ['{}']),
  ]);
  return {
    process: child,
    answer: JSON.parse(line),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

function serverIn(folder: string): number {
  return readPidFile(join(folder, 'cluster'))?.pid ?? 0;
}

describe('one process', () => {
  test('a fresh folder becomes a durable server without a network address', async () => {
    const { connection, wasRunning } = await start(newFolder(), true);
    expect(wasRunning).toBe(false);
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses'];
    const shown = names.map((name) => `current_setting('${name}') as ${name}`);
    const [settings] = await runSql(connection, `select ${shown}, current_database() as name`);
    expect(settings).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      name: 'notes',
    });
  });

  test('settings are those of the application, and its roles can log in and own nothing', async () => {
    const { connection } = await start(newFolder());
    const service = { ...connection, user: SERVICE };
    expect(await runSql(service, `select current_setting('work_mem') as value`)).toEqual([
      { value: '5MB' },
    ]);
    await expect(runSql(service, 'create table mine (id int)')).rejects.toThrow(
      /permission denied/,
    );
  });

  test('only the server user can access its data and socket folder', async () => {
    const { connection } = await start(newFolder());
    const [row] = await runSql(connection, `select current_setting('data_directory') as data`);
    for (const path of [row?.['data'] ?? '', connection.host]) {
      expect(statSync(path).mode & 0o777).toBe(0o700);
      expect(statSync(path).uid === 0).toBe(false);
    }
  });

  test('written data is present after a restart', async () => {
    const folder = usedFolder();
    const first = await start(folder);
    await runSql(first.connection, 'create table kept as select 7 as value');
    await first.stop();
    expect(existsSync(join(folder, 'cluster/postmaster.pid'))).toBe(false);
    const second = await start(folder);
    expect(await runSql(second.connection, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  test('a stop waits for connections that were closed just before', async () => {
    const folder = usedFolder();
    const server = await start(folder);
    await runSql(server.connection, 'select 1');
    await server.stop();
    expect(serverIn(folder)).toBe(0);
  });

  test('a folder that is too deep for a socket works as well, and leaves no trace elsewhere', async () => {
    const folder = join(newFolder(), 'deep'.repeat(30), 'postgres');
    mkdirSync(folder, { recursive: true });
    renameSync(join(usedFolder(), 'cluster'), join(folder, 'cluster'));
    const server = await start(folder);
    expect(server.connection.host.startsWith(folder)).toBe(false);
    expect(await findEmbeddedPostgres({ ...CONTENTS, folder })).toEqual(server.connection);
    await server.stop();
    expect(existsSync(server.connection.host)).toBe(false);
  });

  test('a quoted, spaced and non-ASCII folder name works', async () => {
    const folder = join(newFolder(), `a "b", 'c' é`);
    const { connection } = await start(folder);
    expect(await runSql(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('an interrupted initdb is not treated as a database, and is cleaned up', async () => {
    const folder = newFolder();
    const unfinished = join(folder, 'cluster.new-999999999-abc');
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'PG_VERSION'), '18\n');
    await start(folder);
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });

  // The service adds the instructions for the operator (server/test/processes/upgrade.test.ts).
  test('data of another PostgreSQL version is rejected with a clear error', async () => {
    const folder = usedFolder();
    await (await start(folder)).stop();
    writeFileSync(join(folder, 'cluster/PG_VERSION'), '17\n');
    await expect(start(folder)).rejects.toMatchObject({
      kind: 'major',
      message: expect.stringMatching(/was written by PostgreSQL 17, this release brings 18\.$/),
    });
  });

  test('a full disk is reported as such', () => {
    const output = 'FATAL:  could not write: No space left on device\nchild process exited';
    expect(explainOutput('It does not start', output)).toMatchObject({
      kind: 'disk',
      message: 'It does not start: the disk is full.',
    });
  });
});

describe('killed processes', () => {
  test('a server whose owner was killed is adopted with its data', async () => {
    const folder = usedFolder();
    const child = await startChild(folder);
    await runSql(child.answer.connection, 'create table kept as select 7 as value');
    const pid = serverIn(folder);
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    const adopted = await start(folder);
    expect(adopted.wasRunning).toBe(true);
    expect(serverIn(folder)).toBe(pid);
    expect(await runSql(adopted.connection, 'select value from kept')).toEqual([{ value: 7 }]);
    await adopted.stop();
    await expect.poll(() => isPostmaster(pid, join(folder, 'cluster'))).toBe(false);
  });

  test('a server whose data folder was deleted is ended before another starts in its place', async () => {
    const folder = usedFolder();
    const child = await startChild(folder);
    const pid = serverIn(folder);
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    // It still writes there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
    mkdirSync(folder);
    cpSync(join(prepared, 'cluster'), join(folder, 'cluster'), { recursive: true });
    const fresh = await start(folder);
    expect(fresh.wasRunning).toBe(false);
    await expect.poll(() => isPostmaster(pid, join(folder, 'cluster'))).toBe(false);
    expect(serverIn(folder)).not.toBe(pid);
    expect(await runSql(fresh.connection, 'select 1 as value')).toEqual([{ value: 1 }]);
  });

  test('a killed server is started again, with every acknowledged write', async () => {
    const folder = usedFolder();
    const { connection } = await start(folder, true);
    await runSql(connection, 'create table kept as select 7 as value');
    const pid = serverIn(folder);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => serverIn(folder), { timeout: 20_000 }).not.toBe(pid);
    await expect
      .poll(() => findEmbeddedPostgres({ ...CONTENTS, folder }), { timeout: 20_000 })
      .not.toBeNull();
    expect(await runSql(connection, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  test('lock files of a power loss that name another live process do not prevent a start', async () => {
    const folder = usedFolder();
    const first = await start(folder);
    const path = join(folder, 'cluster/postmaster.pid');
    const stale = readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid));
    await first.stop();
    writeFileSync(path, stale);
    writeFileSync(join(first.connection.host, '.s.PGSQL.5432.lock'), stale);
    const second = await start(folder);
    expect(second.wasRunning).toBe(false);
    expect(await runSql(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('several processes', () => {
  test('processes that start concurrently share one server, and the last one stops it', async () => {
    const folder = newFolder();
    const children = await Promise.all([1, 2, 3].map(() => startChild(folder)));
    const starts = await Promise.all(
      children.map(({ answer }) =>
        runSql(answer.connection, 'select pg_postmaster_start_time()::text as started_at'),
      ),
    );
    expect(new Set(starts.map(([row]) => row?.['started_at'])).size).toBe(1);
    expect(children.filter(({ answer }) => !answer.wasRunning)).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
    await Promise.all(children.map((child) => child.stop()));
    expect(await findEmbeddedPostgres({ ...CONTENTS, folder })).toBeNull();
    expect(existsSync(join(folder, 'cluster/postmaster.pid'))).toBe(false);
  });

  test('the first to stop leaves the server to the others', async () => {
    const folder = usedFolder();
    const child = await startChild(folder);
    const other = await start(folder);
    await child.stop();
    expect(await runSql(other.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await other.stop();
    expect(await findEmbeddedPostgres({ ...CONTENTS, folder })).toBeNull();
  });

  test('a process that arrives while the server stops gets a server', async () => {
    const folder = usedFolder();
    const rounds = [0, 2, 5, 10, 20];
    for (const milliseconds of rounds) {
      const first = await startEmbeddedPostgres({ ...CONTENTS, folder, log, durable: false });
      const stopping = first.stop();
      await sleep(milliseconds);
      const second = await startEmbeddedPostgres({ ...CONTENTS, folder, log, durable: false });
      await stopping;
      expect(await runSql(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      await second.stop();
    }
  });

  test('a connected client without a keeper, such as the CLI, keeps the server as well', async () => {
    const folder = usedFolder();
    const server = await start(folder);
    const query = runSql(server.connection, 'select pg_sleep(1), 1 as one');
    await sleep(100);
    await server.stop();
    expect((await query)[0]).toMatchObject({ one: 1 });
    expect(await findEmbeddedPostgres({ ...CONTENTS, folder })).toEqual(server.connection);
    await (await start(folder)).stop();
  });

  test('nothing is found when no server runs', async () => {
    expect(
      await findEmbeddedPostgres({ ...CONTENTS, folder: join(newFolder(), 'missing') }),
    ).toBeNull();
  });
});

test('a folder that was copied without modes is made private again', async () => {
  const folder = usedFolder();
  mkdirSync(join(folder, 'socket'));
  for (const name of ['cluster', 'socket']) chmodSync(join(folder, name), 0o755);
  const { connection } = await start(folder);
  expect(await runSql(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  for (const name of ['cluster', 'socket'])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
});

test('a socket folder that is a link, or open in a public folder, is rejected', async () => {
  const folder = usedFolder();
  symlinkSync(newFolder(), join(folder, 'socket'));
  await expect(start(folder)).rejects.toThrow('is not a closed folder');
  const deep = join(newFolder(), 'deep'.repeat(30), 'postgres');
  mkdirSync(deep, { recursive: true });
  const outside = preparePlace({ folder: deep, owner: CONTENTS.owner }).socketFolder;
  chmodSync(outside, 0o755);
  await expect(start(deep)).rejects.toThrow('is not a closed folder');
  rmdirSync(outside);
});

describe.runIf(isRoot)('as root', () => {
  test('a cluster that root copied back from a backup is given to the server user', async () => {
    const folder = usedFolder();
    expect(statSync(join(folder, 'cluster/base')).uid).toBe(0);
    const { connection } = await start(folder);
    expect(await runSql(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('an ordinary user has their own server, which root adopts and stops', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o777);
    const child = await startChild(join(folder, 'own'), { uid: 65_534 });
    expect(statSync(join(folder, 'own/cluster')).uid).toBe(65_534);
    const adopted = await start(join(folder, 'own'));
    expect(adopted.wasRunning).toBe(true);
    await child.stop();
    await adopted.stop();
    expect(serverIn(join(folder, 'own'))).toBe(0);
    const warnings: string[] = [];
    const hearing = { ...log, warn: (_facts: object, text: string) => warnings.push(text) };
    const place = { folder: join(folder, 'own'), log: hearing, durable: false };
    const again = await startEmbeddedPostgres({ ...CONTENTS, ...place });
    expect(again.wasRunning).toBe(false);
    await again.stop();
    // Its user is shared with other programs.
    expect(warnings).toEqual([expect.stringMatching(/runs as "nobody"/)]);
    const third = await startChild(join(folder, 'own'), { uid: 65_534 });
    expect(third.answer.wasRunning).toBe(false);
    await third.stop();
  });
});
