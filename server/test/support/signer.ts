// A separate signer for tests: its folder, its work inside this process, and a socket, which can be stopped and started
// again like the real one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signSimulated } from '../../src/chains/simulated/simulated-transfers.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { type JournalHead, NO_LINES } from '../../src/keys/journal-head.ts';
import { createMnemonic } from '../../src/keys/seed.ts';
import { filesOf, initSignerFolder, type NewSigner } from '../../src/keys/signer-folder.ts';
import {
  type RunningSigner,
  type SignerProcessOptions,
  startSigner,
} from '../../src/keys/signer-process.ts';
import type { KnownHeads } from '../../src/keys/socket-signer.ts';

/** The position in the signer's journal that a service remembers, without a database. */
export function rememberedHeads(): KnownHeads {
  let head: JournalHead = NO_LINES;
  return {
    read: async () => head,
    async keep(later) {
      if (later.count > head.count) head = later;
    },
  };
}

export interface TestSigner {
  readonly folder: string;
  readonly socket: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Changes its settings, which take effect at the next start. */
  configure(changes: {
    limits?: object;
    cooling_seconds?: number;
    contracts?: object;
    network?: string;
  }): void;
  allow(list: object | null): void;
  /** Moves its clock. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

type Kind = Pick<NewSigner, 'mode' | 'network'> & Pick<SignerProcessOptions, 'signTransferOf'>;

/** Of the simulated networks. */
const simulated: Kind = { mode: 'sandbox', network: 'test', signTransferOf: () => signSimulated };

/** Not started yet. Its limits are above everything that tests send. */
export async function createTestSigner(kind = simulated): Promise<TestSigner> {
  const { mode, network, signTransferOf } = kind;
  const root = mkdtempSync(join(tmpdir(), 'chaintill-signer-'));
  const folder = join(root, 'signer');
  const socket = join(root, 'signer.sock');
  const mnemonic = createMnemonic(new Uint8Array(32).fill(9));
  await initSignerFolder({
    folder,
    socket,
    mnemonic,
    mode,
    network,
    group: null,
  });
  const files = filesOf(folder);
  let running: RunningSigner | null = null;
  let offset = 0;
  const edit = (changes: object) => {
    const settings = JSON.parse(readFileSync(files.settings, 'utf8'));
    writeFileSync(files.settings, JSON.stringify({ ...settings, ...changes }));
  };
  const most = { per_transfer: '1000000', per_day: '1000000' };
  edit({ limits: Object.fromEntries([...definedCoins.keys()].map((code) => [code, most])) });
  return {
    folder,
    socket,
    async start() {
      running = await startSigner({
        folder,
        log: createLog('silent'),
        signTransferOf,
        now: () => wallNow() + offset,
      });
    },
    async stop() {
      await running?.close();
      running = null;
    },
    configure: edit,
    allow(list) {
      if (list === null) rmSync(files.allowList, { force: true });
      else writeFileSync(files.allowList, JSON.stringify(list));
    },
    advance(milliseconds) {
      offset += milliseconds;
    },
    async close() {
      await running?.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
