// The signer as a separate process, which is the only one with the seed. It listens on a Unix socket.

import { chmod, chown, unlink } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import type { SignTransfer } from '../chains/transfers.ts';
import type { Coin, Network } from '../coins/coin.ts';
import { definedCoins } from '../coins/registry.ts';
import { wallNow } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { systemRandom } from '../core/random.ts';
import { loadTexts } from '../core/texts/texts.ts';
import { type SignerDesk, welcome } from './answer-request.ts';
import { acceptConnections } from './signer-connections.ts';
import {
  filesOf,
  lockSignerFolder,
  openFolderJournal,
  openSignerSeed,
  publicKeysOf,
  readIntentKey,
} from './signer-folder.ts';
import { readSignerSettings, type SignerSettings } from './signer-limits.ts';
import { emptyMemory, remember } from './signer-memory.ts';
import { walletKeys } from './wallet-keys.ts';

export interface SignerProcessOptions {
  readonly folder: string;
  readonly log: Log;
  /** Signs a coin's transfers without a node; null for coins that cannot be signed. */
  signTransferOf(requested: {
    mode: SignerSettings['mode'];
    coin: Coin;
    network: Network;
  }): SignTransfer | null;
  /** Milliseconds since the epoch. Only tests set another clock. */
  now?(): number;
}

export interface RunningSigner {
  readonly settings: SignerSettings;
  close(): Promise<void>;
}

/** Throws SignerFolderError, SignerSettingsError, JournalBroken, or the socket's error. */
export async function startSigner(options: SignerProcessOptions): Promise<RunningSigner> {
  const { folder, log } = options;
  loadTexts();
  const unlock = await lockSignerFolder(folder);
  let leave = unlock;
  try {
    const settings = await readSignerSettings(filesOf(folder), definedCoins);
    const coins = withContracts(definedCoins, settings);
    const mnemonic = await openSignerSeed(folder);
    const { journal, records } = await openFolderJournal(folder);
    leave = async () => {
      await journal.close();
      await unlock();
    };
    const memory = emptyMemory();
    for (const record of records) remember(memory, record);
    const { mode, network, limits } = settings;
    const families = familiesOf(options, { mode, coins, network });
    const desk: SignerDesk = {
      folder,
      log,
      journal,
      memory,
      limits,
      network,
      keys: walletKeys({ coins, network, families, openMnemonic: async () => mnemonic }),
      publicKeys: await publicKeysOf(mnemonic, coins, network),
      service: { key: await readIntentKey(folder) },
      random: systemRandom,
      now: options.now ?? wallNow,
      serialize: serializer(),
    };
    const server = await listen(settings, desk);
    log.info({ socket: settings.socket, remembered: memory.requests.size }, 'signer ready');
    return {
      settings,
      async close() {
        await new Promise<void>((done) => server.close(() => done()));
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

function withContracts(
  coins: ReadonlyMap<string, Coin>,
  { network, contracts }: SignerSettings,
): ReadonlyMap<string, Coin> {
  return new Map(
    [...coins].map(([code, coin]) => {
      const contract = contracts.get(code);
      const isNamed = coin.token !== null && contract !== undefined;
      return [code, isNamed ? coin.token.withContract(network, contract) : coin];
    }),
  );
}

function familiesOf(
  options: SignerProcessOptions,
  {
    coins,
    mode,
    network,
  }: { mode: SignerSettings['mode']; coins: ReadonlyMap<string, Coin>; network: Network },
): ReadonlyMap<string, SignTransfer> {
  const families = new Map<string, SignTransfer>();
  for (const coin of coins.values()) {
    const sign = options.signTransferOf({ mode, coin, network });
    if (sign !== null) families.set(coin.code, sign);
  }
  return families;
}

async function listen({ socket, group }: SignerSettings, desk: SignerDesk): Promise<Server> {
  await removeDeadSocket(socket);
  const server = createServer(acceptConnections(() => welcome(desk)));
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((done, failed) => {
      server.once('error', failed);
      server.listen(socket, done);
    });
  } finally {
    process.umask(mask);
  }
  if (group !== null) {
    await chown(socket, process.getuid?.() ?? -1, group);
    await chmod(socket, 0o660);
  }
  return server;
}

/** Removes the socket of a killed process. A socket that answers belongs to a running process. */
async function removeDeadSocket(path: string): Promise<void> {
  const isAnswered = await new Promise<boolean>((resolve) => {
    const probe = createConnection({ path });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (isAnswered) throw new Error(`another program listens on ${path}`);
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** The work must never reject. */
function serializer(): SignerDesk['serialize'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next;
    return next;
  };
}
