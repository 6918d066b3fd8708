// Copies a database to a new server of another major version. The new location is recorded, because it means neither
// a failover nor a copy of an older state.
import { join } from 'node:path';
import { HOUR, MINUTE } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type Database, openDatabase } from '../db/database.ts';
import {
  contents,
  type EmbeddedPostgres,
  type Programs,
  startEmbeddedPostgres,
} from '../db/embedded.ts';
import { exchangePlace } from '../db/high-water-mark.ts';
import { type Migration, readMigrations } from '../db/migrate.ts';
import { readPlace } from '../db/server-watch.ts';
import { readSetting } from '../db/settings.ts';
import { copyDatabase, foundBeside } from './copy-database.ts';
import { giveTo } from './copy-tree.ts';
import { UpgradeError } from './kept.ts';

export interface Move {
  readonly from: { readonly server: EmbeddedPostgres; readonly db: Database };
  /** A new server, which is stopped again after the copy. */
  readonly to: { readonly folder: string; readonly programs?: Programs };
  /** The new cluster gets the same owner as this one. */
  readonly like: string;
  readonly log: Log;
  say(progress: string): void;
}

/** The new server is not used before the copy is complete, so the copy skips the WAL and nothing else runs. */
const FILLING = {
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
};

/** Throws UpgradeError when anything would be omitted. */
export async function moveDatabase({ from, to, like, log, say }: Move): Promise<void> {
  await refuseStrangers(from.db);
  const migrations = await migrationsOf(from.db);
  const server = await startEmbeddedPostgres({
    ...to,
    log,
    settings: FILLING,
    stopLimit: 30 * MINUTE,
    startLimit: HOUR,
  });
  const db = openDatabase(server.owner, log);
  try {
    const between = { from: from.server.owner, to: server.owner };
    const { tables, rows } = await copyDatabase({ ...between, migrations, log, say });
    say(`${tables} tables with ${rows} rows are identical in the copy`);
    await reportPlace(from.db, db);
    await db.unhurried.query('checkpoint');
  } finally {
    await db.close();
    await server.stop();
  }
  await giveTo(join(to.folder, 'cluster'), like);
}

async function refuseStrangers(db: Database): Promise<void> {
  const { owner, database, roles } = contents;
  const expected = { databases: [database, 'postgres'], roles: [owner, ...roles] };
  const found = await foundBeside(db, expected);
  if (found.length > 0)
    throw new UpgradeError(
      `the server contains more than this instance's database: ${found.join(', ')}. Remove that first, because it would be lost`,
    );
}

async function migrationsOf(db: Database): Promise<Migration[]> {
  const rows = await db.query<{ version: number }>('select version from migrations');
  const applied = new Set(rows.map(({ version }) => version));
  return readMigrations().filter(({ version }) => applied.has(version));
}

/** If the old database had already moved unnoticed, the next start detects that. */
async function reportPlace(old: Database, made: Database): Promise<void> {
  const [before, now] = [await readPlace(old), await readPlace(made)];
  const stored = await readSetting<{ readonly now: string }>(made, 'database_place');
  if (before === null || now === null || stored?.now !== before.server) return;
  await made.transaction((tx) => exchangePlace(tx, now.server));
}
