// The service on an open database. SIGTERM and SIGINT finish requests in flight and stop within ten seconds.
import { checkWallets, readWallets } from './addresses/wallets.ts';
import { addAdminRoutes } from './admin/routes.ts';
import { openStream, type Stream } from './admin/stream.ts';
import type { App } from './app.ts';
import { type Assembled, assemble } from './assemble.ts';
import type { OpenGround } from './bootstrap.ts';
import { type ClockReading, SECOND, wallNow } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import { newId } from './core/ids.ts';
import { coalesced } from './core/later.ts';
import type { Log } from './core/log.ts';
import { loadTexts } from './core/texts/texts.ts';
import { unlessAborted } from './core/unless-aborted.ts';
import { changesIn, WAKE_CHANNEL } from './db/changed.ts';
import {
  findMismatch,
  HOLD_SERVING,
  type OwnSchema,
  ownSchema,
  readMigrations,
  SCHEMA_CHANGED,
} from './db/migrate.ts';
import { describeRoleStatus } from './db/service-role.ts';
import { stopServer } from './http/connections.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { listenAt } from './http/listen.ts';
import { addSandboxRoutes } from './http/sandbox-routes.ts';
import { handlers } from './http/serve-operations.ts';
import { createServer, type Server } from './http/server.ts';
import { type Metrics, openMetrics, scraped } from './metrics/count.ts';
import { type MetricsServer, metricsServer } from './metrics/serve-metrics.ts';
import { RIGHTS_CHANGED } from './people/sessions.ts';
import { firstLink } from './people/users.ts';
import { KEYS_CHANGED } from './projects/api-keys.ts';
import { PAYER_DOMAINS_CHANGED } from './projects/payer-domains.ts';
import { RATES_CHANGED } from './rates/refresh.ts';
import { loadOperatorLists, RISK_LISTS_CHANGED } from './risk/operator-lists.ts';
import { CLOCK_CHANGED, loadClockOffset } from './sandbox/clock.ts';
import { type DemoProject, ensureDemoProject, fundWallets } from './sandbox/demo-project.ts';
import { sandboxFaults } from './sandbox/faults.ts';
import { openSandbox, type Simulations } from './sandbox/sandbox.ts';
import { followedDatabase } from './tracing/followed-ports.ts';
import type { OpenTraces } from './tracing/otlp.ts';
import { prepareAssets } from './web/assets.ts';
import { loadNetworkFees, NETWORK_FEES_CHANGED } from './withdrawals/refresh-fees.ts';
import { clockWatcher } from './workers/apply-clock-offset.ts';
import { retireTasks } from './workers/schedule.ts';
import { type RunningWorkers, startWorkers } from './workers/worker.ts';

export interface RunningService {
  readonly url: string;
  /** Null when metrics are disabled. */
  readonly metricsUrl: string | null;
  readonly assembled: Assembled;
  readonly demo: DemoProject | null;
  /** Null once an owner has signed in. */
  readonly welcome: string | null;
  stop(): Promise<void>;
}

/** A fixed seed gives the same hashes on every fresh start. */
const SANDBOX_SEED = 'chaintill sandbox';
const STOP_LIMIT = 9 * SECOND;

/** What needs no database, and is prepared while PostgreSQL starts. */
export function prepareService({ role }: Config): void {
  loadTexts();
  if (role !== 'workers') void prepareAssets();
}

/** Closes the database, also if the start fails or `signal` aborts it. */
export async function runService(
  bootstrap: OpenGround,
  signal: AbortSignal | undefined,
): Promise<RunningService> {
  let following: OpenTraces | null = null;
  try {
    following = await openTraces(bootstrap);
    return await unlessAborted(signal, start(bootstrap, following));
  } catch (error) {
    await following?.close();
    await bootstrap.close();
    throw error;
  }
}

function taskNames({ workers }: Assembled): string[] {
  return workers.flatMap(({ name, everyMilliseconds: every }) =>
    every === undefined ? [] : [name],
  );
}

async function start(bootstrap: OpenGround, following: OpenTraces | null): Promise<RunningService> {
  const { config, db, log } = bootstrap;
  const schema = ownSchema(readMigrations());
  const metrics = config.metrics === null ? null : openMetrics();
  const measured = { ...bootstrap, ...(metrics && { measures: metrics.measures }) };
  const assembled = await assemble(followed(measured, following), {
    seed: SANDBOX_SEED,
    minesByItself: true,
    deliveryFault: sandboxFaults(db),
    checksNetworks: true,
  });
  const { app, simulations, coinWallets, nodes } = assembled;
  await checkWallets(app, await readWallets(app));
  const isPublic = config.role !== 'workers';
  const server = createServer(app, handlers, { isPublic });
  const stream = openStream(newId(app.clock, app.random));
  const parts = { merchants: handlers, fail: server.fail, stream };
  const simulated = openSandbox(simulations, bootstrap.clock);
  if (isPublic) addAdminRoutes(server.fastify, { ...app, coinWallets, nodes, ...simulated }, parts);
  let isStarted = false;
  addHealthRoutes(server.fastify, app, () => {
    if (server.connections.isStopping()) return 'the service is stopping';
    return isStarted ? app.schema.mismatch : 'the service is still starting';
  });
  if (simulated.sandbox !== undefined && isPublic)
    addSandboxRoutes(server.fastify, app, simulated.sandbox);
  let measuring: Awaited<ReturnType<typeof serveMetrics>> = null;
  try {
    const { host, port } = config;
    const place = { host, port, variable: 'HOST and PORT' };
    const { fastify } = server;
    const url = await listenAt(place, fastify.server, () => fastify.listen({ host, port }));
    measuring = await serveMetrics({ config, metrics, log }, assembled);
    app.publicUrl.value = config.publicUrl ?? url;
    const demo = simulations && (await fillSandbox(app, simulations, isPublic ? url : null));
    const running: Parts = {
      bootstrap,
      assembled,
      server,
      stream,
      measuring,
      following,
      reload: reloads(),
      schema,
      workers: null,
    };
    db.onBreak(() => server.clearKeys());
    await db.listen(WAKE_CHANNEL, (name) => reloadNamed(name, running), {
      onReading: watchDatabase(running),
      first: HOLD_SERVING,
    });
    // Reloads everything, because this process has not received the changes since the first load.
    reloadNamed('', running);
    await reportStatus(bootstrap);
    const welcome = isPublic ? ((await firstLink(app))?.url ?? null) : null;
    if (config.role !== 'api') await retireTasks(app, taskNames(assembled));
    // Runs last: if a step failed while workers were running, the process would never end.
    running.workers = config.role === 'api' ? null : startWorkers(app, assembled.workers);
    isStarted = true;
    log.info({ url, mode: config.mode, role: config.role, coins: [...app.coins.keys()] }, 'ready');
    const metricsUrl = measuring === null ? null : measuring.url;
    return { url, metricsUrl, assembled, demo, welcome, stop: () => stop(running) };
  } catch (error) {
    stream.close();
    measuring?.close();
    await server.fastify.close();
    throw error;
  }
}

/** `url`: null for a process without an API, which needs no demo project. */
async function fillSandbox(
  app: App,
  simulations: Simulations,
  url: string | null,
): Promise<DemoProject | null> {
  const [demo] = await Promise.all([
    url === null ? null : ensureDemoProject(app, url),
    fundWallets(app, simulations),
  ]);
  return demo;
}

async function openTraces({ config, log }: OpenGround): Promise<OpenTraces | null> {
  if (!config.tracesAreOn) return null;
  const { openTraces: open } = await import('./tracing/otlp.ts');
  return open(log);
}

function followed<Ground extends OpenGround>(ground: Ground, following: OpenTraces | null) {
  if (following === null) return ground;
  const { traces } = following;
  return { ...ground, traces, db: followedDatabase(ground.db, traces) };
}

function watchDatabase(parts: Parts): (reading: ClockReading) => void {
  const { app } = parts.assembled;
  const applyOffsetReading = clockWatcher(app);
  return (reading) => {
    void applyOffsetReading(reading).catch((error: unknown) =>
      app.log.warn({ err: error }, 'clock alert not stored'),
    );
    void checkSchema(parts);
  };
}

/** On a mismatch, the process serves no requests and starts no work. An unreachable database changes nothing. */
async function checkSchema({ assembled: { app }, reload, schema }: Parts): Promise<void> {
  const mismatch = await reload.schema({ app, own: schema }).catch((error: unknown) => {
    app.log.warn({ err: error }, 'database schema not checked');
    return app.schema.mismatch;
  });
  if (mismatch === app.schema.mismatch) return;
  app.schema.mismatch = mismatch;
  if (mismatch === null) app.log.info('database schema matches this release again');
  else app.log.error({ mismatch }, 'database schema changed: this process does no work');
}

/** Reports whether the service's role could disable the ledger's safeguards. */
async function reportStatus({ db, log, roleStatus }: OpenGround): Promise<void> {
  const { isGood, text, hint } = await describeRoleStatus(db, roleStatus);
  if (isGood && hint === null) log.info(text);
  else log.warn({ hint }, text);
}

/** Null when metrics are disabled. Throws as `listenAt` does. */
async function serveMetrics(
  { config, metrics, log }: { config: Config; metrics: Metrics | null; log: Log },
  { app, coinWallets, nodes }: Assembled,
): Promise<(MetricsServer & { readonly url: string }) | null> {
  if (config.metrics === null || metrics === null) return null;
  const { contentType } = metrics.registry;
  const served = metricsServer(scraped(metrics, { ...app, coinWallets, nodes }), {
    contentType,
    log,
  });
  const place = { ...config.metrics, variable: 'CHAINTILL_METRICS_LISTEN' };
  const url = await listenAt(place, served.server, () => served.listen(place));
  log.info({ url: `${url}/metrics` }, 'metrics for Prometheus');
  return { ...served, url };
}

interface Parts {
  readonly bootstrap: OpenGround;
  readonly assembled: Assembled;
  readonly server: Server;
  readonly stream: Stream;
  readonly measuring: MetricsServer | null;
  readonly following: OpenTraces | null;
  readonly reload: ReturnType<typeof reloads>;
  readonly schema: OwnSchema;
  workers: RunningWorkers | null;
}

/** Reloads run one after another, so that older data never replaces newer data. */
function reloads() {
  return {
    clock: coalesced(reloadClock),
    rates: coalesced(({ assembled }: Parts) => assembled.reloadRates()),
    networkFees: coalesced(({ assembled }: Parts) => loadNetworkFees(assembled.app)),
    schema: coalesced(({ app, own }: { app: App; own: OwnSchema }) => findMismatch(app.db, own)),
    riskLists: coalesced(({ assembled }: Parts) => reloadRiskLists(assembled.app)),
  };
}

function reloadNamed(name: string, parts: Parts): void {
  const { bootstrap, server, stream, reload, workers } = parts;
  const changes = changesIn(name);
  if (changes !== null) stream.report(changes);
  if (name === '') stream.reset();
  if (name === RIGHTS_CHANGED || name === '') void stream.lookAtAll();
  const failed = (error: unknown) =>
    bootstrap.log.warn({ err: error, name }, 'notification not handled');
  if (name === SCHEMA_CHANGED || name === '') void checkSchema(parts);
  if (name === KEYS_CHANGED || name === '') server.clearKeys();
  if (name === CLOCK_CHANGED || name === '') void reload.clock(parts).catch(failed);
  if (name === RATES_CHANGED || name === '') void reload.rates(parts).catch(failed);
  if (name === NETWORK_FEES_CHANGED || name === '') void reload.networkFees(parts).catch(failed);
  if (name === RISK_LISTS_CHANGED || name === '') void reload.riskLists(parts).catch(failed);
  if (name === PAYER_DOMAINS_CHANGED || name === '')
    void parts.assembled.app.payerDomains.reload().catch(failed);
  workers?.wake(name);
}

async function reloadRiskLists(app: App): Promise<void> {
  app.riskLists.entries = await loadOperatorLists(app.db);
}

async function reloadClock({ bootstrap, workers }: Parts): Promise<void> {
  if (!bootstrap.config.rules.clockMoves) return;
  await loadClockOffset(bootstrap.db, bootstrap.clock);
  workers?.wake('');
}

async function stop(parts: Parts): Promise<void> {
  const { bootstrap, assembled, server, stream, measuring, following, workers } = parts;
  const startedAt = wallNow();
  bootstrap.log.info('stopping: finishing work in progress');
  const guard = setTimeout(() => {
    bootstrap.log.error('could not stop in time; work in progress resumes at the next start');
    process.exit(1);
  }, STOP_LIMIT);
  stream.close();
  await stopServer(server);
  await workers?.stop();
  measuring?.close();
  await following?.close();
  await assembled.close();
  await bootstrap.close();
  clearTimeout(guard);
  bootstrap.log.info({ milliseconds: wallNow() - startedAt }, 'stopped');
}
