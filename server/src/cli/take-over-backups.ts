// `chaintill backup take-over`: the operator decides that this database owns a place from now on.
import type { Command } from 'commander';
import { BackupError, sealingKeyOf } from '../backups/backup.ts';
import { takeOver } from '../backups/claims/take-over.ts';
import { readKeyBytes } from '../backups/keys.ts';
import { openPlace } from '../backups/place.ts';
import { withRunningDatabase } from '../backups/running-database.ts';
import { action, print, surroundings } from './run.ts';

export function addTakeOverCommand(backup: Command): void {
  backup
    .command('take-over')
    .description(
      'Start storing in a location that holds backups of another history of this database',
    )
    .requiredOption('--to <place>', 'location of the backups: a folder, or s3://bucket/prefix')
    .addHelpText(
      'after',
      '\nRun it on the running instance that you keep. The other instance is rejected from then on.\n' +
        'Stored files are kept.\n\nExample:\n  chaintill backup take-over --to /backup/chaintill',
    )
    .action(action(takeOverPlace));
}

async function takeOverPlace({ to }: { readonly to: string }): Promise<void> {
  const { config, log } = surroundings();
  const place = openPlace(to, config);
  const masterKey = await readKeyBytes(config);
  if (masterKey === null) throw new BackupError(`there is no master key in ${config.dataDir}`);
  const key = sealingKeyOf(masterKey);
  const { claim, before, isNew } = await withRunningDatabase(config, log, (running) =>
    takeOver({ place, running, key }),
  );
  if (!isNew) {
    print(`${place.title} already belongs to this database: history ${claim.history}.`);
    return;
  }
  print(`${place.title} now belongs to this database: history ${claim.history}.`);
  if (before !== null) print(`History ${before} stays unchanged and is rejected from now on.`);
  print(`Create a backup now: chaintill backup create --to ${place.title} --verify`);
}
