// `chaintill upgrade`: upgrades the embedded database to the installed release, and rolls it back. It works on a
// stopped service and on folders of the machine, so it is a command rather than an operation.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openPlace } from '../backups/place.ts';
import type { Config } from '../core/config/config.ts';
import { packageVersion } from '../core/places.ts';
import { MAJOR_VERSION } from '../db/embedded.ts';
import { KEPT, LEFT, purge, UpgradeError } from '../upgrades/kept.ts';
import { withCrash } from './interruption.ts';
import { action, note, print, surroundings } from './run.ts';
import { goBack, type WentBack } from './upgrade-back.ts';
import {
  assertEmbedded,
  serverFolder,
  type Upgraded,
  upgradeDatabase,
} from './upgrade-database.ts';

export function addUpgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description(
      'Upgrade the embedded database and its PostgreSQL to this release, or roll back (--rollback)',
    )
    .option('--to <folder>', 'location for a verified backup before the upgrade')
    .option(
      '--without-backup',
      'make no backup; a copy from before the upgrade stays in the data folder anyway',
    )
    .option(
      '--programs <folder>',
      "folder of the older PostgreSQL's programs, if they are not installed next to this release",
    )
    .option('--rollback', 'roll back to the state before the upgrade')
    .option(
      '--discard-changes',
      'with --rollback: roll back even if data written since then is lost; all coins are then in quarantine',
    )
    .option('--delete-previous', 'delete the copy from before the upgrade')
    .addHelpText(
      'after',
      '\nStop the service first.\n\nExample:\n  chaintill upgrade --to /var/backups/chaintill',
    )
    .action(action(upgrade));
}

interface Options {
  readonly to?: string;
  readonly withoutBackup?: boolean;
  readonly programs?: string;
  readonly rollback?: boolean;
  readonly discardChanges?: boolean;
  readonly deletePrevious?: boolean;
}

function upgrade(options: Options): Promise<void> {
  const { config, log } = surroundings();
  const programs = options.programs === undefined ? null : resolve(options.programs);
  if (options.deletePrevious === true) return purgeAll(config);
  return withCrash(async (abort) => {
    const shared = { config, programs, log, abort, say: note };
    if (options.rollback === true)
      return reportBack(await goBack({ ...shared, losesSince: options.discardChanges === true }));
    if (options.to === undefined && options.withoutBackup !== true)
      throw new UpgradeError('set a location for a backup (--to), or pass --without-backup');
    const place = options.to === undefined ? null : openPlace(options.to, config);
    reportDone(await upgradeDatabase({ ...shared, place }));
  });
}

function reportDone(done: Upgraded | null): void {
  if (done === null) {
    print(`The database already has release ${packageVersion()}.`);
    return;
  }
  const { applied, from, tables, rows, projects, unwell, backup } = done;
  if (from !== MAJOR_VERSION) print(`PostgreSQL ${from} is now ${MAJOR_VERSION}.`);
  print(`Applied ${applied.length} migrations. ${tables} tables with ${rows} rows were read,`);
  print(`and the ledgers of ${projects} projects are verified. You can start the service.`);
  for (const line of unwell) print(`  needs attention: ${line}`);
  print(
    'The state before the upgrade is kept: `chaintill upgrade --rollback` rolls back to it, --delete-previous deletes it.',
  );
  if (from !== MAJOR_VERSION)
    print(`Earlier backups need PostgreSQL ${from}. Create a new one when the service runs.`);
  else if (backup !== null) print(`A backup from before the upgrade is ${backup}.`);
}

function reportBack({ kept, coins }: WentBack): void {
  print(`The database has PostgreSQL ${kept.major} and migration ${kept.migration} again.`);
  print('Install the previous release and start it.');
  if (coins === null) {
    print('Nothing was lost.');
    return;
  }
  print(`Changes since ${kept.upgraded_at} are lost.`);
  print(`In quarantine, payouts paused: ${coins.join(', ')}`);
  print('Continue with step 3 of docs/restores.md, "What to do".');
}

async function purgeAll(config: Config): Promise<void> {
  assertEmbedded(config);
  const folder = serverFolder(config);
  const purged = [await purge(folder, KEPT), await purge(folder, LEFT)].includes(true);
  print(purged ? 'Deleted the kept state.' : 'There was no kept state.');
}
