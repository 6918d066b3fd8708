// Callback receivers that misbehave on request, and projects that send to them. Real HTTP servers; each project has its
// own worker, which no other test shares.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Static } from 'typebox';
import { verifyCallback } from '../../../client/src/callbacks.ts';
import { objectExamples } from '../../src/contract/examples.ts';
import type { Invoice } from '../../src/contract/objects/invoices.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { callbackWorker } from '../../src/events/deliver.ts';
import { emit, type NewEvent } from '../../src/events/emit.ts';
import { createEndpoint } from '../../src/events/endpoints.ts';
import { type DeliveryRow, pageOfDeliveries } from '../../src/events/resend.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { createProject } from '../../src/projects/create.ts';
import type { World } from '../support/world.ts';

export type Behaviour = (response: ServerResponse, hit: Hit) => void;

export interface Hit {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The number that the test gave the event. */
  readonly n: number;
}

const servers: Server[] = [];

/** Closes what the test opened, including unanswered requests. */
export function closeReceivers(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

export const answer =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status).end();
  };

export const silence: Behaviour = () => undefined;

export async function startReceiver(behaviour: Behaviour = answer(200)) {
  const hits: Hit[] = [];
  const state = { behaviour };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const hit = { headers: request.headers, body, n: JSON.parse(body).data.n };
      hits.push(hit);
      state.behaviour(response, hit);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { hits, state, url: `http://127.0.0.1:${port}/` };
}

/** A project with one endpoint for each receiver, and its own worker, which no other test shares. */
export async function createShop(
  world: World,
  receivers: readonly { url: string }[],
  timeoutMilliseconds = 10_000,
) {
  const project = await createProject(world.app, 'Callbacks');
  const endpoints = [];
  for (const { url } of receivers) {
    endpoints.push(await createEndpoint(world.app, project.id, url));
  }
  const worker = callbackWorker(null, timeoutMilliseconds);
  return {
    project,
    endpoints,
    worker,
    drain: async () => {
      while ((await worker.run(world.app)) > 0);
    },
    say: (objectId: string, n: number) => report(world, project.id, { objectId, n }),
    deliveries: () => deliveriesOf(world, project.id),
  };
}

/** Newest first. In a world with a frozen clock, ids are not in order of creation. */
async function deliveriesOf(world: World, projectId: string): Promise<DeliveryRow[]> {
  const any = { status: null, endpointId: null, objectId: null, type: null, event: null };
  const page = { after: null, limit: 200, span: { from: null, to: null } };
  const { rows } = await pageOfDeliveries(world.app, projectId, { ...any, ...page });
  const order = await world.app.db.query<{ id: string }>(
    'select id from deliveries where project_id = $1 order by seq desc',
    [projectId],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return order.flatMap(({ id }) => byId.get(id) ?? []);
}

async function report(
  world: World,
  projectId: string,
  { objectId, n }: { objectId: string; n: number },
): Promise<void> {
  await world.app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    await emit(tx, projectId, [numbered(objectId, n)]);
  });
}

const anInvoice = objectExamples['Invoice'] as Static<typeof Invoice>;

/** An event with a number, the only field that receivers here read. */
export function numbered(objectId: string, n: number): NewEvent {
  const data = { ...anInvoice, n };
  return { type: 'Invoice', event: 'status_changed', objectId, data };
}

export const newObject = ({ app }: World) => newId(app.clock, app.random);
export const seen = (hits: readonly Hit[]) => hits.map((hit) => hit.n);

/** Verifies the published signature header. */
export function isVerified(hit: Hit | undefined, secret: string): Promise<boolean> {
  const { headers, body } = defined(hit, 'a callback was received');
  const legacy = { 'x-cryptopay-signature': String(headers['x-cryptopay-signature']) };
  return verifies(() =>
    verifyCallback({ body, headers: legacy, secret, allowLegacySignature: true }),
  );
}

/** Verifies the timestamped signatures. There can be several. */
export function isVerifiedAnew(hit: Hit | undefined, secret: string): Promise<boolean> {
  const { headers, body } = defined(hit, 'a callback was received');
  return verifies(() => verifyCallback({ body, headers, secret }));
}

async function verifies(verify: () => Promise<unknown>): Promise<boolean> {
  try {
    await verify();
    return true;
  } catch {
    return false;
  }
}
