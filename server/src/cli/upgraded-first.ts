// Upgrades an embedded database of an older release for `serve` and `migrate`, as `chaintill upgrade --without-backup`
// does: a copy of the previous state is kept, and `upgrade --rollback` returns to it.
import { resolve } from 'node:path';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { MigrationPending } from '../db/ready-database.ts';
import { withCrash } from './interruption.ts';
import { upgradeDatabase } from './upgrade-database.ts';

/** `open` throws MigrationPending if an upgrade is needed, and is called again afterwards. */
export async function upgradedFirst<T>(
  config: Config,
  log: Log,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof MigrationPending)) throw error;
  }
  await upgrade({ ...config, dataDir: resolve(config.dataDir) }, log);
  return open();
}

async function upgrade(config: Config, log: Log): Promise<void> {
  const say = (progress: string) => log.info({ progress }, 'upgrading the database');
  const done = await withCrash((abort) =>
    upgradeDatabase({ config, programs: null, place: null, log, abort, say }),
  );
  const applied = done?.applied.length ?? 0;
  log.info(
    { applied },
    'database upgraded; the state before is kept: `chaintill upgrade --rollback` rolls back to it, --delete-previous deletes it',
  );
}
