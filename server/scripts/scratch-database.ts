// A migrated database that exists while it is needed, for generate.ts: an embedded PostgreSQL in a
// temporary folder, so that nothing has to be set up and nobody's data is near.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../src/core/log.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { startEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrateWithoutBaseline } from '../src/db/migrate.ts';

export async function withScratchDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-generate-'));
  const log = createLog('silent');
  const embedded = await startEmbeddedPostgres({ folder, log, durable: false });
  try {
    const db = openDatabase(embedded.owner, log);
    try {
      await migrateWithoutBaseline(db);
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
