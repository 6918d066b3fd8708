// Reports the contents of a backup: its owner, and the service's configuration.
import { BackupError, isSealed, type Manifest } from '../backups/backup.ts';
import { chooseBackup } from '../backups/choose-backup.ts';
import { differences, environmentLines, openPlace, readConfigured } from '../backups/place.ts';
import { readConfig } from '../coins/read-config.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { note, print } from './run.ts';

export async function showBackup({
  from,
  backup,
  history,
}: {
  from: string;
  backup?: string;
  history?: string;
}): Promise<void> {
  const place = openPlace(from, readConfig(processEnvironment()));
  const wanted = { backup, history, until: 'latest', key: null } as const;
  const { manifest } = await chooseBackup(place, wanted);
  const { name, version, configured } = manifest;
  if (configured === undefined) throw new BackupError(`${name} does not contain its configuration`);
  print(`# ${name}, release ${version}`);
  for (const line of environmentLines(configured)) print(line);
}

/** No key is required, but if there is one, it must be the right one. */
export function reportSeal(key: Uint8Array | null, manifest: Manifest): void {
  if (key === null)
    note('There is no master key here, so the origin of the backup was not verified.');
  else if (!isSealed(key, manifest))
    note(`${manifest.name} is not sealed with a master key, so its origin can't be verified.`);
}

/** For a backup from another machine, this may be the only record of the service's configuration. */
export function reportConfigured({ name, configured }: Manifest): void {
  if (configured === undefined) return;
  const found = differences(configured, readConfigured(processEnvironment()));
  const what = 'the same as when the backup was made';
  print(`The configuration is ${found.length === 0 ? `${what}.` : `not ${what}:`}`);
  for (const each of found) print(`  ${each}`);
  if (found.length > 0) print(`Show all of it: chaintill backup show --backup ${name}`);
}
