// No balance is ever overdrawn: random runs of 200 concurrent withdrawals, in two processes on one database, against a
// balance that covers some of them. Exactly those succeed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { defined } from '../../src/core/assert.ts';
import { SECOND } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { newId } from '../../src/core/ids.ts';
import { createLog } from '../../src/core/log.ts';
import { formatAmount } from '../../src/core/money.ts';
import { randomInt, seededRandom } from '../../src/core/random.ts';
import { type Database, openDatabase, POOL_SIZES } from '../../src/db/database.ts';
import type { Caller } from '../../src/http/handlers.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createProject } from '../../src/projects/create.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { isThorough } from '../support/crash-stride.ts';
import { createWorldDatabase } from '../support/database.ts';
import { createWorld, type World } from '../support/world.ts';

/** 1,000 with CHAINTILL_TEST_THOROUGH=1, which takes some minutes. */
const RUNS = isThorough ? 1000 : 50;
const CALLERS = 200;
/** Concurrent runs, each with its own project. */
const TOGETHER = 5;
const TIMEOUT = 1200 * SECOND;
/** The charge of one withdrawal, in the smallest unit: at least the minimum of 5 EUR. */
const LEAST: Readonly<Record<string, number>> = { EUR: 500, LTC: 10_000_000 };
/** The key of BIP-173's examples, on the test networks. */
const ADDRESSES: Readonly<Record<string, string>> = {
  EUR: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  LTC: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
};

const random = seededRandom('overdraw');
let world: World;
let instances: readonly Assembled[];
let secondDb: Database;
beforeAll(async () => {
  world = await createWorld(
    {},
    {
      database: await createWorldDatabase(POOL_SIZES),
      coins: ['BTC', 'LTC'],
    },
  );
  secondDb = openDatabase(world.database.connection, createLog('silent'));
  const { config, clock, log } = world.app;
  const second = await assemble(
    { config, clock, log, db: secondDb, random: seededRandom('second process') },
    { seed: 'world', minesByItself: false, deliveryFault: null },
  );
  instances = [world.assembled, second];
});
afterAll(async () => {
  await defined(instances[1], 'the second').close();
  await secondDb.close();
  await world.close();
});

interface Run {
  readonly name: string;
  readonly currency: string;
  readonly amount: bigint;
  /** The number of withdrawals that the balance covers; the rest covers none. */
  readonly covered: number;
  readonly left: bigint;
}

function drawRun(n: number): Run {
  const currency = randomInt(random, 2) === 0 ? 'EUR' : 'LTC';
  const least = defined(LEAST[currency], 'a least amount');
  const amount = BigInt(least + randomInt(random, 10_000));
  const covered = randomInt(random, CALLERS + 1);
  const left = BigInt(1 + randomInt(random, Number(amount) - 1));
  return { name: `run ${n}`, currency, amount, covered, left };
}

/** One withdrawal through the API handler; true when it was created. */
async function withdraw(run: Run, project: Caller['project'], n: number): Promise<boolean> {
  const { app } = defined(instances[n % instances.length], 'a process');
  const currency = defined(app.currencies.get(run.currency), run.currency);
  const objectId = newId(app.clock, app.random);
  const principal = { project, apiKey: 'overdraw', mayPayOut: true, mayWrite: true } as const;
  const caller: Caller = { ...principal, apiVersion: 2, objectId };
  const input = {
    address: defined(ADDRESSES[run.currency], 'an address'),
    charged_currency: run.currency,
    received_currency: run.currency === 'EUR' ? 'BTC' : run.currency,
    charged_amount: formatAmount(run.amount, currency),
    custom_id: `payout-${n}`,
    // Held money is as unavailable as debited money.
    force_commit: randomInt(random, 2) === 0,
  };
  try {
    await handlers.createCoinWithdrawal(app, caller, input as never);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    return false;
  }
}

async function play(run: Run): Promise<void> {
  const { app } = world;
  const project = await createProject(app, run.name);
  await adjustAccount(app, {
    projectId: project.id,
    currency: run.currency,
    amount: run.amount * BigInt(run.covered) + run.left,
    reason: 'test funds',
  });
  const outcomes = await Promise.all(
    Array.from({ length: CALLERS }, (_, n) => withdraw(run, project, n)),
  );
  const [account] = await app.db.query<{ free: bigint; held: bigint }>(
    `select balance - held as free, held from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = $2`,
    [project.id, run.currency],
  );
  const stored = await app.db.query('select 1 from coin_withdrawals where project_id = $1', [
    project.id,
  ]);
  expect({
    run: run.name,
    made: outcomes.filter((isMade) => isMade).length,
    stored: stored.length,
    free: defined(account, 'an account').free,
  }).toEqual({ run: run.name, made: run.covered, stored: run.covered, free: run.left });
}

test(
  `${CALLERS} parallel withdrawals against a balance that covers k of them: exactly k succeed, in ${RUNS} random runs`,
  async () => {
    for (let n = 0; n < RUNS; n += TOGETHER) {
      const runs = Array.from({ length: Math.min(TOGETHER, RUNS - n) }, (_, i) => drawRun(n + i));
      await Promise.all(runs.map(play));
    }
  },
  TIMEOUT,
);
