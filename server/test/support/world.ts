// A complete application for one test: its own database, simulated chains that advance only on request, a test clock,
// and a real HTTP server used through the published client. Its methods read like the domain.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../../client/src/client.ts';
import { addAdminRoutes } from '../../src/admin/routes.ts';
import { openStream, type Stream } from '../../src/admin/stream.ts';
import type { App } from '../../src/app.ts';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import type { Simulation } from '../../src/chains/simulated/simulation.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { type MovableClock, type TestClock, testClock, wallNow } from '../../src/core/clock.ts';
import type { Config } from '../../src/core/config/config.ts';
import { createLog } from '../../src/core/log.ts';
import type { Measures } from '../../src/core/measures.ts';
import { seededRandom } from '../../src/core/random.ts';
import type { Traces } from '../../src/core/traces.ts';
import { createEndpoint } from '../../src/events/endpoints.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer } from '../../src/http/server.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { wrongOutputSums } from '../../src/payouts/wallet/solvency.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { changeSettings, createProject } from '../../src/projects/create.ts';
import type { Project, ProjectSettings } from '../../src/projects/project.ts';
import { type PaymentRequest, paySimulated } from '../../src/sandbox/pay.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { auditWorker } from '../../src/workers/audit-books.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { chainWorkers } from './chain-workers.ts';
import { createWorldDatabase, type TestDatabase } from './database.ts';
import { type DoDueWork, dueWork } from './due-work.ts';
import { validateAnswers } from './validate-answers.ts';

export interface ReceivedCallback {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly type: string;
  readonly event: string;
  readonly data: Record<string, unknown> & { readonly id: string; readonly status: string };
}

export interface Merchant {
  readonly project: Project;
  readonly key: { readonly key: string; readonly secret: string };
  readonly api: Client;
  readonly callbackSecret: string;
  /** The callbacks that its endpoint received, in order. */
  readonly callbacks: ReceivedCallback[];
  /** The status of its endpoint's responses; 200 unless changed. */
  answerWith(status: number): void;
}

export interface World {
  readonly app: App;
  /** Gets no notifications of changes, unless the test connects it (feed-stream.ts). */
  readonly stream: Stream;
  readonly assembled: Assembled;
  /** Undefined in live mode. */
  readonly sandbox: Sandbox | undefined;
  readonly clock: TestClock;
  readonly url: string;
  readonly database: TestDatabase;
  merchant(settings?: ProjectSettings): Promise<Merchant>;
  /** Pays an invoice, a channel or an address and lets the network see it. Returns the txid. */
  pay(requested: PaymentRequest): Promise<string>;
  /** Also does due work, but not on the other chains. */
  mine(coin: string, count?: number): Promise<void>;
  reorganise(coin: string, depth: number, options?: { drop?: boolean }): Promise<void>;
  simulation(coin: string): Simulation;
  /** Moves the clock, then does the work that is due. */
  advance(milliseconds: number): Promise<void>;
  /** Does all due work on the test's clock until nothing is due. */
  settle(): Promise<void>;
  /** The same with the test's own workers. */
  readonly work: DoDueWork;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly sends?: boolean;
  readonly audits?: 'at-rest' | 'at-end' | 'never';
  readonly coins?: readonly string[];
  readonly leaveOut?: readonly string[];
  /** Whether it has the dashboard API, which has most of the routes. */
  readonly people?: boolean;
  readonly database?: TestDatabase;
  readonly measures?: Measures;
  readonly traces?: Traces;
  /** Milliseconds; by default a time near the machine's. */
  readonly startsAt?: number;
  /** The seed of the application's random numbers; by default a different one for each world. */
  readonly seed?: string;
}

/**
 * `coins`: those whose chains are watched and paid from; all by default, and each adds to the cost of every `settle`.
 * `leaveOut`: workers that would get ahead of what a test checks. Without `sends` nothing is sent: for tests that bring
 * their own coin wallets, as others bring a database. The worker that verifies new postings runs at the end by default.
 * The test clock starts near the machine's time, because request dates are checked against the latter.
 */
export async function createWorld(
  environment: Record<string, string> = {},
  options: WorldOptions = {},
): Promise<World> {
  const database = options.database ?? (await createWorldDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-world-'));
  const config: Config = readConfig({
    CHAINTILL_DATA_DIR: folder,
    CHAINTILL_REQUESTS_PER_MINUTE: '0',
    // Request records are stored a moment later, in the middle of whatever a test does.
    CHAINTILL_REQUEST_LOG_RETENTION_DAYS: '0',
    CHAINTILL_ADDRESS_POOL: '20',
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...environment,
  });
  const clock = testClock(options.startsAt ?? Math.floor(wallNow() / 1000) * 1000);
  const log = createLog('silent');
  const fixture = {
    config,
    clock,
    random: seededRandom(`world ${options.seed ?? database.seed ?? database.url}`),
    log,
    db: database.db,
    ...(options.measures && { measures: options.measures }),
    ...(options.traces && { traces: options.traces }),
  };
  const whole = await assemble(fixture, {
    seed: 'world',
    minesByItself: false,
    deliveryFault: null,
  });
  const idle = [...whole.app.coins.keys()].filter(
    (coin) => options.coins?.includes(coin) === false,
  );
  const idleChains = new Set(
    idle.flatMap((coin) =>
      ['watch', 'assess', 'send'].map((work) => `${work}-${coin.toLowerCase()}`),
    ),
  );
  const isWanted = ({ name }: { name: string }) =>
    (options.sends !== false || !name.startsWith('send-')) &&
    (options.audits === 'at-rest' || name !== auditWorker.name) &&
    !idleChains.has(name) &&
    !options.leaveOut?.includes(name);
  const assembled = { ...whole, workers: whole.workers.filter(isWanted) };
  const { app, workers } = assembled;
  const server = createServer(app, handlers);
  validateAnswers(server.fastify);
  const { coinWallets, nodes, simulations } = assembled;
  const simulated = openSandbox(simulations, movable(clock));
  const operatorApp = { ...app, coinWallets, nodes, ...simulated };
  const stream = openStream('world');
  if (options.people === true)
    addAdminRoutes(server.fastify, operatorApp, {
      merchants: handlers,
      fail: server.fail,
      stream,
    });
  await server.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.fastify.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  app.publicUrl.value = url;
  const receivers: HttpServer[] = [];
  const simulation = (coin: string) =>
    defined(assembled.simulations?.get(coin), `a simulated ${coin}`);

  const work = dueWork(clock);
  const settle = (coin?: string) =>
    work(app, coin === undefined ? workers : chainWorkers(app, workers, coin));
  /** Findings of the worker that verifies new postings; the audit verifies everything again. */
  const verifyBooks = async () => {
    if ((options.audits ?? 'at-end') !== 'at-end') return [];
    await makeAllDue(app);
    await runDueWork(app, [auditWorker]);
    return app.db.query(
      `select facts from alerts where kind = 'audit_finding' and resolved_at is null`,
    );
  };
  await settle();

  return {
    app,
    assembled,
    sandbox: simulated.sandbox,
    clock,
    url,
    stream,
    database,
    async merchant(settings = {}) {
      const project = await createProject(app, 'Test merchant');
      await changeSettings(app.db, project.id, settings);
      const key = await createApiKey(app, project.id, {
        name: 'test',
        apiVersion: 2,
        permissions,
        ipAllowList: [],
      });
      const receiver = await startReceiver();
      receivers.push(receiver.server);
      const endpoint = await createEndpoint(app, project.id, receiver.url);
      const api = createClient({
        baseUrl: url,
        apiKey: key.key,
        apiSecret: key.secret,
        retriesMax: 0,
      });
      return {
        project: { ...project, settings },
        key,
        api,
        callbackSecret: endpoint.secret,
        callbacks: receiver.received,
        answerWith: receiver.answerWith,
      };
    },
    async pay(requested) {
      const { txid } = await paySimulated(
        app,
        defined(assembled.simulations, 'a sandbox'),
        requested,
      );
      await settle();
      return txid;
    },
    async mine(coin, count = 1) {
      await mine(simulation(coin), { count });
      await settle(coin);
    },
    async reorganise(coin, depth, options = {}) {
      await reorganise(simulation(coin), { depth, ...options });
      await settle(coin);
    },
    simulation,
    async advance(milliseconds) {
      clock.advance(milliseconds);
      await settle();
    },
    settle: () => settle(),
    work,
    async close() {
      const findings = [
        ...(await auditLedger(app.db)),
        ...(await verifyBooks()),
        ...(await wrongOutputSums(app.db)),
      ];
      stream.close();
      await server.fastify.close();
      await Promise.all(receivers.map((receiver) => new Promise((done) => receiver.close(done))));
      await assembled.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
      if (findings.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(findings)}`);
    },
  };
}

/** The test clock as the sandbox moves it. */
function movable(clock: TestClock): MovableClock {
  let offset = 0;
  return {
    now: () => clock.now(),
    get offsetMilliseconds() {
      return offset;
    },
    set offsetMilliseconds(value) {
      clock.advance(value - offset);
      offset = value;
    },
  };
}

async function startReceiver() {
  const received: ReceivedCallback[] = [];
  let status = 200;
  const server = createHttpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      received.push({ headers: request.headers, body, ...JSON.parse(body) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    received,
    url: `http://127.0.0.1:${port}/callbacks`,
    answerWith(code: number) {
      status = code;
    },
  };
}
