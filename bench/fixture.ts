// Shared by every suite: a separate embedded PostgreSQL (durable, as in production) in a temporary folder, migrated,
// and an application on it for preparing data. The service that is measured over HTTP is a separate process
// (service.ts) on the same database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Assembled, assemble } from '../server/src/assemble.ts';
import { readConfig } from '../server/src/coins/read-config.ts';
import { type MovableClock, movableClock } from '../server/src/core/clock.ts';
import { createLog } from '../server/src/core/log.ts';
import { systemRandom } from '../server/src/core/random.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { type EmbeddedConnection, startEmbeddedPostgres } from '../server/src/db/embedded.ts';
import { readyDatabase } from '../server/src/db/ready-database.ts';
import { createApiKey, permissions } from '../server/src/projects/api-keys.ts';
import { createProject } from '../server/src/projects/create.ts';
import type { Project } from '../server/src/projects/project.ts';
import { timedDatabase } from './timed-database.ts';

export interface FixtureOptions {
  /** A folder that is kept, with the database in it; otherwise one that is removed at the end. */
  readonly folder?: string;
  /** Filling a database is not measured. */
  readonly durable?: boolean;
  /** The offset of the application's clock from its start on. */
  readonly offsetMilliseconds?: number;
}

export interface Fixture {
  readonly folder: string;
  readonly clock: MovableClock;
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly assembled: Assembled;
  /** As the owner of the tables and of the server. */
  readonly owner: Database;
  readonly postgresVersion: string;
  /** The variables under which the application and the service run. */
  readonly environment: Readonly<Record<string, string>>;
  /** Seconds in which the application waited for the database. */
  sqlSeconds(): number;
  close(): Promise<void>;
}

/** Credentials of a merchant for the load generator. */
export interface Account {
  readonly project: Project;
  readonly key: string;
  readonly secret: string;
}

export async function openFixture(
  variables: Record<string, string> = {},
  options: FixtureOptions = {},
): Promise<Fixture> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'chaintill-bench-'));
  const log = createLog('warn');
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log,
    durable: options.durable ?? true,
  });
  const clock = Object.assign(movableClock(), {
    offsetMilliseconds: options.offsetMilliseconds ?? 0,
  });
  const databaseUrl = urlOf(postgres.connection);
  const environment = {
    CHAINTILL_DATA_DIR: folder,
    CHAINTILL_REQUESTS_PER_MINUTE: '0',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    ...variables,
  };
  const { db, seconds } = timedDatabase(openDatabase({ connectionString: databaseUrl }, log));
  const owner = openDatabase(postgres.owner, log);
  const owned = { connection: postgres.owner, from: 'the benchmark' };
  await readyDatabase(db, { owner: owned, log, migrates: true });
  const assembled = await assemble(
    { config: readConfig(environment), clock, random: systemRandom, log, db },
    { seed: 'bench', minesByItself: false, deliveryFault: null },
  );
  const [row] = await db.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    folder,
    clock,
    databaseUrl,
    ownerUrl: urlOf(postgres.owner),
    assembled,
    owner,
    environment,
    sqlSeconds: seconds,
    postgresVersion: row?.version ?? '?',
    async close() {
      await assembled.close();
      await db.close();
      await owner.close();
      await postgres.stop();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function urlOf({ host, port, user, database }: EmbeddedConnection): string {
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}

/** 512 MB: what the largest suite writes, and less than starts a checkpoint automatically. */
const LOG_FILES = 32;

/**
 * Brings the write-ahead log to the state of a cluster that has run for a while, which reuses the files before its last
 * checkpoint. A new cluster creates each 16 MB file on demand, during which no commit proceeds: 10 to 40 milliseconds
 * on an idle machine, every 2,500 withdrawals, which would dominate the 99th percentile.
 */
export async function ageLog({ owner: db }: Fixture): Promise<void> {
  for (let n = 0; n < LOG_FILES; n++) {
    await db.query(
      `select pg_logical_emit_message(true, 'bench', 'so that there is something in the file')`,
    );
    await db.query('select pg_switch_wal()');
  }
  await db.query('checkpoint');
}

/** The note of a suite that ages the log, below its table. */
export const LOG_NOTE =
  'The write-ahead log files existed before the run, as in a cluster that has run for a while (bench/fixture.ts).\n';

export const BENCH = 'Bench';

export async function createAccount(fixture: Fixture): Promise<Account> {
  return createKey(fixture, await createProject(fixture.assembled.app, BENCH));
}

/** For an existing project. */
export async function createKey({ assembled }: Fixture, project: Project): Promise<Account> {
  const { key, secret } = await createApiKey(assembled.app, project.id, {
    name: 'bench',
    apiVersion: 2,
    permissions,
    ipAllowList: [],
  });
  return { project, key, secret };
}
