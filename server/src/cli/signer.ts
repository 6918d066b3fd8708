// `chaintill signer init|run|export-keys|release|verify-amounts|accept-truncated-journal`: the only process that holds
// the seed. Its commands use its folder and never the database.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readRawTransaction } from '../chains/bitcoind/raw-block.ts';
import { signTransferOf } from '../chains/families.ts';
import { signSimulated } from '../chains/simulated/simulated-transfers.ts';
import type { Network } from '../coins/coin.ts';
import { bitcoindNodes, definedCoins } from '../coins/registry.ts';
import { wallNow } from '../core/clock.ts';
import { isUuid } from '../core/ids.ts';
import { createLog } from '../core/log.ts';
import { systemRandom } from '../core/random.ts';
import { createMnemonic } from '../keys/seed.ts';
import {
  filesOf,
  initSignerFolder,
  lockSignerFolder,
  openFolderJournal,
  openSignerSeed,
  publicKeysOf,
} from '../keys/signer-folder.ts';
import { readSignerSettings } from '../keys/signer-limits.ts';
import type { JournalRecord } from '../keys/signer-memory.ts';
import { startSigner } from '../keys/signer-process.ts';
import { action, example, note, print } from './run.ts';

const SEED_BYTES = 32;
const SPENDING_OUTPUTS: readonly string[] = [...definedCoins.values()]
  .filter(({ nodes }) => nodes.family === 'bitcoind')
  .map(({ code }) => code);
const NETWORKS: readonly Network[] = ['main', 'test', 'regtest'];

class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

export function addSignerCommands(program: Command): void {
  const signer = program
    .command('signer')
    .description('A separate process that holds the seed and signs payouts');
  addInitCommand(signer);
  signer
    .command('run')
    .description('Listen on the socket and sign, until it is stopped')
    .requiredOption('--folder <folder>', 'folder of the signer')
    .addHelpText(...example('signer run --folder /var/lib/chaintill-signer'))
    .action(action(({ folder }: { folder: string }) => run(folder)));
  signer
    .command('export-keys')
    .description('Print the extended public keys, for a service that only receives')
    .requiredOption('--folder <folder>', 'folder of the signer')
    .addHelpText(...example('signer export-keys --folder ./signer > keys.json'))
    .action(action(({ folder }: { folder: string }) => exportKeys(folder)));
  signer
    .command('release <withdrawal_id>')
    .description(
      'Allow the signer to sign again for a withdrawal whose earlier transaction can never confirm',
    )
    .requiredOption('--folder <folder>', 'folder of the signer, which must be stopped')
    .requiredOption('--proof <text>', 'why it can never confirm; recorded in the journal')
    .addHelpText(
      ...example(
        'signer release 0199... --folder ./signer --proof "input spent by ab12..., 6 blocks deep"',
      ),
    )
    .action(action(free));
  signer
    .command('verify-amounts <coin> <file>')
    .description(
      'Record the verified amounts of a transaction after the signer received wrong ones',
    )
    .requiredOption('--folder <folder>', 'folder of the signer, which must be stopped')
    .addHelpText(
      'after',
      '\nThe file contains the raw transaction in hex, from any node. The signer computes the txid from it, which proves the amounts.\nExample:\n  chaintill signer verify-amounts LTC transaction.hex --folder ./signer',
    )
    .action(action(verifyAmounts));
  signer
    .command('accept-truncated-journal')
    .description('Accept a journal that lost its last lines, after a quarantine')
    .requiredOption('--folder <folder>', 'folder of the signer, which must be stopped')
    .requiredOption('--known <count>', 'expected number of lines, from the error message')
    .requiredOption('--proof <text>', 'how you know what was signed since; recorded in the journal')
    .addHelpText(
      ...example(
        'signer accept-truncated-journal --folder ./signer --known 1288 --proof "restored on Monday, quarantine ended"',
      ),
    )
    .action(action(acceptTruncated));
}

interface InitOptions {
  readonly folder: string;
  readonly mode: string;
  readonly network?: string;
  readonly socket: string;
  readonly group?: string;
}

function addInitCommand(signer: Command): void {
  signer
    .command('init')
    .description('Create the folder of a signer: a new seed, settings and limits')
    .requiredOption('--folder <folder>', 'new folder, readable only by its user')
    .requiredOption('--socket <path>', 'socket to listen on')
    .option('--mode <mode>', 'sandbox or live', 'live')
    .option('--network <network>', 'main, test or regtest (default: main; sandbox: test)')
    .option('--group <gid>', 'group ID of the service, if it runs as another user')
    .addHelpText(
      ...example(
        'signer init --folder /var/lib/chaintill-signer --socket /run/chaintill/signer.sock --group 990',
      ),
    )
    .action(action(init));
}

async function init(options: InitOptions): Promise<void> {
  const { folder, socket } = options;
  const mode = options.mode === 'sandbox' || options.mode === 'live' ? options.mode : null;
  if (mode === null) throw new WrongOption('--mode must be sandbox or live');
  const wanted = options.network ?? (mode === 'live' ? 'main' : 'test');
  const network = NETWORKS.find((name) => name === wanted);
  if (network === undefined || (mode === 'sandbox' && network !== 'test'))
    throw new WrongOption(`--network must be ${mode === 'sandbox' ? 'test' : NETWORKS.join(', ')}`);
  const group = options.group === undefined ? null : Number(options.group);
  if (group !== null && !Number.isInteger(group)) throw new WrongOption('--group must be a number');
  const mnemonic = createMnemonic(systemRandom.bytes(SEED_BYTES));
  await initSignerFolder({ folder, mode, network, socket, group, mnemonic });
  print(`Created ${folder}. Next steps:
  1. review the limits in ${filesOf(folder).settings}
  2. back up the seed: chaintill seed backup --folder ${folder} --to <file> --passphrase-file <file>
  3. start it: chaintill signer run --folder ${folder}
  4. start the service with CHAINTILL_SIGNER_SOCKET=${socket}`);
}

async function run(folder: string): Promise<void> {
  const log = createLog('info');
  const signer = await startSigner({
    folder,
    log,
    signTransferOf: ({ mode, coin, network }) =>
      mode === 'sandbox' ? signSimulated : signTransferOf({ coin, network, log }),
  });
  note(`The signer listens on ${signer.settings.socket}`);
  const stop = () => {
    signer.close().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function exportKeys(folder: string): Promise<void> {
  const { network } = await readSignerSettings(filesOf(folder), definedCoins);
  const keys = await publicKeysOf(await openSignerSeed(folder), definedCoins, network);
  print(JSON.stringify({ network, keys }, null, 2));
}

async function free(
  id: string,
  { folder, proof }: { folder: string; proof: string },
): Promise<void> {
  if (!isUuid(id)) throw new WrongOption('the withdrawal ID must be a UUID');
  await appendAlone(folder, { kind: 'freed', at: wallNow(), id: id.toLowerCase(), proof });
  print(`Released ${id}: the signer treats its next transaction as the first`);
}

async function verifyAmounts(
  code: string,
  file: string,
  { folder }: { folder: string },
): Promise<void> {
  const coin = code.toUpperCase();
  if (!SPENDING_OUTPUTS.includes(coin))
    throw new WrongOption(
      `the coin must be one of ${SPENDING_OUTPUTS.join(', ')}; others have no outputs`,
    );
  const { txid, outputs } = readRawTransaction(
    (await readFile(file, 'utf8')).trim(),
    bitcoindNodes(coin).blocks,
  );
  const amounts = outputs.map(({ amount }, n) => [`${txid}:${n}`, amount] as const);
  await appendAlone(folder, { kind: 'proven', at: wallNow(), coin, amounts });
  print(`Recorded the outputs of ${txid}. They replace all earlier values`);
}

async function acceptTruncated(options: {
  folder: string;
  known: string;
  proof: string;
}): Promise<void> {
  const count = Number(options.known);
  if (!/^\d+$/.test(options.known) || !Number.isSafeInteger(count))
    throw new WrongOption('--known must be a number');
  const record = { kind: 'cut', at: wallNow(), known: count, proof: options.proof } as const;
  await appendAlone(options.folder, record);
  print(`The journal continues above ${count}. The signer may sign lost entries again`);
}

/** Only while no signer runs on the folder. */
async function appendAlone(folder: string, record: JournalRecord): Promise<void> {
  const unlock = await lockSignerFolder(folder);
  try {
    const { journal } = await openFolderJournal(folder, {
      acceptsTruncation: record.kind === 'cut',
    });
    await journal.append([record]);
    await journal.close();
  } finally {
    await unlock();
  }
}
