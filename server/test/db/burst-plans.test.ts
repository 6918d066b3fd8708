// The cost of a burst of payments on an instance whose tables were never ANALYZEd: with plans made while they were
// empty, and with plans made during the burst, for large tables without statistics. Neither may read more than the
// burst (docs/decisions/0076): the service analyzes its tables seconds later, after the burst.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillPool } from '../../src/addresses/pool.ts';
import { ensureWallets } from '../../src/addresses/wallets.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { createChannel } from '../../src/channels/create.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { POOL_SIZES } from '../../src/db/database.ts';
import { createInvoice } from '../../src/invoices/create.ts';
import { statisticsWorker } from '../../src/workers/statistics.ts';
import { createTestDatabase } from '../support/database.ts';
import { excesses } from '../support/excesses.ts';
import {
  compared,
  type NotedDatabase,
  type NotedStatement,
  noteStatements,
  withoutAutovacuum,
} from '../support/noted-statements.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

vi.setConfig({ testTimeout: 400_000 });

const COIN = 'LTC';
const FEW = 4;
/** A full batch and a partial one: thousands of postings, entries and callbacks. */
const PAYMENTS = 600;

let noted: NotedDatabase;
let world: World;
let merchant: Merchant;

beforeAll(async () => {
  noted = await noteStatements(await createTestDatabase(POOL_SIZES));
  world = await createWorld(
    {},
    {
      database: noted.database,
      coins: [COIN],
      audits: 'never',
      leaveOut: [statisticsWorker.name],
    },
  );
  merchant = await world.merchant();
});
afterAll(() => world.close());

test('under plans of empty tables', async () => {
  await burst(FEW);
  expect(tooMuch(await burst(PAYMENTS))).toEqual([]);
  expect(merchant.callbacks.length).toBeGreaterThan(2 * PAYMENTS);
});

test('with plans for large tables without statistics', async () => {
  await discardPlans();
  expect(tooMuch(await burst(PAYMENTS))).toEqual([]);
  expect(await analyzed()).toEqual([]);
});

/** Payments in one block, half to invoices and half to channels, until all are credited and called back. */
async function burst(count: number): Promise<NotedStatement[]> {
  const outputs = await prepare(count);
  const simulation = world.simulation(COIN);
  await payMany(
    simulation,
    outputs.map((output) => ({ outputs: [output] })),
  );
  await mine(simulation);
  noted.take();
  await world.settle();
  return noted.take();
}

async function prepare(count: number) {
  const { app } = world;
  const wallet = defined(
    (await ensureWallets(app, { founds: false })).get(COIN),
    'the wallet exists',
  );
  while ((await fillPool(app, wallet, count)) > 0);
  const outputs: { address: string; tag: number | null; amount: bigint }[] = [];
  for (let n = 0; n < count; n++) {
    const creator = { project: merchant.project, objectId: newId(app.clock, app.random) };
    if (n % 2 === 0) {
      const invoice = await createInvoice(app, creator, {
        price_amount: '25.5',
        price_currency: 'EUR',
        pay_currency: COIN,
      } as Parameters<typeof createInvoice>[2]);
      outputs.push({ address: invoice.address, tag: invoice.tag, amount: invoice.pay_amount });
    } else {
      const { address, tag } = await createChannel(app, creator, {
        name: 'Wallet',
        pay_currency: COIN,
        receiver_currency: 'EUR',
        custom_id: `channel-${creator.objectId}`,
      } as Parameters<typeof createChannel>[2]);
      outputs.push({ address, tag, amount: 50_000_000n });
    }
  }
  return outputs;
}

/** A changed setting of a table invalidates its plans; the planner learns nothing of its rows. */
const discardPlans = () => withoutAutovacuum(world.database);

/** What exceeds the limit per payment. Rows that a join discards count as well. */
function tooMuch(statements: readonly NotedStatement[]): string[] {
  return excesses(
    statements.map((statement) => ({
      ...statement,
      play: 'a burst',
      rows: statement.rows + PAYMENTS,
      visited: statement.visited + compared(statement),
    })),
  );
}

const PAID_INTO = ['deposits', 'invoices', 'channel_payments', 'ledger_postings'];

async function analyzed(): Promise<readonly string[]> {
  const rows = await world.database.owner.query<{ name: string }>(
    `select relname as name from pg_class
     where oid = any($1::text[]::regclass[]) and reltuples >= 0`,
    [[...PAID_INTO, 'events', 'deliveries']],
  );
  return rows.map(({ name }) => name);
}
