// The simulated node is in the database: processes share it, and the death of one harms nothing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { pay } from '../../../src/chains/simulated/pay.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { createLog } from '../../../src/core/log.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { simulationOn } from './simulation-on.ts';
import { openSimulation, type SimulationUnderTest } from './simulation-under-test.ts';

const opened: SimulationUnderTest[] = [];
afterEach(async () => {
  for (const { database } of opened.splice(0)) await database.drop();
});

async function open(): Promise<SimulationUnderTest> {
  const simulation = await openSimulation('LTC');
  opened.push(simulation);
  return simulation;
}

/** Confirms pending payments; then every payment is on the unbroken best chain exactly once. */
async function expectSound(
  simulation: SimulationUnderTest,
  txids: readonly string[],
): Promise<void> {
  await mine(simulation);
  const blocks = await simulation.chain.blocks(0, 10_000);
  for (const [height, block] of blocks.entries()) {
    expect(block.height).toBe(height);
    if (height > 0) expect(block.parentHash).toBe(blocks[height - 1]?.hash);
  }
  const { height, hash } = await simulation.chain.tip();
  expect(blocks.at(-1)).toMatchObject({ height, hash });
  const mined = blocks.flatMap((block) => block.payments.map((payment) => payment.txid));
  expect(new Set(mined).size).toBe(mined.length);
  expect(mined).toEqual(expect.arrayContaining([...txids]));
}

it('two processes that pay, mine and reorganize concurrently leave one consistent chain', async () => {
  const here = await open();
  const db = openDatabase(here.database.connection, createLog('silent'));
  const there = simulationOn(db, 'LTC');
  const outputs = [{ address: here.address(1), amount: 1000n }];
  const work = [here, there, here, there].map(async (side) => {
    const txids: string[] = [];
    for (let round = 1; round <= 12; round++) {
      txids.push(await pay(side, { outputs }));
      if (round % 3 === 0) await mine(side);
      if (round % 6 === 0) await reorganise(side, { depth: 2 });
    }
    return txids;
  });
  const txids = (await Promise.all(work)).flat();
  await db.close();
  expect(new Set(txids).size).toBe(48);
  await expectSound(here, txids);
});

it('everything done before a process was killed is there, and the chain is consistent', async () => {
  const simulation = await open();
  const txids: string[] = [];
  for (const wanted of [5, 12, 23]) {
    txids.push(...(await workUntilKilled(simulation.database.url, wanted)));
    await expectSound(simulation, txids);
  }
});

/** Starts a process on the chain and kills it after it has printed this many payments. Returns their txids. */
async function workUntilKilled(url: string, wanted: number): Promise<string[]> {
  const script = join(import.meta.dirname, 'busy-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, url, 'LTC'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const reported: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    reported.push(line);
    if (reported.length === wanted) child.kill('SIGKILL');
  }
  await ended;
  expect(reported.length).toBeGreaterThanOrEqual(wanted);
  return reported;
}
