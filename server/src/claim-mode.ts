// Ties a database to the mode that first used it: simulated payments must never be credited beside real ones,
// and balances given away by the demo must never be paid out in real coins. And to the cell that it is: ids and keys in
// it carry its slots, and another cell would give them again.
import { type Config, ConfigError, type Mode } from './core/config/config.ts';
import type { Database } from './db/database.ts';
import { readSetting, storeFirstSetting } from './db/settings.ts';

const MODE = 'mode';
const CELL = 'cell';

/** Throws ConfigError when the database belongs to the other mode, or is another cell's. */
export async function claimDatabase(
  db: Database,
  { mode, cell }: Pick<Config, 'mode' | 'cell'>,
): Promise<void> {
  await claimMode(db, mode);
  await claimCell(db, cell);
}

async function claimMode(db: Database, mode: Mode): Promise<void> {
  await storeFirstSetting(db, MODE, mode);
  const owner = await readSetting<Mode>(db, MODE);
  if (owner === undefined || owner === mode) return;
  throw new ConfigError([
    `this database is used in ${owner} mode, but CHAINTILL_MODE is ${mode}: use another data folder or database for ` +
      'another mode',
  ]);
}

/** A till that was none may become one, and stays it. */
async function claimCell(db: Database, cell: string | null): Promise<void> {
  if (cell !== null) await storeFirstSetting(db, CELL, cell);
  const owner = await readSetting<string>(db, CELL);
  if (owner === undefined || owner === cell) return;
  const given = cell === null ? 'not set' : cell;
  throw new ConfigError([
    `this database is cell ${owner}, but CHAINTILL_CELL is ${given}: a cell keeps its name (docs/scaling.md)`,
  ]);
}
