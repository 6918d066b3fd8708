// A stop answers every request that a client sent on a kept connection, also while the process has more to do than it
// can: the client learns from `Connection: close` to come on a new connection, which is refused.
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleep } from '../../src/core/clock.ts';
import { createService, type Service } from '../support/service.ts';

const CLIENTS = 24;
const STOPS = 3;

let service: Service;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.close());

interface Told {
  answers: number;
  closed: number;
  refused: number;
  cut: string[];
}

test('no request is cut off by a stop', async () => {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await service.start();
    const told: Told = { answers: 0, closed: 0, refused: 0, cut: [] };
    const clients = Array.from({ length: CLIENTS }, (_, n) => askUntilRefused(n, told));
    while (told.answers < CLIENTS * 4) await sleep(20);
    const ended = await service.kill('SIGTERM');
    await Promise.all(clients);
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(told.cut).toEqual([]);
    expect(told.refused).toBe(CLIENTS);
    expect(told.closed).toBeGreaterThan(0);
  }
});

/** Asks over one kept connection, with pauses of up to two seconds, and after `Connection: close` over a new one. */
async function askUntilRefused(n: number, told: Told): Promise<void> {
  let agent = newAgent();
  for (let asked = 0; ; asked += 1) {
    const outcome = await ask(agent);
    if (outcome === 'refused') break;
    if (outcome !== 'kept' && outcome !== 'closed') {
      told.cut.push(outcome);
      break;
    }
    told.answers += 1;
    if (outcome === 'closed') {
      told.closed += 1;
      agent = newAgent();
    }
    await sleep(n % 3 === 0 ? 0 : (asked % 5) * n);
  }
  agent.destroy();
  if (told.cut.length === 0) told.refused += 1;
}

const newAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** What costs the service most without a signature, so that requests wait to be read. */
const PATHS = ['/health/ready', '/openapi.json', '/docs/api', '/dashboard/'];
let next = 0;

function ask(agent: Agent): Promise<string> {
  next += 1;
  const url = new URL(PATHS[next % PATHS.length] ?? '/', service.url);
  return new Promise((resolve) => {
    const asked = request(url, { agent }, (answer) => {
      answer.once('error', (error) => resolve(`cut in its answer: ${error.message}`));
      answer.once('end', () => resolve(answer.headers.connection === 'close' ? 'closed' : 'kept'));
      answer.resume();
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      // Refused before anything was sent. Everything else may have been carried out.
      const isRefused = error.code === 'ECONNREFUSED';
      resolve(
        isRefused
          ? 'refused'
          : `cut: ${error.code} ${asked.reusedSocket ? 'on a kept connection' : ''}`,
      );
    });
    asked.end();
  });
}
