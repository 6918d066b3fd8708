// A start on each kind of database: the owner does what the service may not do, or the start is refused with
// instructions. With one role for everything, all works as before.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { type Owner, readyDatabase } from '../../src/db/ready-database.ts';
import { describeRoleStatus, excessOf, readRoleStatus } from '../../src/db/service-role.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  serviceRole,
  type TestDatabase,
} from '../support/database.ts';

const log = createLog('silent');
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function given(database: Promise<TestDatabase>): Promise<TestDatabase> {
  const made = await database;
  cleanups.push(() => made.drop());
  return made;
}

const ownerOf = ({ ownerUrl }: TestDatabase): Owner => ({
  connection: { connectionString: ownerUrl },
  from: 'DATABASE_OWNER_URL',
});
const nowhere: Owner = {
  connection: { connectionString: 'postgres://owner@127.0.0.1:9/nothing' },
  from: 'DATABASE_OWNER_URL',
};

test('an empty database is rejected for a role that owns nothing, prepared by its owner, and then started without the owner', async () => {
  const database = await given(createEmptyDatabase());
  const { db } = database;
  await expect(readyDatabase(db, { owner: null, log, migrates: true })).rejects.toThrow(
    new RegExp(
      `${serviceRole}, the role of DATABASE_URL, owns nothing.*foundation.*DATABASE_OWNER_URL.*Two roles`,
      's',
    ),
  );
  const roleStatus = await readyDatabase(db, { owner: ownerOf(database), log, migrates: true });
  expect(roleStatus).toMatchObject({ role: serviceRole, ownsTables: false });
  // Now nothing is pending, and the owner role is not used: it may be unreachable.
  await readyDatabase(db, { owner: null, log, migrates: true });
  await readyDatabase(db, { owner: nowhere, log, migrates: true });
  expect(await describeRoleStatus(db, roleStatus)).toMatchObject({ isGood: true, hint: null });
});

test('a database with another encoding is rejected, with instructions to create a right one', async () => {
  const encoded = `encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`;
  const database = await given(createEmptyDatabase(encoded));
  await expect(
    readyDatabase(database.db, { owner: ownerOf(database), log, migrates: true }),
  ).rejects.toThrow(/SQL_ASCII.*UTF8.*create database/s);
});

test('a database with a pending migration, or a missing privilege, is rejected by name and fixed by the owner', async () => {
  const database = await given(createEmptyDatabase());
  const { db, owner } = database;
  const migrations = readMigrations();
  await migrate(owner, migrations.slice(0, -1));
  await expect(readyDatabase(db, { owner: null, log, migrates: true })).rejects.toThrow(
    /may not read which migrations/,
  );
  await owner.query(`grant select on migrations to ${serviceRole}`);
  await expect(readyDatabase(db, { owner: null, log, migrates: true })).rejects.toThrow(
    `these migrations are to be applied: ${migrations.at(-1)?.name}`,
  );
  await readyDatabase(db, { owner: ownerOf(database), log, migrates: true });
  await owner.query(`revoke insert on ledger_postings from ${serviceRole}`);
  await expect(readyDatabase(db, { owner: null, log, migrates: true })).rejects.toThrow(
    /rights.*ledger_postings/,
  );
  await readyDatabase(db, { owner: ownerOf(database), log, migrates: true });
  await readyDatabase(db, { owner: null, log, migrates: true });
});

test('an owner of another database, or one that owns nothing, is reported', async () => {
  const [empty, other] = [await given(createEmptyDatabase()), await given(createTestDatabase())];
  await expect(
    readyDatabase(empty.db, { owner: ownerOf(other), log, migrates: true }),
  ).rejects.toThrow('DATABASE_OWNER_URL leads to another database than DATABASE_URL');
  const itself: Owner = { connection: empty.connection, from: 'DATABASE_OWNER_URL' };
  await expect(readyDatabase(empty.db, { owner: itself, log, migrates: true })).rejects.toThrow(
    `DATABASE_OWNER_URL leads to ${serviceRole}, a role that may make no tables there`,
  );
});

test('one role for everything still works, is reported, and can be separated later', async () => {
  const database = await given(createEmptyDatabase());
  const alone = await readyDatabase(database.owner, { owner: null, log, migrates: true });
  const { text, hint } = await describeRoleStatus(database.owner, alone);
  expect(text).toMatch(/superuser|owns its tables/);
  expect(hint).toMatch(/Two roles/);
  await readyDatabase(database.db, { owner: ownerOf(database), log, migrates: true });
  expect(await excessOf(database.db)).toEqual([]);
  expect((await readRoleStatus(database.db)).ownsTables).toBe(false);
});

test('a data folder of an older release gets the second role and its privileges automatically', async () => {
  const folder = mkdtempSync(join(tmpdir(), `chaintill-test-${process.pid}-`));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const old = await startEmbeddedPostgres({ folder, log, durable: false });
  const owner = openDatabase(old.owner, log);
  await migrate(owner);
  await owner.query(`drop role ${old.connection.user}`);
  await owner.close();
  await old.stop();
  const server = await startEmbeddedPostgres({ folder, log, durable: false });
  cleanups.push(() => server.stop());
  const db = openDatabase(server.connection, log);
  cleanups.push(() => db.close());
  const from = 'the embedded PostgreSQL';
  const roleStatus = await readyDatabase(db, {
    owner: { connection: server.owner, from },
    log,
    migrates: true,
  });
  expect(roleStatus).toMatchObject({ role: 'chaintill_service', ownsTables: false });
  expect(await excessOf(db)).toEqual([]);
  expect(await db.query('select count(*) from ledger_entries')).toHaveLength(1);
});
