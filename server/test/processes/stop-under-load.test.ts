// A shutdown responds to every request that was sent on a kept-alive connection, even while the process is overloaded:
// `Connection: close` makes the client open a new connection, which is refused.
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

interface Reported {
  answers: number;
  closed: number;
  refused: number;
  cut: string[];
}

test('a shutdown interrupts no request', async () => {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await service.start();
    const reported: Reported = { answers: 0, closed: 0, refused: 0, cut: [] };
    const clients = Array.from({ length: CLIENTS }, (_, n) => requestUntilRefused(n, reported));
    while (reported.answers < CLIENTS * 4) await sleep(20);
    const ended = await service.kill('SIGTERM');
    await Promise.all(clients);
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(reported.cut).toEqual([]);
    expect(reported.refused).toBe(CLIENTS);
    expect(reported.closed).toBeGreaterThan(0);
  }
});

/**
 * Sends requests over one kept-alive connection, with pauses of up to two seconds, and after `Connection: close` over a
 * new one.
 */
async function requestUntilRefused(n: number, reported: Reported): Promise<void> {
  let agent = newAgent();
  for (let requested = 0; ; requested += 1) {
    const outcome = await send(agent);
    if (outcome === 'refused') break;
    if (outcome !== 'kept' && outcome !== 'closed') {
      reported.cut.push(outcome);
      break;
    }
    reported.answers += 1;
    if (outcome === 'closed') {
      reported.closed += 1;
      agent = newAgent();
    }
    await sleep(n % 3 === 0 ? 0 : (requested % 5) * n);
  }
  agent.destroy();
  if (reported.cut.length === 0) reported.refused += 1;
}

const newAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** The most expensive unsigned requests, so that others wait to be read. */
const PATHS = ['/health/ready', '/openapi.json', '/docs/api', '/dashboard/'];
let next = 0;

function send(agent: Agent): Promise<string> {
  next += 1;
  const url = new URL(PATHS[next % PATHS.length] ?? '/', service.url);
  return new Promise((resolve) => {
    const requested = request(url, { agent }, (answer) => {
      answer.once('error', (error) => resolve(`cut in its answer: ${error.message}`));
      answer.once('end', () => resolve(answer.headers.connection === 'close' ? 'closed' : 'kept'));
      answer.resume();
    });
    requested.once('error', (error: NodeJS.ErrnoException) => {
      // Refused before anything was sent. Any other request may have been executed.
      const isRefused = error.code === 'ECONNREFUSED';
      resolve(
        isRefused
          ? 'refused'
          : `cut: ${error.code} ${requested.reusedSocket ? 'on a kept connection' : ''}`,
      );
    });
    requested.end();
  });
}
