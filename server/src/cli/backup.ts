// `chaintill backup create|list|verify|restore|restored`: verified copies of the embedded database. They use files of
// this machine and also work while the service is stopped, so they are commands rather than operations.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  archiveBytes,
  BackupError,
  type Manifest,
  megabytesOf,
  sealingKeyOf,
} from '../backups/backup.ts';
import {
  type Chosen,
  chooseBackup,
  describeHistory,
  readAll,
  readHistories,
} from '../backups/choose-backup.ts';
import { createBackup } from '../backups/create.ts';
import { applyRetention, readKept } from '../backups/keep.ts';
import { gatherKeys, readKeyBytes, sealKeys } from '../backups/keys.ts';
import { noteBackup } from '../backups/note-backup.ts';
import type { Abort } from '../backups/passing-folder.ts';
import { openPlace, readConfigured } from '../backups/place.ts';
import { withRunningDatabase } from '../backups/running-database.ts';
import { type VerifyRequest, verifyBackup } from '../backups/verify.ts';
import { followWal, readUntil, type Until } from '../backups/wal/follow-wal.ts';
import { variables } from '../coins/read-config.ts';
import type { Config } from '../core/config/config.ts';
import { processEnvironment } from '../core/config/environment.ts';
import type { Log } from '../core/log.ts';
import { findingText } from '../ledger/audit.ts';
import { table } from './adapter.ts';
import { withCrash } from './interruption.ts';
import { reportConfigured, reportSeal, showBackup } from './report-backup.ts';
import { beginEverywhere, restoreBackup } from './restore-backup.ts';
import { action, example, note, print, reasonOf, surroundings, withApp } from './run.ts';
import { addTakeOverCommand } from './take-over-backups.ts';

const TO = '--to <place>';
const FROM = '--from <place>';
const BACKUP = '--backup <name>';
const NEWEST = 'backup to use (default: the newest that ended before --until)';
const UNTIL = '--until <time>';
const UNTIL_HELP =
  'time, such as 2026-11-24T14:05:00Z; latest (default): to the end of its log; backup: to the end of the backup only';
const HISTORY = '--history <id>';
const HISTORY_HELP = 'history to use, as printed by `backup list`, if there are several';
const SCRATCH = '--scratch <folder>';
const SCRATCH_HELP = 'folder to verify in, with space for the database (default: the data folder)';

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('Backups of the embedded database: created while it runs, verified and restored');
  backup
    .command('create')
    .description('Back up the running database and its files. Keys are encrypted to a recipient')
    .requiredOption(TO, 'location of the backups: a new or existing folder, or s3://bucket/prefix')
    .option('--recipient <age1>', 'age recipient for the keys; without it, keys are left out')
    .option('--verify', 'then restore the backup into a scratch folder and verify its ledger')
    .option(SCRATCH, SCRATCH_HELP)
    .option('--keep <number>', 'then delete all but this many backups of this database')
    .addHelpText(...example('backup create --to /backup/chaintill'))
    .action(action(create));
  backup
    .command('list')
    .description('List complete backups, oldest first')
    .requiredOption(FROM, 'location of the backups: a folder, or s3://bucket/prefix')
    .addHelpText(...example('backup list --from /backup/chaintill'))
    .action(action(list));
  backup
    .command('show')
    .description('Show the configuration of the service at the time of a backup, without secrets')
    .requiredOption(FROM, 'location of the backups: a folder, or s3://bucket/prefix')
    .option(BACKUP, 'backup to use (default: the newest)')
    .option(HISTORY, HISTORY_HELP)
    .addHelpText(...example('backup show --from /backup/chaintill'))
    .action(action(showBackup));
  backup
    .command('verify')
    .description('Restore a backup into a scratch folder, verify its ledger, and delete the copy')
    .requiredOption(FROM, 'location of the backups: a folder, or s3://bucket/prefix')
    .option(BACKUP, NEWEST)
    .option(HISTORY, HISTORY_HELP)
    .option(UNTIL, UNTIL_HELP)
    .option(SCRATCH, SCRATCH_HELP)
    .addHelpText(...example('backup verify --from /backup/chaintill'))
    .action(action(verify));
  addRestoreCommands(backup);
  addTakeOverCommand(backup);
}

function addRestoreCommands(backup: Command): void {
  backup
    .command('restore')
    .description('Restore a backup into an empty data folder, with all coins in quarantine')
    .requiredOption(FROM, 'location of the backups: a folder, or s3://bucket/prefix')
    .option(BACKUP, NEWEST)
    .option(HISTORY, HISTORY_HELP)
    .option(UNTIL, UNTIL_HELP)
    .option(
      '--identity <file>',
      'age identity for the keys; without it, the master key must be present',
    )
    .option('--unsealed', 'accept a backup that is not sealed with a master key')
    .addHelpText(
      'after',
      '\nExample:\n  CHAINTILL_DATA_DIR=/var/lib/chaintill chaintill backup restore --from /backup/chaintill',
    )
    .action(action(restore));
  backup
    .command('mark-restored')
    .description('Put all coins in quarantine after you restored the database of DATABASE_URL')
    .requiredOption('--reason <text>', 'what was restored; shown until the quarantine ends')
    .addHelpText(...example('backup mark-restored --reason "pgBackRest, to Monday 14:05"'))
    .action(action(restored));
}

interface Named {
  readonly from: string;
  readonly history?: string;
  readonly backup?: string;
  readonly until?: string;
}

interface Creating {
  readonly to: string;
  readonly recipient?: string;
  readonly verify?: boolean;
  readonly scratch?: string;
  readonly keep?: string;
}

function create(creation: Creating): Promise<void> {
  return withCrash((abort) => createOne(creation, abort));
}

async function createOne(creation: Creating, abort: Abort): Promise<void> {
  const { to, recipient, keep, ...checks } = creation;
  const { config, log } = surroundings();
  const place = openPlace(to, config);
  const kept = keep === undefined ? null : readKept(keep);
  const sealed = recipient === undefined ? null : await sealedKeys(config, recipient);
  const masterKey = await readKeyBytes(config);
  const configured = readConfigured(processEnvironment());
  const made = { config, place, sealedKeys: sealed, masterKey, configured, log, abort };
  const manifest = await createBackup(made);
  print(`${place.title}/${manifest.name}: ${megabytes(manifest)} MB`);
  print(`It contains everything that was acknowledged before ${manifest.ended_at}.`);
  note(aboutKeys(recipient));
  if (masterKey === null)
    note("Not sealed: there is no master key here. Its origin can't be verified later.");
  // Older backups are kept until this one is verified.
  const path = { system: manifest.system, wal: null, after: [], timeline: null };
  if (checks.verify === true)
    await verifyOne({ place, manifest, path, until: 'backup', abort }, checks.scratch);
  await noteGood(config, log, { manifest, isVerified: checks.verify === true });
  const key = masterKey === null ? null : sealingKeyOf(masterKey);
  const removed = kept === null ? [] : await applyRetention(place, { kept, made: manifest, key });
  for (const name of removed) print(`Deleted ${place.title}/${name}: --keep ${kept}`);
}

/** The backup is valid even if this cannot be recorded, because the running release may not support it. */
async function noteGood(
  config: Config,
  log: Log,
  { manifest, isVerified }: { manifest: Manifest; isVerified: boolean },
): Promise<void> {
  try {
    await withRunningDatabase(config, log, ({ db }) => noteBackup(db, manifest, isVerified));
  } catch (error) {
    note(
      `The successful backup could not be recorded, so its age is not monitored: ${reasonOf(error)}`,
    );
  }
}

async function sealedKeys(config: Config, recipient: string): Promise<Uint8Array> {
  const environment = processEnvironment();
  const secrets = variables.filter(({ isSecret }) => isSecret === true).map(({ name }) => name);
  const set = secrets.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []));
  return sealKeys(await gatherKeys(config, Object.fromEntries(set)), recipient);
}

function aboutKeys(recipient: string | undefined): string {
  return recipient === undefined
    ? 'It contains NO KEYS (no --recipient). Keep the master key elsewhere (docs/operations.md, "Backup").'
    : 'The keys are in keys.age. Only the identity of that recipient can decrypt them.';
}

async function list({ from }: Named): Promise<void> {
  const { config } = surroundings();
  const place = openPlace(from, config);
  const histories = await readHistories(place, await sealingKey(config));
  const rows = [];
  for (const { name, manifest, problem } of await readAll(place)) {
    if (manifest === null) {
      note(`${name}: ${problem}`);
      continue;
    }
    const { version, postgresql, mode, network } = manifest;
    const of = histories.filter(({ backups }) => backups.some((each) => each.name === name));
    rows.push({
      name,
      history: of.map(({ id }) => id).join(' '),
      until: manifest.ended_at,
      megabytes: megabytes(manifest),
      version,
      postgresql,
      mode,
      network,
    });
  }
  print(table(rows));
  if (histories.length > 0) print('\nHistories:');
  for (const each of histories) print(`  ${describeHistory(each)}`);
}

async function sealingKey(config: Config): Promise<Uint8Array | null> {
  const masterKey = await readKeyBytes(config);
  return masterKey === null ? null : sealingKeyOf(masterKey);
}

async function verify({ from, scratch, ...named }: Named & { scratch?: string }): Promise<void> {
  const { config } = surroundings();
  const place = openPlace(from, config);
  const until = readUntil(named.until);
  const chosen = await chooseBackup(place, { ...named, until, key: await sealingKey(config) });
  await withCrash((abort) => verifyOne({ place, ...chosen, until, abort }, scratch));
}

type VerifyOptions = Pick<VerifyRequest, 'place' | 'manifest' | 'abort'> &
  Pick<Chosen, 'path'> & { readonly until: Until };

async function verifyOne(checks: VerifyOptions, scratch?: string): Promise<void> {
  const { place, manifest, path, until } = checks;
  const { config, log } = surroundings();
  const scratchIn = resolve(scratch ?? config.dataDir);
  const key = await sealingKey(config);
  reportSeal(key, manifest);
  const followed = await followWal({ place, manifest, path, key, until });
  const requested: VerifyRequest = { ...checks, followed, scratchIn, log, say: note };
  const { tables, rows, projects, findings, until: end } = await verifyBackup(requested);
  for (const finding of findings) print(`BAD  ${findingText(finding)}`);
  if (findings.length > 0) throw new BackupError(`the ledger of ${manifest.name} is inconsistent`);
  print(`${manifest.name} can be restored: ${tables} tables with ${rows} rows were read,`);
  print(`and the ledgers of ${projects} projects are verified up to ${end.toISOString()}.`);
}

async function restore(options: Named & { identity?: string; unsealed?: boolean }): Promise<void> {
  const { from, backup, history, identity, unsealed = false } = options;
  const { config, log } = surroundings();
  const place = openPlace(from, config);
  const until = readUntil(options.until);
  // Even when opened with the identity, the key in the backup does not prove the claims.
  const key = await sealingKey(config);
  const chosen = await chooseBackup(place, { history, backup, until, key });
  const { manifest } = chosen;
  const requested = {
    config,
    place,
    ...chosen,
    log,
    say: note,
    identityFile: identity ?? null,
    takesUnsealed: unsealed,
    until,
  };
  const done = await withCrash((abort) => restoreBackup({ ...requested, abort }));
  print(`${config.dataDir} contains the database as of ${done.until.toISOString()}.`);
  reportConfigured(manifest);
  reportNext(done.coins);
  print(`
This database stores nothing in ${place.title} until you take over the location. If this
instance replaces the former one, start it, then run:
  chaintill backup take-over --to ${place.title}
In a drill, set another location in CHAINTILL_WAL_ARCHIVE_DESTINATION and CHAINTILL_BACKUP_DESTINATION first.`);
}

function restored({ reason }: { reason: string }): Promise<void> {
  return withApp(async (app) => reportNext(await beginEverywhere(app, reason)));
}

function reportNext(coins: readonly string[]): void {
  print(`In quarantine, payouts paused: ${coins.join(', ')}

Next steps (docs/restores.md):
  1. Make sure that the old service does not run anywhere. Start this one: it reads the chains.
  2. Repeat chaintill quarantine show and deposits unmatched until everything is in a block.
  3. Run chaintill quarantine end <coin>, with --accept and --mark if there is a list.
  4. Resolve unmatched payments and tell the merchants what was lost. Run chaintill doctor.`);
}

function megabytes(manifest: Manifest): number {
  return megabytesOf(archiveBytes(manifest));
}
