// A world whose database goes back in time: shops, customers and networks remember what the instance loses. The
// simulated networks have a database of their own, so that they never go back, as real ones don't.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Assembled, assemble } from '../../src/assemble.ts';
import type { Simulation } from '../../src/chains/simulated/simulation.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, type TestClock, testClock, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { randomInt, seededRandom } from '../../src/core/random.ts';
import { openDatabase, type Sql } from '../../src/db/database.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { createProject } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { createTestDatabase, inPlace } from '../support/database.ts';

/**
 * How an older copy replaces the database: under the running processes (a standby that lost its tail), with an
 * unprepared restart, or as docs/restores.md says.
 */
export const RESTORE_MODES = ['in place', 'restart', 'quarantine and restart'] as const;
export type RestoreMode = (typeof RESTORE_MODES)[number];

export interface PastWorld {
  readonly shops: readonly Project[];
  readonly clock: TestClock;
  /** The database of the networks. */
  readonly networks: Sql;
  /** The instance's database, through any running process. */
  readonly sql: Sql;
  /** One of the running processes. */
  instance(): Assembled;
  simulation(coin: string): Simulation;
  /** A number from 0 up to, but not including, `below`. */
  draw(below: number): number;
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** All due work, in every process. */
  settle(): Promise<void>;
  takeCopy(): Promise<void>;
  /** Does nothing when there is no copy yet. */
  goBack(mode: RestoreMode): Promise<void>;
  close(): Promise<void>;
}

const log = createLog('silent');

export async function createPastWorld(seed: string, processes = 2): Promise<PastWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-past-'));
  const networks = await createTestDatabase();
  const own = await createTestDatabase();
  const copies = inPlace(own);
  const clock = testClock(Math.floor(wallNow() / 1000) * 1000);
  const random = seededRandom(seed);
  const draw = (below: number) => randomInt(random, below);
  let instances: Assembled[] = [];
  let starts = 0;
  let hasCopy = false;
  const start = async () => {
    starts += 1;
    const config = readConfig({
      CHAINTILL_DATA_DIR: folder,
      CHAINTILL_ADDRESS_POOL: '60',
      LOG_LEVEL: 'silent',
    });
    const db = openDatabase(own.connection, log);
    const fixture = { config, clock, log, db, random: seededRandom(`${seed} ${starts}`) };
    const options = { seed: 'world', minesByItself: false, deliveryFault: null };
    instances.push(await assemble(fixture, { ...options, outside: networks.db }));
  };
  const stop = async () => {
    for (const instance of instances) {
      await instance.close();
      await instance.app.db.close();
    }
    instances = [];
  };
  const startAll = async () => {
    for (let n = 0; n < processes; n++) await start();
  };
  const instance = () => defined(instances[draw(instances.length)], 'a process runs');
  const settle = async () => {
    for (const each of instances) {
      waitForArrival(each);
      await makeAllDue(each.app);
      await runDueWork(each.app, each.workers);
    }
  };
  await startAll();
  const shops = [];
  for (const name of ['Lamps', 'Books']) shops.push(await createProject(instance().app, name));
  return {
    shops,
    clock,
    networks: networks.db,
    instance,
    draw,
    settle,
    sql: { query: (text, values) => defined(instances[0], 'a process').app.db.query(text, values) },
    simulation: (coin) => defined(defined(instances[0], 'a process').simulations?.get(coin), coin),
    chance: (percent) => draw(100) < percent,
    pick: (list) => defined(list[draw(list.length)], 'a list is not empty'),
    async takeCopy() {
      await copies.take();
      hasCopy = true;
    },
    async goBack(mode) {
      if (!hasCopy) return;
      if (mode !== 'in place') await stop();
      await copies.restore();
      if (mode === 'in place') return;
      if (mode === 'quarantine and restart') {
        await start();
        await quarantineAll(defined(instances[0], 'the command'));
        await stop();
      }
      await startAll();
    },
    async close() {
      await stop();
      await copies.drop();
      await own.drop();
      await networks.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What was on its way to a node when a connection broke has arrived. */
function waitForArrival({ app }: Assembled): void {
  app.comparison.doubtedAt = app.comparison.doubtedAt === null ? null : wallNow() - MINUTE;
}

/** `chaintill quarantine begin all`. */
async function quarantineAll({ app, coinWallets }: Assembled): Promise<void> {
  for (const coin of coinWallets.keys())
    await app.db.transaction((tx) =>
      beginQuarantine(tx, { coin, reason: 'a backup was restored' }),
    );
}
