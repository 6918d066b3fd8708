// A world without payments, receivers of alert messages, and the helpers of their tests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notifyAlerts } from '../../src/alerts/notify-alerts.ts';
import type { AlertKind } from '../../src/contract/alert-kinds.ts';
import { endAlert, raiseAlert } from '../../src/ledger/alerts.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import { createWorld, type World } from '../support/world.ts';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly json: Record<string, unknown> & { readonly text: string };
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Null: it never responds. */
  answer(status: number | null, text?: string): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: { status: number | null; text: string } = { status: 200, text: '' };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body, json: JSON.parse(body) });
      if (answer.status !== null) response.writeHead(answer.status).end(answer.text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer(status, text = '') {
      answer = { status, text };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A world that watches no chain and has no open alert. */
export async function quietWorld(environment: Record<string, string> = {}): Promise<World> {
  const world = await createWorld(environment, { coins: [], sends: false });
  await clearAll(world);
  return world;
}

export async function clearAll({ app }: World): Promise<void> {
  await app.db.query('update alerts set resolved_at = created_at where resolved_at is null');
  await app.db.query('delete from alert_destinations');
}

export function operate(world: World) {
  const { coinWallets, nodes } = world.assembled;
  const operatorApp = { ...world.app, coinWallets, nodes };
  const actor = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
  return {
    add: (values: Values) => perform(operatorApp, 'alerts.destinations.add', { values, actor }),
    list: () => perform(operatorApp, 'alerts.destinations.list', { values: {}, actor }),
    test: (values: Values = {}) => perform(operatorApp, 'alerts.test', { values, actor }),
    disable: (id: string) =>
      perform(operatorApp, 'alerts.destinations.disable', {
        values: { destination_id: id },
        actor,
      }),
    doctor: () => perform(operatorApp, 'doctor', { values: {}, actor }),
  };
}

export function raise({ app }: World, kind: AlertKind, subject: string): Promise<void> {
  return app.db.transaction((tx) =>
    raiseAlert(tx, { kind, subject, facts: { secret_fact: 'not for a message' } }),
  );
}

export function end({ app }: World, kind: AlertKind, subject: string): Promise<void> {
  return app.db.transaction((tx) => endAlert(tx, { kind, subject }));
}

/** Like several processes after a lease has expired. */
export async function notifyAtOnce({ app }: World): Promise<void> {
  await Promise.all([notifyAlerts(app), notifyAlerts(app), notifyAlerts(app)]);
}
