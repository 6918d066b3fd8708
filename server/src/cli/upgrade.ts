// `chaintill upgrade`: upgrades the embedded database to the installed release, and rolls it back. It works on a
// stopped service and on folders of the machine, so it is a command rather than an operation.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openPlace } from '../backups/place.ts';
import { readConfig } from '../coins/read-config.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { createLog } from '../core/log.ts';
import { packageVersion } from '../core/package-version.ts';
import { MAJOR_VERSION } from '../db/embedded.ts';
import { UpgradeError } from '../upgrades/errors.ts';
import { forget, KEPT, LEFT } from '../upgrades/kept.ts';
import { withCrash } from './interruption.ts';
import { action, note, print } from './run.ts';
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
      'Bring the embedded database to this release, and its PostgreSQL; or back (--back)',
    )
    .option('--to <folder>', 'where a backup is made before, and proven')
    .option('--without-backup', 'make none: a copy of before stays in the data folder all the same')
    .option(
      '--programs <folder>',
      'of the older PostgreSQL, where they are not installed beside this release',
    )
    .option('--back', 'return to what was there before the upgrade')
    .option(
      '--lose-since',
      'with --back, also when that loses what was written since; all coins are in quarantine then',
    )
    .option('--forget', 'remove what was kept of before the upgrade')
    .addHelpText(
      'after',
      '\nThe service has to be stopped.\n\nExample:\n  chaintill upgrade --to /var/backups/chaintill',
    )
    .action(action(upgrade));
}

interface Options {
  readonly to?: string;
  readonly withoutBackup?: boolean;
  readonly programs?: string;
  readonly back?: boolean;
  readonly loseSince?: boolean;
  readonly forget?: boolean;
}

function upgrade(options: Options): Promise<void> {
  const read = readConfig(processEnvironment());
  const config = { ...read, dataDir: resolve(read.dataDir) };
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, process.stderr);
  const programs = options.programs === undefined ? null : resolve(options.programs);
  if (options.forget === true) return forgetAll(config);
  return withCrash(async (cut) => {
    const shared = { config, programs, log, cut, say: note };
    if (options.back === true)
      return reportBack(await goBack({ ...shared, losesSince: options.loseSince === true }));
    if (options.to === undefined && options.withoutBackup !== true)
      throw new UpgradeError('name a folder for a backup (--to), or say --without-backup');
    const place = options.to === undefined ? null : openPlace(options.to, config);
    reportDone(await upgradeDatabase({ ...shared, place }));
  });
}

function reportDone(done: Upgraded | null): void {
  if (done === null) {
    print(`The database is of release ${packageVersion()} already.`);
    return;
  }
  const { applied, from, tables, rows, projects, unwell, backup } = done;
  if (from !== MAJOR_VERSION) print(`PostgreSQL ${from} is now ${MAJOR_VERSION}.`);
  print(`${applied.length} migrations were applied. ${tables} tables with ${rows} rows were read,`);
  print(`and the books of ${projects} projects are proven. The service can be started.`);
  for (const line of unwell) print(`  not well now: ${line}`);
  print(
    'What was there before is kept: `chaintill upgrade --back` returns to it, --forget removes it.',
  );
  if (from !== MAJOR_VERSION)
    print(`Backups of before need PostgreSQL ${from}: make one when the service runs.`);
  else if (backup !== null) print(`A backup of before is ${backup}.`);
}

function reportBack({ kept, coins }: WentBack): void {
  print(`The database is of PostgreSQL ${kept.major} and of migration ${kept.migration} again.`);
  print('Install the release that was there before, and start it.');
  if (coins === null) {
    print('Nothing was lost.');
    return;
  }
  print(`What was written since ${kept.upgraded_at} is lost to it.`);
  print(`In quarantine, nothing of them is sent: ${coins.join(', ')}`);
  print('Go on from step 3 of docs/restores.md, "What to do".');
}

async function forgetAll(config: ReturnType<typeof readConfig>): Promise<void> {
  assertEmbedded(config);
  const folder = serverFolder(config);
  const forgotten = [await forget(folder, KEPT), await forget(folder, LEFT)].includes(true);
  print(forgotten ? 'What was kept is removed.' : 'Nothing was kept.');
}
