// The embedded database while it runs. Nothing is created or migrated: a wrong data folder has no database, and a
// backup must not activate a newly installed release.
import { join } from 'node:path';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { type Database, openDatabase } from '../db/database.ts';
import {
  type EmbeddedConnection,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../db/embedded.ts';
import { BackupError } from './backup.ts';

export interface RunningDatabase {
  /** As passed at the start of the server. */
  readonly folder: string;
  readonly connection: EmbeddedConnection;
  readonly db: Database;
}

/** Throws BackupError when the database is not the embedded one, or is not running. */
export async function withRunningDatabase<T>(
  config: Config,
  log: Log,
  work: (running: RunningDatabase) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null)
    throw new BackupError(
      'back up the database of DATABASE_URL with the tools of its server: docs/operations.md, "Backup"',
    );
  const folder = join(config.dataDir, 'postgres');
  if ((await findEmbeddedPostgres(folder)) === null)
    throw new BackupError(
      `no database is running in ${folder}: start the service, or set CHAINTILL_DATA_DIR to its folder`,
    );
  // Joins the running server as one of its users: the last process to leave stops the server.
  const server = await startEmbeddedPostgres({ folder, log });
  const db = openDatabase(server.owner, log);
  try {
    return await work({ folder, connection: server.owner, db });
  } finally {
    await db.close();
    await server.stop();
  }
}
