// The environment of the demo: the running service, a callback receiver on a free port, and retries, because the
// service may be killed and restarted during the demo. Used by the files of `chaintill demo`.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../app.ts';
import { definedCoin } from '../coins/registry.ts';
import { SECOND, sleep, wallNow } from '../core/clock.ts';
import { createEndpoint, type Endpoint, setEndpoint } from '../events/endpoints.ts';
import { readCredentials } from '../sandbox/demo-project.ts';
import { findCredentials, type RequestCredentials, ServiceAway, signedFetch } from './request.ts';
import { note, print, withApp } from './run.ts';
import { callSandbox, SandboxRefusal } from './sandbox.ts';

/** Long enough to outlast a restart of the service. */
const WAIT_LIMIT = 180 * SECOND;
const POLL = 300;

export interface Stage {
  readonly credentials: RequestCredentials;
  /** Events received, by object id. */
  readonly received: Map<string, string[]>;
}

export interface Shown {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

export async function withReceiver(work: (stage: Stage) => Promise<void>): Promise<void> {
  const credentials = findCredentials({});
  const received = new Map<string, string[]>();
  const server = await startReceiver(received);
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  await withApp(async (app) => {
    const projectId = readCredentials(app.config.dataDir)?.project_id ?? '';
    const endpoint = await createEndpoint(app, projectId, `http://127.0.0.1:${port}/callbacks`);
    try {
      await work({ credentials, received });
      await until(async () => ((await isAllDelivered(app, endpoint)) ? true : null));
    } finally {
      await setEndpoint(app, projectId, { id: endpoint.id, isEnabled: false });
    }
  }).finally(close);
}

/**
 * A callback that the receiver got may still be undelivered in the database, if the service was killed before it
 * recorded the delivery.
 */
async function isAllDelivered(app: App, endpoint: Endpoint): Promise<boolean> {
  const rows = await app.db
    .query(`select 1 from deliveries where endpoint_id = $1 and status = 'pending' limit 1`, [
      endpoint.id,
    ])
    .catch(() => null);
  return rows?.length === 0;
}

function startReceiver(received: Map<string, string[]>): Promise<Server> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const callback = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
        event: string;
        data: { id: string };
      };
      received.set(callback.data.id, [...(received.get(callback.data.id) ?? []), callback.event]);
      response.writeHead(200).end();
    });
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** Pays on the simulated network; returns the txid. */
export async function paySandbox(stage: Stage, payment: object): Promise<string> {
  const { baseUrl } = stage.credentials;
  const sent = await withRetries(() => callSandbox(baseUrl, 'payments', payment));
  return (sent as { txid: string }).txid;
}

/** Mines as many blocks as a small payment needs. */
export async function mineBlocks(stage: Stage, coin: string): Promise<void> {
  const count = definedCoin(coin).confirmationTiers[0]?.confirmations ?? 1;
  const { baseUrl } = stage.credentials;
  await withRetries(() => callSandbox(baseUrl, 'blocks', { currency: coin, count }));
}

export async function awaitEvent(stage: Stage, objectId: string, event: string): Promise<void> {
  const events = await until(async () => {
    const found = stage.received.get(objectId);
    return found?.includes(event) ? found : null;
  });
  print(`     callbacks ${events.join(', ')}`);
}

export function get<T = Shown>(stage: Stage, target: string): Promise<T> {
  return withRetries(() => call<T>(stage, { method: 'GET', target }));
}

/** One idempotency key for all attempts, so that a response lost in a crash does not create a second object. */
export function post(stage: Stage, target: string, body: object): Promise<Shown> {
  const key = `demo-${wallNow()}-${target}-${JSON.stringify(body)}`.slice(0, 255);
  const headers = { 'idempotency-key': key };
  const request = { method: 'POST', target, body: JSON.stringify(body), headers };
  return withRetries(() => call(stage, request));
}

async function call<T = Shown>(
  stage: Stage,
  request: Parameters<typeof signedFetch>[1],
): Promise<T> {
  const headers = { ...request.headers, 'api-version': '2' };
  const answer = await signedFetch(stage.credentials, { ...request, headers });
  const isPassing = answer.status >= 500 || answer.status === 409 || answer.status === 429;
  if (isPassing) throw new Passing(`${answer.status}`);
  if (answer.status >= 400)
    throw new DemoFailure(`${request.method} ${request.target}: ${answer.status} ${answer.text}`);
  return (JSON.parse(answer.text) as { data: T }).data;
}

/** The object, once it has one of the statuses. */
export function reached(stage: Stage, target: string, ...statuses: string[]): Promise<Shown> {
  return until(async () => {
    const shown = await get(stage, target);
    return statuses.includes(shown.status) ? shown : null;
  });
}

class Passing extends Error {
  override readonly name = 'Passing';
}

class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  let isNoted = false;
  const result = await until(async () => {
    try {
      return { value: await work() };
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (!isNoted) note('     (the service is not reachable; retrying)');
      isNoted = true;
      return null;
    }
  });
  return result.value;
}

/** `fetch` throws a TypeError when the connection fails. */
function isPassing(error: unknown): boolean {
  if (error instanceof SandboxRefusal) return error.status >= 500;
  return error instanceof Passing || error instanceof ServiceAway || error instanceof TypeError;
}

export async function until<T>(check: () => Promise<T | null>): Promise<T> {
  for (const startedAt = wallNow(); wallNow() - startedAt < WAIT_LIMIT; ) {
    const found = await check();
    if (found !== null) return found;
    await sleep(POLL);
  }
  throw new DemoFailure(
    `nothing happened for ${WAIT_LIMIT / SECOND} seconds. Is the service running?`,
  );
}
