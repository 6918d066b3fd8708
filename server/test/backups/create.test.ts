// A backup copies the running database as it is: none is created or migrated for it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANIFEST, type Manifest, nameAt } from '../../src/backups/backup.ts';
import { createBackup } from '../../src/backups/create.ts';
import { openPlace, type Place } from '../../src/backups/place.ts';
import { readEverything } from '../../src/backups/verify.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, SECOND, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { commandHere } from '../support/command-here.ts';
import { until } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'chaintill-create-'));
const data = join(folder, 'data');
const backups = join(folder, 'backups');
const log = createLog('silent');
let server: EmbeddedPostgres;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ folder: join(data, 'postgres'), log, durable: false });
  await asOwner('create table migrations as select 1 as version');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('without a running database, no backup is created and nothing is stored', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const reported = await create(elsewhere, '--keep', '1');
  expect(reported).toMatchObject({ code: 1 });
  expect(reported.stderr).toContain('no database is running in');
  expect([existsSync(elsewhere), existsSync(backups)]).toEqual([false, false]);
});

test('a database of an older release is copied unchanged, not migrated', async () => {
  const stderr = expect.stringContaining('could not be recorded');
  expect(await create(data)).toMatchObject({ code: 0, stderr });
  expect(manifestOf(defined(readdirSync(backups)[0], 'a backup'))).toMatchObject({ migration: 1 });
  expect(await asOwner(`select 1 from pg_tables where schemaname = 'public'`)).toHaveLength(1);
});

test('with a slow clock, no backup is created, because its name would be an old one', async () => {
  const late = nameAt(wallNow() + 365 * DAY);
  const [first = ''] = readdirSync(backups);
  cpSync(join(backups, first), join(backups, late), { recursive: true });
  writeFileSync(
    join(backups, late, MANIFEST),
    JSON.stringify({ ...manifestOf(first), name: late }),
  );
  const reported = await create(data, '--keep', '1');
  expect(reported).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is newer than the current time'),
  });
  expect(readdirSync(backups).sort()).toEqual([first, late]);
  rmSync(join(backups, late), { recursive: true });
});

test('older backups stay if the new one is not verified, and it does not count', async () => {
  await asOwner('create table backups (name text, ended_at timestamptz, is_proven boolean)');
  // The name is the service's, but this is not its table.
  const reported = await create(data, '--verify', '--keep', '1');
  expect(reported).toMatchObject({ code: 1 });
  expect(readdirSync(backups)).toHaveLength(2);
  expect(await asOwner('select 1 from backups')).toEqual([]);
  await asOwner('drop table backups');
});

test('an unreadable backup does not hide the others', async () => {
  const damaged = nameAt(0);
  mkdirSync(join(backups, damaged));
  const reported = await commandHere({}, ['backup', 'list', '--from', backups]);
  expect(reported).toMatchObject({ code: 0, stderr: expect.stringContaining(damaged) });
  for (const name of readdirSync(backups).filter((each) => each !== damaged))
    expect(reported.stdout).toContain(name);
});

test('without disk space, no backup is created or restored for verification', async () => {
  const [first = ''] = readdirSync(backups)
    .filter((each) => each !== nameAt(0))
    .sort();
  const manifest = manifestOf(first);
  const huge = { path: 'database.tar.gz', bytes: 1e15, sha256: '' };
  const text = JSON.stringify({ ...manifest, files: [huge], contents: [huge] });
  const late = nameAt(wallNow() - SECOND);
  mkdirSync(join(backups, late), { recursive: true });
  writeFileSync(join(backups, late, MANIFEST), text.replaceAll(first, late));
  const reported = await create(data);
  expect(reported).toMatchObject({ code: 1, stderr: expect.stringContaining('MB are needed') });
  const words = ['backup', 'verify', '--from', backups, '--backup', late];
  const verified = await commandHere({ CHAINTILL_DATA_DIR: data }, words);
  expect(verified).toMatchObject({ code: 1, stderr: expect.stringContaining('MB are needed') });
  rmSync(join(backups, late), { recursive: true });
});

test('a full location ends the copy, and the server retains nothing for it', async () => {
  const silent: Place = {
    ...openPlace(join(folder, 'silent'), { objectStore: null }),
    begin: async () => ({
      write: () => new Promise(() => undefined),
      finish: async () => undefined,
      abandon: async () => undefined,
    }),
  };
  const config = readConfig({ CHAINTILL_DATA_DIR: data });
  const making = createBackup({
    config,
    place: silent,
    sealedKeys: null,
    masterKey: null,
    log,
    stallLimit: 200,
    configured: { values: {}, secrets: [] },
    abort: { undo: () => () => undefined },
  });
  await expect(making).rejects.toThrow('nothing could be stored');
  await until('no slot is left', async () => {
    const left = await asOwner('select 1 from pg_replication_slots');
    return left.length === 0;
  });
});

test('a damaged page is found in long values, and in every schema', async () => {
  for (const statement of [
    'create schema simulation',
    'create table simulation.notes (text text)',
    'alter table simulation.notes alter text set storage external',
    `insert into simulation.notes select repeat(md5(n::text), 500) from generate_series(1, 50) n`,
    'checkpoint',
  ])
    await asOwner(statement);
  expect(await readAllOf()).toEqual({ tables: 2, rows: 51 });
  const [toast] = (await asOwner(`select pg_relation_filepath(reltoastrelid) as file
    from pg_class where relname = 'notes'`)) as { file: string }[];
  await server.stop();
  const file = join(data, 'postgres/cluster', defined(toast?.file, 'a file'));
  const bytes = readFileSync(file);
  bytes.fill(0xff, 100, 120);
  writeFileSync(file, bytes);
  server = await startEmbeddedPostgres({ folder: join(data, 'postgres'), log, durable: false });
  await expect(readAllOf()).rejects.toThrow('invalid page');
});

async function readAllOf() {
  const db = openDatabase(server.owner, log);
  try {
    return await readEverything(db);
  } finally {
    await db.close();
  }
}

/** Waits until the next second when the backup of this second exists, as it would have the same name. */
async function create(dataDir: string, ...options: readonly string[]) {
  const began = nameAt(wallNow());
  const isTaken = existsSync(join(backups, began));
  await until('the next second', async () => !isTaken || nameAt(wallNow()) > began);
  const words = ['backup', 'create', '--to', backups, ...options];
  return commandHere({ CHAINTILL_DATA_DIR: dataDir }, words);
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(backups, name, MANIFEST), 'utf8')) as Manifest;
}

async function asOwner(text: string): Promise<unknown[]> {
  const db = openDatabase(server.owner, log);
  try {
    return await db.query(text);
  } finally {
    await db.close();
  }
}
