// The fixture of the crash tests: one database, an instance on it that can be killed at any statement and restarted
// like a new process, and a receiver that remembers every callback.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import type { Database } from '../../src/db/database.ts';
import { createEndpoint } from '../../src/events/endpoints.ts';
import { createProject } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  Crash,
  type CrashPlan,
  type InterruptedDatabase,
  interruptedDatabase,
} from './interrupted-database.ts';

export interface Received {
  readonly id: string;
  readonly objectId: string;
  readonly line: string;
}

export interface CrashFixture {
  readonly world: World;
  readonly project: Project;
  /** Of the project's webhooks, and of those that shops register. */
  readonly url: string;
  readonly received: Received[];
  /** Runs the steps on a process that dies by the plan, then on a new one. Returns the database of the first. */
  run(steps: readonly Step[], plan: CrashPlan): Promise<InterruptedDatabase>;
  close(): Promise<void>;
}

/** A command is repeated after a crash, as by a client without a response; it must be safe to repeat. */
export type Step = (instance: Instance) => Promise<void>;

export interface Instance {
  readonly app: Assembled['app'];
  /** Does all due work. */
  drain(): Promise<void>;
}

/** The other workers (other coins, rates, cleanup) would only make the flows longer. */
const WORKERS = ['watch-ltc', 'assess-ltc', 'invoices', 'channel-payments', 'callbacks'];

/** `workers`: those that the flows need. */
export async function createCrashFixture(
  workers: readonly string[] = WORKERS,
  environment: Readonly<Record<string, string>> = {},
): Promise<CrashFixture> {
  const world = await createWorld(environment);
  const project = await createProject(world.app, 'Crash');
  const receiver = await startReceiver();
  await createEndpoint(world.app, project.id, receiver.url);
  return {
    world,
    project,
    url: receiver.url,
    received: receiver.received,
    run: (steps, plan) => run({ world, workers }, steps, plan),
    async close() {
      receiver.server.close();
      await world.close();
    },
  };
}

interface Stage {
  readonly world: World;
  readonly workers: readonly string[];
}

async function run(
  stage: Stage,
  steps: readonly Step[],
  plan: CrashPlan,
): Promise<InterruptedDatabase> {
  const { world } = stage;
  const cut = interruptedDatabase(world.database.db, plan);
  let instance = await startInstance(stage, cut.db);
  let hasRestarted = false;
  for (const step of steps) {
    try {
      await step(instance);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    if (!cut.isDead() || hasRestarted) continue;
    hasRestarted = true;
    instance = await startInstance(stage, world.database.db);
    await clearLeases(world);
    await step(instance);
  }
  if (!cut.isDead()) instance = await startInstance(stage, world.database.db);
  await clearLeases(world);
  await instance.drain();
  return cut;
}

async function startInstance({ world, workers: wanted }: Stage, db: Database): Promise<Instance> {
  const { config, clock, random, log } = world.app;
  const fixture = { config, clock, random, log, db: world.database.db };
  const assembled = await assemble(fixture, {
    seed: 'world',
    minesByItself: false,
    deliveryFault: null,
  });
  // The start itself is tested elsewhere; from here on every statement counts.
  const app = otherApp(assembled.app, { db });
  const workers = assembled.workers.filter((worker) => wanted.includes(worker.name));
  return {
    app,
    async drain() {
      await makeAllDue(world.app);
      await runDueWork(app, workers);
    },
  };
}

/** Lets the claims of a dead process expire without waiting. */
async function clearLeases({ app, clock }: World): Promise<void> {
  clock.advance(MINUTE + 1);
  await app.db.query('update schedules set leased_until = null');
  await app.db.query('update deliveries set leased_until = null');
  await app.db.query('update shop_deliveries set due_at = $1 where due_at is not null', [
    new Date(clock.now()),
  ]);
}

async function startReceiver(): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8'));
      const isOfShop = request.headers['btcpay-sig'] !== undefined;
      received.push(isOfShop ? shopWebhook(body) : callback(request, body));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/`, received };
}

// biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests are about
function callback(request: IncomingMessage, { event, data }: any): Received {
  const id = String(defined(request.headers['webhook-id'], 'a callback has an id'));
  return { id, objectId: data.id, line: `${event} ${data.status}` };
}

interface ShopWebhook {
  readonly type: string;
  readonly invoiceId: string;
  readonly originalDeliveryId: string;
}

/** The short ID, so that it is not mixed with the callbacks of its checkout. */
function shopWebhook({ type, invoiceId, originalDeliveryId }: ShopWebhook): Received {
  return { id: originalDeliveryId, objectId: invoiceId, line: type };
}
