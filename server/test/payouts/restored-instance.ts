// An instance whose database can be replaced by an older copy, for the restore tests. The simulated networks have a
// database of their own, as real ones do, and continue.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { App } from '../../src/app.ts';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import type { Simulation } from '../../src/chains/simulated/simulation.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, type TestClock, testClock, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { amountOf } from '../../src/core/money.ts';
import { seededRandom } from '../../src/core/random.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { createProject } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import type { Worker } from '../../src/workers/worker.ts';
import { chainWorkers } from '../support/chain-workers.ts';
import {
  copyTestDatabase,
  createTestDatabase,
  createWorldDatabase,
  type TestDatabase,
} from '../support/database.ts';
import { dueWork } from '../support/due-work.ts';

const log = createLog('silent');

export interface RestoredInstance {
  readonly app: App;
  readonly clock: TestClock;
  readonly project: Project;
  /** The database of the simulated networks. */
  readonly networks: Database;
  coinWallet(coin: string): CoinWallet;
  simulation(coin: string): Simulation;
  /** The workers of the coin. */
  workers(coin: string): readonly Worker[];
  /** Runs due work for the coin used last; initially BTC. */
  settle(): Promise<void>;
  /** Funds the wallet, and mines enough blocks. */
  fund(coin: string, amounts: readonly string[]): Promise<void>;
  mined(coin: string, count?: number): Promise<void>;
  /** Runs the service for a while. */
  goOn(coin: string): Promise<void>;
  /** The process ends, and another one starts on the same database. */
  restart(): Promise<void>;
  /** Copies the current database, and continues on the original. */
  backUp(): Promise<void>;
  /** The service dies, and restarts on the copy. */
  restore(): Promise<void>;
  /** The number of payments to the address on a network. */
  paidTo(coin: string, address: string): Promise<number>;
  /** Verifies the books, and closes everything. */
  close(): Promise<void>;
}

/** What outlives the process and its database. */
interface Fixture {
  readonly folder: string;
  readonly networks: TestDatabase;
  readonly original: TestDatabase;
  readonly clock: TestClock;
}

export async function createRestoredInstance(): Promise<RestoredInstance> {
  const fixture: Fixture = {
    folder: mkdtempSync(join(tmpdir(), 'chaintill-restored-')),
    networks: await createWorldDatabase(),
    original: await createTestDatabase(),
    clock: testClock(Math.floor(wallNow() / 1000) * 1000),
  };
  let starts = 0;
  const open = (db: Database) => {
    starts += 1;
    return assembleOn(fixture, db, `restored ${starts}`);
  };
  const state: { instance: Assembled; backup: TestDatabase | null } = {
    instance: await open(fixture.original.db),
    backup: null,
  };
  const project = await createProject(state.instance.app, 'Payer');
  const stop = async () => {
    await state.instance.close();
    await state.instance.app.db.close();
  };
  const reopened = () => open(openDatabase(fixture.original.connection, log));
  return {
    get app() {
      return state.instance.app;
    },
    project,
    clock: fixture.clock,
    networks: fixture.networks.db,
    ...playing(state, fixture),
    async restart() {
      await stop();
      state.instance = await reopened();
    },
    async backUp() {
      await stop();
      state.backup = await copyTestDatabase(fixture.original);
      state.instance = await reopened();
    },
    async restore() {
      await stop();
      state.instance = await open(defined(state.backup, 'a backup').db);
    },
    async close() {
      const findings = await auditLedger(state.instance.app.db);
      await stop();
      for (const database of [fixture.networks, fixture.original, state.backup])
        await database?.drop();
      rmSync(fixture.folder, { recursive: true, force: true });
      expect(findings).toEqual([]);
    },
  };
}

/** A process with nothing in memory. */
function assembleOn(
  { folder, networks, clock }: Fixture,
  db: Database,
  seed: string,
): Promise<Assembled> {
  const config = readConfig({
    CHAINTILL_DATA_DIR: folder,
    CHAINTILL_ADDRESS_POOL: '5',
    LOG_LEVEL: 'silent',
  });
  return assemble(
    { config, clock, log, db, random: seededRandom(seed) },
    { seed: 'world', minesByItself: false, deliveryFault: null, outside: networks.db },
  );
}

type Playing = Pick<
  RestoredInstance,
  'workers' | 'coinWallet' | 'simulation' | 'settle' | 'fund' | 'mined' | 'goOn' | 'paidTo'
>;

/** Each test uses one coin at a time: the other coins' workers don't run. */
function playing(state: { readonly instance: Assembled }, { networks, clock }: Fixture): Playing {
  let coinAtPlay = 'BTC';
  const coinWallet = (coin: string) => defined(state.instance.coinWallets.get(coin), 'a treasury');
  const simulation = (coin: string) => defined(state.instance.simulations?.get(coin), 'a network');
  const work = dueWork(clock);
  const settle = () => work(state.instance.app, workersFor(state.instance, coinAtPlay));
  const mined = async (coin: string, count = 1) => {
    coinAtPlay = coin;
    await mine(simulation(coin), { count });
    clock.advance(MINUTE);
    await settle();
  };
  return {
    coinWallet,
    simulation,
    settle,
    mined,
    workers: (coin) => workersFor(state.instance, coin),
    async fund(code, amounts) {
      const { coin, network } = coinWallet(code);
      const payments = [];
      for (const amount of amounts) {
        const requested = { coin: code, model: network.model };
        const { address, tag } = await topUpAddress(state.instance.app, requested);
        payments.push({ outputs: [{ address, tag, amount: amountOf(amount, coin) }] });
      }
      await payMany(simulation(code), payments);
      await mined(code, 40);
    },
    async goOn(coin) {
      coinAtPlay = coin;
      await settle();
      for (let round = 0; round < 3; round++) await mined(coin);
    },
    paidTo: (coin, address) => countPayments(networks.db, coin, address),
  };
}

/** The books are verified at the end of each test, not by the worker in each round. */
function workersFor({ app, workers }: Assembled, coinAtPlay: string): readonly Worker[] {
  return chainWorkers(app, workers, coinAtPlay).filter(({ name }) => name !== 'audit');
}

async function countPayments(networks: Database, coin: string, address: string): Promise<number> {
  const rows = await networks.query<{ n: number }>(
    `select count(*)::int as n from simulation.outputs o
     join simulation.transactions t using (coin, txid)
     where o.coin = $1 and o.address = $2
       and (t.mempool_number is not null or t.block_hash is not null)`,
    [coin, address],
  );
  return defined(rows[0], 'a count').n;
}
