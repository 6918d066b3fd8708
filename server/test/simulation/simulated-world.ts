// The world of the simulation: one merchant, one service that can be restarted at any time, a callback receiver, and
// one random generator that decides everything.
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '../../../client/src/client.ts';
import type { App } from '../../src/app.ts';
import { type Assembled, assemble } from '../../src/assemble.ts';
import type { Simulation } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import type { TestClock } from '../../src/core/clock.ts';
import { randomInt, seededRandom } from '../../src/core/random.ts';
import type { Sql } from '../../src/db/database.ts';
import { createEndpoint } from '../../src/events/endpoints.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer } from '../../src/http/server.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { createProject } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { foundFirst } from '../support/found-first.ts';
import { createWorld } from '../support/world.ts';
import type { ReportedEvent } from './invariants.ts';

/** The start time of every world. */
export const STARTS_AT = Date.UTC(2026, 0, 5, 9);

/** The scope of a simulation: the coins that move, and the workers in addition to their watchers. */
export interface Stage {
  readonly coins: readonly string[];
  readonly workers: readonly string[];
  /** Configuration that differs from other tests. */
  readonly environment?: Record<string, string>;
}

export interface SimulatedWorld {
  readonly stage: Stage;
  readonly project: Project;
  readonly clock: TestClock;
  readonly sql: Sql;
  readonly reported: ReportedEvent[];
  /** The process that runs now. */
  app(): App;
  /** The merchant's client, connected to that process. */
  api(): Client;
  simulation(coin: string): Simulation;
  /** Of the process that runs now. */
  coinWallets(): Assembled['coinWallets'];
  /** A number from 0 up to, but not including, `below`. */
  draw(below: number): number;
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A random row of a query. */
  one<Row>(query: string, values?: readonly unknown[]): Promise<Row | null>;
  /** One run of one worker. */
  work(): Promise<void>;
  /** All due work. */
  rest(): Promise<void>;
  /** All due work of one coin. */
  settle(coin: string): Promise<void>;
  restart(): Promise<void>;
  answerWith(status: number): void;
  /** Counts that an event happened in this world. */
  count(kind: string, times?: number): void;
  readonly counts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function createSimulatedWorld(seed: string, stage: Stage): Promise<SimulatedWorld> {
  // Only these coins have workers: each further coin would cost every start as much as the first.
  const world = await createWorld(stage.environment, {
    coins: stage.coins,
    seed,
    startsAt: STARTS_AT,
  });
  const random = seededRandom(seed);
  const draw = (below: number) => randomInt(random, below);
  const project = await createProject(world.app, 'Simulation');
  const receiver = await startReceiver();
  await createEndpoint(world.app, project.id, receiver.url);
  const { config, clock, log } = world.app;
  let instance: Assembled = world.assembled;
  let workers = usedWorkers(instance, stage);
  const key = await createApiKey(world.app, project.id, {
    name: 'simulation',
    apiVersion: 2,
    permissions,
    ipAllowList: [],
  });
  let gate = await openGate(instance, key);
  const sql = world.app.db;
  const counts = new Map<string, number>();
  return {
    counts,
    count: (kind, times = 1) => void counts.set(kind, (counts.get(kind) ?? 0) + times),
    stage,
    project,
    clock: world.clock,
    sql,
    reported: receiver.reported,
    app: () => instance.app,
    api: () => gate.client,
    simulation: (coin) => defined(instance.simulations?.get(coin), 'a simulation'),
    coinWallets: () => instance.coinWallets,
    draw,
    chance: (percent) => draw(100) < percent,
    pick: (list) => defined(list[draw(list.length)], 'a list is not empty'),
    async one<Row>(query: string, values: readonly unknown[] = []) {
      const rows = await sql.query<Row>(query, values);
      return rows.length === 0 ? null : (rows[draw(rows.length)] ?? null);
    },
    async work() {
      await makeAllDue(instance.app);
      await defined(workers[draw(workers.length)], 'a worker').run(instance.app);
    },
    async rest() {
      await makeAllDue(instance.app);
      await runDueWork(instance.app, workers.map(foundFirst));
    },
    async settle(coin) {
      const names = ['watch', 'assess', 'send'].map((work) => `${work}-${coin.toLowerCase()}`);
      await makeAllDue(instance.app);
      await runDueWork(
        instance.app,
        workers.filter(({ name }) => names.includes(name) || name === 'channel-payments'),
      );
    },
    async restart() {
      await Promise.all(workers.map((worker) => worker.finish?.()));
      await gate.close();
      const fixture = { config, clock, log, db: sql as App['db'], random: world.app.random };
      instance = await assemble(fixture, {
        seed: 'world',
        minesByItself: false,
        deliveryFault: null,
      });
      workers = usedWorkers(instance, stage);
      gate = await openGate(instance, key);
    },
    answerWith: receiver.answerWith,
    async close() {
      await Promise.all(workers.map((worker) => worker.finish?.()));
      await gate.close();
      await receiver.close();
      await world.close();
    },
  };
}

function usedWorkers({ workers }: Assembled, { coins, workers: others }: Stage) {
  const names = [...coins.map((coin) => `watch-${coin.toLowerCase()}`), ...others];
  return workers.filter((worker) => names.includes(worker.name));
}

/** A process's HTTP server, and a client for it. */
async function openGate({ app }: Assembled, { key, secret }: { key: string; secret: string }) {
  const { fastify } = createServer(app, handlers);
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = fastify.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createClient({ baseUrl, apiKey: key, apiSecret: secret, retriesMax: 0 });
  return { client, close: () => fastify.close() };
}

async function startReceiver() {
  const reported: ReportedEvent[] = [];
  let status = 200;
  const server = createHttpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString('utf8'));
      // A rejected delivery did not arrive.
      if (status === 200)
        reported.push({ id: String(request.headers['webhook-id']), objectId: data.id });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    reported,
    url: `http://127.0.0.1:${port}/`,
    answerWith(code: number) {
      status = code;
    },
    close: () => new Promise((done) => server.close(done)),
  };
}
