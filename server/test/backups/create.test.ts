// A backup is of the database that runs, as it is: none is made or migrated for it.
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
import { known } from '../../src/core/assert.ts';
import { DAY, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { commandHere } from '../support/command-here.ts';

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

test('where no database runs none is made, and nothing is stored', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const told = await create(elsewhere, '--keep', '1');
  expect(told).toMatchObject({ code: 1 });
  expect(told.stderr).toContain('no database is running in');
  expect([existsSync(elsewhere), existsSync(backups)]).toEqual([false, false]);
});

test('one of an older release is copied as it is, not migrated', async () => {
  expect(await create(data)).toMatchObject({ code: 0 });
  expect(manifestOf(known(readdirSync(backups)[0], 'a backup'))).toMatchObject({ migration: 1 });
  expect(await asOwner(`select 1 from pg_tables where schemaname = 'public'`)).toHaveLength(1);
});

test('by a clock that is behind none is made: its name would be that of an old one', async () => {
  const late = nameAt(wallNow() + 365 * DAY);
  const [first = ''] = readdirSync(backups);
  cpSync(join(backups, first), join(backups, late), { recursive: true });
  writeFileSync(
    join(backups, late, MANIFEST),
    JSON.stringify({ ...manifestOf(first), name: late }),
  );
  const told = await create(data, '--keep', '1');
  expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining('is newer than now') });
  expect(readdirSync(backups).sort()).toEqual([first, late]);
  rmSync(join(backups, late), { recursive: true });
});

test('older ones stay when the new one is not proven', async () => {
  // These books are none.
  const told = await create(data, '--verify', '--keep', '1');
  expect(told).toMatchObject({ code: 1 });
  expect(readdirSync(backups)).toHaveLength(2);
});

test('one that cannot be read hides none of the others', async () => {
  const damaged = nameAt(0);
  mkdirSync(join(backups, damaged));
  const told = await commandHere({}, ['backup', 'list', '--from', backups]);
  expect(told).toMatchObject({ code: 0, stderr: expect.stringContaining(damaged) });
  for (const name of readdirSync(backups).filter((each) => each !== damaged))
    expect(told.stdout).toContain(name);
});

function create(dataDir: string, ...options: readonly string[]) {
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
