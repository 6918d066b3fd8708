// Vitest's global setup: one PostgreSQL for the whole run, with a migrated template database that createTestDatabase
// (database.ts) clones and a second template for worlds. Uses the server at DATABASE_URL; otherwise starts an embedded
// one in a fresh temporary folder, in memory where there is room, and removes it at the end.
import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { DAY, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { type ConnectionFacts, openDatabase } from '../../src/db/database.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { grantRights } from '../../src/db/service-role.ts';
import {
  clone,
  databasePrefix,
  runSql,
  serviceRole,
  templateOfWorlds,
  withDatabase,
} from './database.ts';
import { familySeconds, noteCost } from './processor-seconds.ts';
import { refuseUnlockedEvents } from './refuse-unlocked-events.ts';

const FOLDER_PREFIX = 'chaintill-test-';
const MEMORY = '/dev/shm';
/** Several times what a whole run needs at one time: databases of 11 MB and 100 MB of WAL. */
const MEMORY_BYTES_MIN = 2 * 1024 ** 3;
const log = createLog('silent');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `${databasePrefix}${wallNow()}_${process.pid}`;
  try {
    await createTemplate(server.facts, template);
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('postgres', { facts: server.facts, template });
  return async () => {
    for (const name of [template, templateOfWorlds(template)])
      await runSql(server.facts, `drop database if exists ${name} with (force)`);
    await server.close();
  };
}

interface Server {
  readonly facts: ConnectionFacts;
  close(): Promise<void>;
}

async function openServer(): Promise<Server> {
  const url = process.env['DATABASE_URL'];
  if (url !== undefined && url !== '') {
    const facts = { connectionString: url };
    await dropOldDatabases(facts);
    return { facts, close: async () => undefined };
  }
  for (const parent of new Set([tmpdir(), fastestFolder()])) await removeOldFolders(parent);
  const folder = mkdtempSync(join(fastestFolder(), `${FOLDER_PREFIX}${process.pid}-`));
  const embedded = await startEmbeddedPostgres({ folder, log, durable: false });
  return {
    facts: embedded.owner,
    async close() {
      noteCostOf(folder);
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Of the whole run: which suite a server works for is not known. */
function noteCostOf(folder: string): void {
  if (process.env['CHAINTILL_TEST_COSTS'] === undefined) return;
  const [pid] = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  noteCost('PostgreSQL, for all suites', familySeconds(Number(pid)));
}

/** Memory: creating and removing the 600 files of a database takes seven times as long on a busy disk. */
function fastestFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function createTemplate(facts: ConnectionFacts, template: string): Promise<void> {
  await runSql(facts, `create database ${template}`);
  const db = openDatabase(withDatabase(facts, template), log);
  try {
    await makeServiceRole(facts);
    await migrate(db);
    await grantRights(db, serviceRole);
  } finally {
    await db.close();
  }
  await createTemplateOfWorlds(facts, template);
}

/** Otherwise each world would create the same function and trigger on its own connection. */
async function createTemplateOfWorlds(facts: ConnectionFacts, template: string): Promise<void> {
  const name = templateOfWorlds(template);
  await clone(facts, template, name);
  const owner = openDatabase(withDatabase(facts, name), log);
  try {
    await refuseUnlockedEvents(owner);
  } finally {
    await owner.close();
  }
}

/** Kept on the server: another run may be using it. */
async function makeServiceRole(facts: ConnectionFacts): Promise<void> {
  const found = await runSql(facts, `select 1 from pg_roles where rolname = '${serviceRole}'`);
  if (found.length > 0) return;
  const { password } = new pg.Client({ ...facts });
  const secret = typeof password === 'string' ? ` password ${pg.escapeLiteral(password)}` : '';
  await runSql(facts, `create role ${serviceRole} login${secret}`);
}

/** Removes what killed runs left behind, and the servers that still run there. */
async function removeOldFolders(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined) continue;
    const folder = join(parent, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    // Another run has removed it in the meantime.
    if (found === undefined) continue;
    const isInUse = isAlive(Number(pid)) && wallNow() - found.mtimeMs < DAY;
    if (isInUse || found.uid !== process.getuid?.()) continue;
    await stopLeftover(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stopLeftover(folder: string): Promise<void> {
  if ((await findEmbeddedPostgres(folder)) === null) return;
  const adopted = await startEmbeddedPostgres({ folder, log, durable: false });
  await adopted.stop();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Database names contain the time of their run, in milliseconds. */
async function dropOldDatabases(facts: ConnectionFacts): Promise<void> {
  const names = await runSql(
    facts,
    `select datname from pg_database where datname ~ '^${databasePrefix}\\d+_'`,
  );
  for (const { datname } of names) {
    const startedAt = Number(datname?.slice(databasePrefix.length).split('_')[0]);
    if (wallNow() - startedAt > DAY) await runSql(facts, `drop database ${datname} with (force)`);
  }
}
