// A data folder from an early version (older-folder/README.md) survives all migrations since: every balance, address
// and response is unchanged, payments in transit arrive once, and undelivered callbacks are delivered.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR } from '../../src/core/clock.ts';
import { migrate } from '../../src/db/migrate.ts';
import { grantRights } from '../../src/db/service-role.ts';
import { perform } from '../../src/operator/perform.ts';
import { createEmptyDatabase, serviceRole, type TestDatabase } from '../support/database.ts';
import { restoreRows, unpacked } from '../support/restore-rows.ts';
import { createWorld, type World } from '../support/world.ts';

const FOLDER = join(import.meta.dirname, 'older-folder');
/** The number of migrations of that version. */
const MIGRATIONS = 12;
/** A moment after it was killed. */
const KILLED_AT = Date.parse('2026-11-23T02:46:10Z');

const SYSTEM = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

interface Row {
  readonly id: string;
  readonly custom_id: string | null;
  readonly status: string;
}
type Answers = Readonly<Record<string, readonly Row[]>>;

const answers: Answers = JSON.parse(unpacked(join(FOLDER, 'answers.json.gz')));
const credentials = JSON.parse(readFileSync(join(FOLDER, 'credentials.json'), 'utf8'));

let database: TestDatabase;
let world: World;
let api: Client;
let receiver: Server;
let received: number;

beforeEach(async () => {
  database = await createEmptyDatabase();
  await restore(database);
  received = 0;
  receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await world.close();
  await new Promise((done) => receiver.close(done));
});

/** Restores the database as that version left it. */
async function restore(database: TestDatabase) {
  await restoreRows(database, { path: join(FOLDER, 'rows.jsonl.gz'), newest: MIGRATIONS });
  await database.owner.query('alter table migrations drop column checksum');
}

/** Starts the current version on it, at the time the old one ended. */
async function start() {
  await migrate(database.owner);
  await grantRights(database.owner, serviceRole);
  const { port } = receiver.address() as AddressInfo;
  await database.owner.query('update callback_endpoints set url = $1', [
    `http://127.0.0.1:${port}/callbacks`,
  ]);
  world = await createWorld(
    {
      CHAINTILL_MASTER_KEY: readFileSync(join(FOLDER, 'master.key'), 'utf8').trim(),
      CHAINTILL_TOKENS: 'USDC',
    },
    { database, startsAt: KILLED_AT },
  );
  api = createClient({
    baseUrl: world.url,
    apiKey: credentials.api_key,
    apiSecret: credentials.api_secret,
    retriesMax: 0,
  });
}

const balances = async (isOfEntry: string) =>
  database.owner.query(
    `select a.project_id, a.id, sum(e.amount)::text as amount from ledger_entries e
      join ledger_accounts a on a.project_id = e.project_id and ${isOfEntry}
      group by a.project_id, a.id order by a.project_id, a.id`,
  );
const addresses = async () =>
  database.owner.query(
    `select coin, address, tag, address_index, owner_type, owner_id from addresses
      order by coin, address, tag`,
  );

test('every balance, address and response is unchanged', async () => {
  const before = { balances: await balances('a.id = e.account_id'), addresses: await addresses() };
  await migrate(database.owner);
  expect(before.balances).not.toEqual([]);
  expect(await balances('a.number = e.account')).toEqual(before.balances);
  expect(await addresses()).toEqual(before.addresses);
  await start();
  const here = JSON.stringify(answers).replaceAll(credentials.base_url, world.url);
  for (const [path, rows] of Object.entries(JSON.parse(here))) {
    const { data } = await api.request<{ data: readonly Row[] }>('GET', path);
    expect(data, path).toMatchObject(rows as object);
  }
});

test('payments in transit arrive once, pending decisions are made, and undelivered callbacks are delivered', async () => {
  const [{ waiting = 0 } = {}] = await database.owner.query<{ waiting: number }>(
    'select count(*)::int as waiting from deliveries where delivered_at is null',
  );
  expect(waiting).toBeGreaterThan(50);
  await start();
  const { coinWallets, nodes } = world.assembled;
  const app = { ...world.app, coinWallets, nodes };
  const withdrawal = (customId: string) =>
    api.request<{ data: Row & { readonly txid: string | null } }>(
      'GET',
      `/api/coin_withdrawals/custom_id/${customId}`,
    );
  const statuses = async (...customIds: readonly string[]) =>
    Promise.all(customIds.map(async (customId) => (await withdrawal(customId)).data.status));
  const sent = ['way-LTC', 'way-BTC', 'way-ETH', 'way-USDC', 'held-BTC', 'waits-BCH'];
  const txids = async () =>
    Promise.all(sent.map(async (customId) => (await withdrawal(customId)).data.txid));
  const before = await txids();
  // Sent by that version: in a block now, with the same txid.
  for (const coin of ['LTC', 'BTC', 'ETH', 'USDC', 'BCH']) await world.mine(coin, 40);
  expect(await statuses(...sent)).toEqual(sent.map(() => 'completed'));
  expect(await txids()).toEqual(before);
  // Held by the quarantine, and sent when it ends.
  expect(await statuses('waits-quarantine')).toEqual(['pending']);
  await perform(app, 'quarantine.end', { actor: SYSTEM, values: { coin: 'BCH' } });
  await world.settle();
  await world.mine('BCH', 10);
  expect(await statuses('waits-quarantine')).toEqual(['completed']);
  // Held by a rule that no approver can release: canceled, and returned.
  const { id } = (await withdrawal('held-again')).data;
  await api.request('POST', `/api/coin_withdrawals/${id}/cancel`);
  expect(await statuses('held-again')).toEqual(['cancelled']);
  // Paid before, without a block until now; an open one is paid now.
  const invoices = (await api.request<{ data: readonly Row[] }>('GET', '/api/invoices?limit=100'))
    .data;
  const byName = new Map(invoices.map((invoice) => [invoice.custom_id, invoice]));
  expect(defined(byName.get('seen'), 'an invoice').status).toBe('completed');
  await world.pay({ invoice_id: defined(byName.get('open'), 'an invoice').id });
  await world.mine('LTC', 10);
  const open = await api.invoices.get(defined(byName.get('open'), 'an invoice').id);
  expect(open.status).toBe('completed');
  // Both endpoints have every event, each once.
  await world.advance(HOUR);
  const [deliveries] = await database.owner.query(
    `select count(*) filter (where delivered_at is null)::int as undelivered,
            count(*) filter (where delivered_at >= $1)::int as delivered from deliveries`,
    [new Date(KILLED_AT)],
  );
  expect(deliveries).toEqual({ undelivered: 0, delivered: received });
  expect(received).toBeGreaterThan(waiting);
});
