// The embedded database as it runs, for who copies it. Nothing is made and nothing migrated on the way: a wrong data
// folder has no database, and a release that was put in place is not started by a backup.
import { join } from 'node:path';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { type Database, openDatabase } from '../db/database.ts';
import {
  type EmbeddedConnection,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../db/embedded.ts';
import { BackupError } from './errors.ts';

export interface RunningDatabase {
  /** Its folder, as given to its start. */
  readonly folder: string;
  readonly connection: EmbeddedConnection;
  readonly db: Database;
}

/** Throws BackupError where the database is not the embedded one, or where that does not run. */
export async function withRunningDatabase<T>(
  config: Config,
  log: Log,
  work: (running: RunningDatabase) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null)
    throw new BackupError(
      'the database of DATABASE_URL is backed up by the tools of its server: docs/operations.md, "Backup"',
    );
  const folder = join(config.dataDir, 'postgres');
  if ((await findEmbeddedPostgres(folder)) === null)
    throw new BackupError(
      `no database is running in ${folder}: start the service, or name its folder in CHAINTILL_DATA_DIR`,
    );
  // Adopted, so that it is stopped by whoever leaves last.
  const server = await startEmbeddedPostgres({ folder, log });
  const db = openDatabase(server.owner, log);
  try {
    return await work({ folder, connection: server.owner, db });
  } finally {
    await db.close();
    await server.stop();
  }
}
