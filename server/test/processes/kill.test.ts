// The service dies repeatedly, at any moment of its main flow, and so does its PostgreSQL. In the end every payment is
// credited exactly once, every callback was delivered, and the ledger is consistent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { type Random, randomInt, seededRandom } from '../../src/core/random.ts';
import { findEmbeddedPostgres } from '../../src/db/embedded.ts';
import { creditedPayments, undelivered, unpaidWithdrawals } from '../support/books.ts';
import { isThorough } from '../support/crash-stride.ts';
import { createService, type Service } from '../support/service.ts';

const KILLS = isThorough ? 9 : 3;
/** The round in which PostgreSQL dies instead of the service. */
const POSTGRES_KILL = 2;
const PAUSE_MIN = 200;
const PAUSE_SPREAD = 1800;
const SEED = 'kill 1';

let service: Service;
beforeAll(async () => {
  service = await createService({ environment: { CHAINTILL_REQUESTS_PER_MINUTE: '0' } });
});
afterAll(() => service.close());

test('an embedded PostgreSQL that a killed service left behind is adopted by the next start', async () => {
  await service.start();
  const orphan = postmaster();
  await service.kill('SIGKILL');
  expect(isAlive(orphan)).toBe(true);
  await service.start();
  expect(postmaster()).toBe(orphan);
});

test('killed again and again, everything is credited exactly once and every callback delivered', async () => {
  const demo = service.background('demo');
  const end = { isReached: false };
  const finished = demo.finished.finally(() => {
    end.isReached = true;
  });
  expect(await killAgainAndAgain(end, seededRandom(SEED))).toBe(KILLS);
  const outcome = await finished;
  expect(outcome.code, outcome.stderr).toBe(0);
  expect(outcome.stdout.match(/credited/g)).toHaveLength(10);

  const { connection: facts } = defined(
    await findEmbeddedPostgres(join(service.folder, 'data/postgres')),
    'PostgreSQL is running',
  );
  const { project_id } = service.credentials();
  // The demo ends when everything is done: later events are not reported.
  expect(await unpaidWithdrawals(facts, project_id)).toEqual([]);
  const payments = [...(await creditedPayments(facts, project_id)).values()];
  // The last invoice is overpaid: its price is credited, and the rest refunded.
  expect(payments).toHaveLength(11);
  for (const payment of payments) {
    expect(payment).toMatchObject({ rows: 1, entries: 1, status: 'completed' });
    expect(payment.booked).toBe(payment.listed);
    expect(payment.booked > 0n).toBe(true);
  }
  expect(await undelivered(facts, project_id)).toEqual([]);
  const doctor = await service.command('doctor');
  expect(doctor.code, doctor.stdout).toBe(0);
}, 400_000);

test('afterwards it shuts down in order, and its PostgreSQL with it', async () => {
  expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
  expect(service.output()).toContain('embedded PostgreSQL stopped');
  expect(await findEmbeddedPostgres(join(service.folder, 'data/postgres'))).toBeNull();
});

/** Kills while the demo plays. Returns how often. */
async function killAgainAndAgain(end: { isReached: boolean }, random: Random): Promise<number> {
  for (let kills = 0; ; kills++) {
    await sleep(PAUSE_MIN + randomInt(random, PAUSE_SPREAD));
    if (end.isReached || kills === KILLS) return kills;
    if (kills + 1 === POSTGRES_KILL) {
      process.kill(postmaster(), 'SIGKILL');
      // The service is alive, restarts PostgreSQL and continues.
      await service.ready();
    } else {
      await service.kill('SIGKILL');
      await service.start();
    }
  }
}

function postmaster(): number {
  const file = join(service.folder, 'data/postgres/cluster/postmaster.pid');
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
