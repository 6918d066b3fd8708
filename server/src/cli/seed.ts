// `chaintill seed backup|show-mnemonic|restore|delete`: exports the seed from the service or a signer, onto paper or
// into an encrypted file, and imports it. A passphrase is read from a file, never from the command line, where other
// users can see it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { deleteSeed, openMnemonic, restoreSeed } from '../addresses/wallets.ts';
import type { Network } from '../coins/coin.ts';
import { secretsUnder } from '../keys/encrypt.ts';
import { loadMasterKey } from '../keys/master-key.ts';
import { fingerprintOf, PASSPHRASE_MIN, readBackup, writeBackup } from '../keys/seed.ts';
import { filesOf, initSignerFolder, openSignerSeed } from '../keys/signer-folder.ts';
import { readNetwork } from '../keys/signer-limits.ts';
import { beginQuarantine } from '../payouts/quarantine.ts';
import { action, example, note, print, withApp, withGround } from './run.ts';

interface Source {
  readonly folder?: string;
}

class SeedCommandError extends Error {
  override readonly name = 'SeedCommandError';
}

const FOLDER = '--folder <folder>';
const OF_SIGNER = 'seed of the signer in this folder (default: seed of the service)';
const PASSPHRASE = '--passphrase-file <file>';

export function addSeedCommands(program: Command): void {
  const seed = program.command('seed').description('The 24-word seed of all wallets');
  seed
    .command('backup')
    .description('Export the seed to a file, encrypted with a passphrase')
    .requiredOption('--to <file>', 'new file')
    .requiredOption(PASSPHRASE, `file with the passphrase, at least ${PASSPHRASE_MIN} characters`)
    .option(FOLDER, OF_SIGNER)
    .addHelpText(...example('seed backup --to seed-backup.json --passphrase-file passphrase.txt'))
    .action(action(backup));
  seed
    .command('show-mnemonic')
    .description('Print the seed words. Anyone who reads them can take the coins')
    .option(
      '--confirm <fingerprint>',
      'fingerprint of the seed, as the command without this option prints it',
    )
    .option(FOLDER, OF_SIGNER)
    .addHelpText(...example('seed show-mnemonic --confirm 73c5da0a'))
    .action(action(showWords));
  seed
    .command('delete')
    .description('Delete the seed from the database of the service. A separate signer must have it')
    .requiredOption(
      '--confirm <fingerprint>',
      'fingerprint of the seed, as show-mnemonic prints it',
    )
    .addHelpText(...example('seed delete --confirm 73c5da0a'))
    .action(action(deleteStoredSeed));
  addRestoreCommand(seed);
}

function addRestoreCommand(seed: Command): void {
  seed
    .command('restore')
    .description(
      'Restore a seed into an instance without one (init --without-seed), or into a new signer folder',
    )
    .requiredOption('--from <file>', 'file with the backup')
    .requiredOption(PASSPHRASE, 'file with the passphrase')
    .option(FOLDER, 'create a signer in this folder (default: restore into the service)')
    .option('--socket <path>', 'with --folder: where the signer will listen')
    .option('--group <gid>', 'with --folder: group of the service')
    .addHelpText(
      ...example(
        'seed restore --from seed-backup.json --passphrase-file passphrase.txt --folder ./signer --socket ./signer.sock',
      ),
    )
    .action(action(restore));
}

async function backup(options: Source & { to: string; passphraseFile: string }): Promise<void> {
  const passphrase = await readPassphrase(options.passphraseFile);
  const { mnemonic, network } = await findSeed(options);
  const text = await writeBackup(mnemonic, { network, passphrase });
  await writeFile(options.to, text, { mode: 0o600, flag: 'wx', flush: true });
  await readBackup(await readFile(options.to, 'utf8'), passphrase);
  print(
    `Wrote ${options.to}: seed ${await fingerprintOf(mnemonic)}, ${network} network. The file was read back and decrypted`,
  );
}

async function showWords(options: Source & { confirm?: string }): Promise<void> {
  const { mnemonic } = await findSeed(options);
  const fingerprint = await fingerprintOf(mnemonic);
  if (options.confirm !== fingerprint) {
    throw new SeedCommandError(
      `this prints the words of seed ${fingerprint} on the screen, where other people and the scrollback can show them.\n` +
        `To continue: chaintill seed show-mnemonic --confirm ${fingerprint}`,
    );
  }
  for (const [n, word] of mnemonic.split(' ').entries())
    print(`${String(n + 1).padStart(2)} ${word}`);
}

function deleteStoredSeed({ confirm }: { confirm: string }): Promise<void> {
  return withApp(async (app) => {
    if ((await fingerprintOf(await openMnemonic(app))) !== confirm)
      throw new SeedCommandError('the fingerprint does not match the seed in this database');
    await deleteSeed(app);
    print('Deleted the seed from this database. Old backups of the database still contain it.');
  });
}

interface RestoreOptions extends Source {
  readonly from: string;
  readonly passphraseFile: string;
  readonly socket?: string;
  readonly group?: string;
}

async function restore(options: RestoreOptions): Promise<void> {
  const passphrase = await readPassphrase(options.passphraseFile);
  const found = await readBackup(await readFile(options.from, 'utf8'), passphrase);
  if (options.folder === undefined) await restoreService(found);
  else await restoreSigner(options.folder, { ...found, options });
  note(
    'Don\'t send anything until the chains are reconciled: see docs/keys.md, "After a restore".',
  );
}

async function restoreService(found: { mnemonic: string; network: string }): Promise<void> {
  await withGround(async (bootstrap) => {
    const { config } = bootstrap;
    if (config.network !== found.network)
      throw new SeedCommandError(`the backup is for the ${found.network} network`);
    const file = join(config.dataDir, 'master.key');
    const masterKey = await loadMasterKey({ file, text: config.masterKey, creates: false });
    await restoreSeed({ ...bootstrap, secrets: secretsUnder(masterKey) }, found.mnemonic);
  });
  await withApp(async (app) => {
    for (const coin of app.coins.keys())
      await app.db.transaction((tx) =>
        beginQuarantine(tx, { coin, reason: { code: 'seed_restored' } }),
      );
    print(
      `The service has seed ${await fingerprintOf(found.mnemonic)}; every coin is in quarantine`,
    );
  });
}

async function restoreSigner(
  folder: string,
  restoring: { mnemonic: string; network: string; options: RestoreOptions },
): Promise<void> {
  const { socket, group } = restoring.options;
  if (socket === undefined) throw new SeedCommandError('--folder requires --socket');
  const network = restoring.network as Network;
  // The backup does not record whether a test network is simulated; a sandbox's seed is not worth a backup.
  await initSignerFolder({
    folder,
    mnemonic: restoring.mnemonic,
    mode: 'live',
    network,
    socket,
    group: group === undefined ? null : Number(group),
  });
  print(`${folder} has seed ${await fingerprintOf(restoring.mnemonic)} and an empty journal`);
}

async function findSeed({ folder }: Source): Promise<{ mnemonic: string; network: string }> {
  if (folder !== undefined) {
    const network = await readNetwork(filesOf(folder));
    return { mnemonic: await openSignerSeed(folder), network };
  }
  let found = { mnemonic: '', network: '' };
  await withApp(async (app) => {
    found = { mnemonic: await openMnemonic(app), network: app.config.network };
  });
  return found;
}

async function readPassphrase(file: string): Promise<string> {
  const passphrase = (await readFile(file, 'utf8')).trim();
  if (passphrase.length >= PASSPHRASE_MIN) return passphrase;
  throw new SeedCommandError(`the passphrase must have at least ${PASSPHRASE_MIN} characters`);
}
