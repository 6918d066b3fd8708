// Ties a database to the mode that first used it: simulated payments must never be credited along with real ones, nor
// demo balances paid out in real coins. Also ties it to its cell, because another cell would hand out the same slots
// again.
import { type Config, ConfigError, type Mode } from './core/config/config.ts';
import type { Database } from './db/database.ts';
import { readSetting, storeFirstSetting } from './db/settings.ts';

const MODE = 'mode';
const CELL = 'cell';

/** Whether a service has started on the database, or `init` has prepared it. */
export async function isFounded(db: Database): Promise<boolean> {
  return (await readSetting<Mode>(db, MODE)) !== undefined;
}

/** Throws ConfigError when the database belongs to the other mode or another cell. */
export async function claimDatabase(
  db: Database,
  config: Pick<Config, 'mode' | 'cell'>,
): Promise<void> {
  await storeFirstSetting(db, MODE, config.mode);
  // An instance without a cell may become one, permanently.
  if (config.cell !== null) await storeFirstSetting(db, CELL, config.cell);
  await assertSuits(db, config);
}

/** Same check as `claimDatabase`, but stores nothing. */
export async function assertSuits(
  db: Database,
  { mode, cell }: Pick<Config, 'mode' | 'cell'>,
): Promise<void> {
  const owner = await readSetting<Mode>(db, MODE);
  if (owner !== undefined && owner !== mode)
    throw new ConfigError([
      `this database is used in ${owner} mode, but CHAINTILL_MODE is ${mode}: use another data folder or database for ` +
        'another mode',
    ]);
  const ownCell = await readSetting<string>(db, CELL);
  if (ownCell === undefined || ownCell === cell) return;
  throw new ConfigError([
    `this database is cell ${ownCell}, but CHAINTILL_CELL is ${cell ?? 'not set'}: a cell keeps its name (docs/scaling.md)`,
  ]);
}
