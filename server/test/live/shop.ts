// A merchant on the service in live mode, with a real node whose wallet pays the invoices. Set up only with the command
// line, as live mode has no other way.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import type { ChannelPayment, Invoice } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { SECOND, sleep } from '../../src/core/clock.ts';
import { auditOf, creditedPayments } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type CommandResult, createService, type Service, until } from '../support/service.ts';

/** A node as the shop uses it. */
export interface ShopNode {
  /** The variables that configure it for the service. */
  environment(): Readonly<Record<string, string>>;
  /** Sends to an address; the amount is decimal text. Returns the txid. */
  pay(address: string, amount: string): Promise<string>;
  bestHash(): Promise<string>;
  stop(): Promise<void>;
}

export interface ShopRequest<Node extends ShopNode> {
  readonly coin: string;
  /** In EUR. */
  readonly rate: string;
  /** For other offered coins, as `ETH/EUR`. */
  readonly otherRates?: Readonly<Record<string, string>>;
  startNode(): Promise<Node>;
  /** By default a database on the server of the tests. */
  openDatabase?(): Promise<TestDatabase>;
}

export interface Shop<Node extends ShopNode> {
  readonly node: Node;
  readonly database: TestDatabase;
  readonly receiver: Receiver;
  readonly service: Service;
  readonly projectId: string;
  readonly callbackSecret: string;
  readonly api: Client;
  /** The environment of the service, for another process like it. */
  environment(): Record<string, string>;
  newInvoice(price: string): Promise<Invoice>;
  /** Returns the txid. */
  payInvoice(invoice: Invoice): Promise<string>;
  /** Waits until the full amount was seen on the network. */
  untilPaid(invoice: Invoice): Promise<Invoice>;
  untilCompleted(invoice: Invoice): Promise<Invoice>;
  paymentsOf(channelId: string): Promise<readonly ChannelPayment[]>;
  /** Waits until the service has read the node's best block. */
  untilHeight(): Promise<void>;
  /** Waits until the service reports its node as unreachable. */
  untilNotReady(): Promise<void>;
  /** The net amount in cents: once in the list, once in the ledger, with its callbacks in order. */
  expectCreditedOnce(invoice: Invoice, net: bigint): Promise<void>;
  close(): Promise<void>;
}

/** `doctor` finds no problem. */
export function expectHealthy({ code, stdout }: CommandResult): void {
  const bad = stdout.split('\n').filter((line) => line.startsWith('BAD'));
  expect({ code, bad }, stdout).toEqual({ code: 0, bad: [] });
}

const ADD_DESTINATION = [
  'alerts',
  'destinations',
  'add',
  'mail',
  'On call',
  '--to',
  'oncall@shop.example',
];
const PAID = ['transaction_created', 'transaction_confirmed', 'status_changed'];
/** A key created without these permissions is read-only. */
const MAY_DO_ALL = ['--api-version', '2', '--permissions', 'read,write,payout'];

export async function openShop<Node extends ShopNode>(
  requested: ShopRequest<Node>,
): Promise<Shop<Node>> {
  const { coin } = requested;
  const node = await requested.startNode();
  const { openDatabase = createTestDatabase } = requested;
  const [database, receiver, mails] = await Promise.all([
    openDatabase(),
    startReceiver(),
    startMailServer(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-live-'));
  const ratesFile = join(folder, 'rates.json');
  writeFileSync(
    ratesFile,
    JSON.stringify({ [`${coin}/EUR`]: requested.rate, ...requested.otherRates }),
  );
  const environment = () => ({
    ...environmentOf(node, ratesFile),
    CHAINTILL_SMTP_URL: mails.url,
    CHAINTILL_MAIL_FROM: 'Live shop <alerts@shop.example>',
  });
  const service = await createService({
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    environment: environment(),
  });
  await service.start();
  await service.runHere(...ADD_DESTINATION);
  const merchant = await setUpMerchant(service, receiver.url);
  const { api, projectId } = merchant;
  const untilInvoice = (what: string, invoice: Invoice, test: (found: Invoice) => boolean) =>
    until(what, async () => {
      const found = await api.invoices.get(invoice.id);
      return test(found) && found;
    });
  return {
    node,
    database,
    receiver,
    service,
    ...merchant,
    environment,
    newInvoice: (price) =>
      api.invoices.create({ price_amount: price, price_currency: 'EUR', pay_currency: coin }),
    payInvoice: (invoice) => node.pay(invoice.address, invoice.pay_amount),
    untilPaid: (invoice) =>
      untilInvoice(
        'the payment is seen',
        invoice,
        (found) => found.paid_amount === invoice.pay_amount,
      ),
    untilCompleted: (invoice) =>
      untilInvoice('it is completed', invoice, (found) => found.status === 'completed'),
    paymentsOf: async (channelId) => (await api.channelPayments.list(channelId)).data,
    untilHeight: () => untilHeight({ node, coin, database }),
    untilNotReady: () => untilNotReady(service, coin),
    async expectCreditedOnce(invoice, net) {
      const books = await creditedPayments(database.connection, projectId);
      const once = { rows: 1, entries: 1, listed: net, booked: net };
      expect(books.get(invoice.id)).toMatchObject(once);
      await until('its callbacks arrived', async () => {
        return receiver.eventsOf(invoice.id).length >= PAID.length;
      });
      expect([...new Set(receiver.eventsOf(invoice.id))]).toEqual(PAID);
      expect(await auditOf(database.connection)).toEqual([]);
    },
    async close() {
      await service.close();
      await node.stop();
      await Promise.all([receiver.close(), mails.close()]);
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function environmentOf(node: ShopNode, ratesFile: string): Record<string, string> {
  return {
    CHAINTILL_MODE: 'live',
    CHAINTILL_NETWORK: 'regtest',
    ...node.environment(),
    CHAINTILL_RATES_FILE: ratesFile,
    CHAINTILL_RATE_MAX_AGE_SECONDS: '86400',
    CHAINTILL_RATE_SOURCES: 'none',
    CHAINTILL_MIN_RATE_SOURCES: '1',
    CHAINTILL_CALLBACK_ALLOWED_NETWORKS: '127.0.0.1/32',
    CHAINTILL_REQUESTS_PER_MINUTE: '0',
  };
}

async function setUpMerchant(service: Service, callbackUrl: string) {
  const project = JSON.parse(await service.runHere('projects', 'create', 'Live shop', '--json'));
  const projectId: string = project.id;
  const key = JSON.parse(
    await service.runHere('keys', 'create', projectId, ...MAY_DO_ALL, '--json'),
  );
  const endpoint = await service.runHere('callbacks', 'set', projectId, callbackUrl);
  return {
    projectId,
    callbackSecret: defined(/Callback secret\s+(\S+)/.exec(endpoint)?.[1], 'a callback secret'),
    api: createClient({
      baseUrl: service.url,
      apiKey: key.api_key,
      apiSecret: key.api_secret,
      // A key that a killed process left locked is not waited for: `insist` retries with another one.
      sleep: (milliseconds) => sleep(Math.min(milliseconds, SECOND)),
    }),
  };
}

async function untilHeight(facts: {
  node: ShopNode;
  coin: string;
  database: TestDatabase;
}): Promise<void> {
  const best = await facts.node.bestHash();
  await until('the service follows the chain', async () => {
    const rows = await facts.database.db.query<{ hash: string }>(
      'select hash from chain_cursors where coin = $1',
      [facts.coin],
    );
    return rows[0]?.hash === best;
  });
}

async function untilNotReady(service: Service, coin: string): Promise<void> {
  const health = await until('the service says that the node is away', async () => {
    const found = await service.health().catch(() => null);
    return found?.status === 503 && found;
  });
  const check = health.checks[`chain_${coin}`];
  expect(check).toMatchObject({ ok: false });
  expect(check?.reason).toMatch(/ECONNREFUSED|failed looks/);
  expect(health.checks['database']).toEqual({ ok: true });
}
