// Ties a database to the mode that first used it: simulated payments must never be credited beside real ones,
// and balances given away by the demo must never be paid out in real coins.
import { ConfigError, type Mode } from './core/config/config.ts';
import type { Database } from './db/database.ts';
import { readSetting, storeFirstSetting } from './db/settings.ts';

const SETTING = 'mode';

/** Throws ConfigError when the database belongs to the other mode. */
export async function claimMode(db: Database, mode: Mode): Promise<void> {
  await storeFirstSetting(db, SETTING, mode);
  const owner = await readSetting<Mode>(db, SETTING);
  if (owner === undefined || owner === mode) return;
  throw new ConfigError([
    `this database is used in ${owner} mode, but CHAINTILL_MODE is ${mode}: use another data folder or database for ` +
      'another mode',
  ]);
}
