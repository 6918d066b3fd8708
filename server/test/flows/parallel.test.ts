// Two processes on one database, both doing all the work concurrently: everything is credited once and nothing is left
// over. The second is a complete instance, as another machine would run it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { defined } from '../../src/core/assert.ts';
import { SECOND } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { seededRandom } from '../../src/core/random.ts';
import { type Database, openDatabase, POOL_SIZES } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { createWorldDatabase } from '../support/database.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
let instances: Assembled[];
let secondDb: Database;
beforeAll(async () => {
  world = await createWorld(
    {},
    {
      database: await createWorldDatabase(POOL_SIZES),
      coins: ['LTC', 'XRP'],
    },
  );
  merchant = await world.merchant();
  secondDb = openDatabase(world.database.connection, createLog('silent'));
  const { config, clock, log } = world.app;
  const second = await assemble(
    { config, clock, log, db: secondDb, random: seededRandom('second process') },
    { seed: 'world', minesByItself: false, deliveryFault: null },
  );
  instances = [world.assembled, second];
});
afterAll(async () => {
  await defined(instances[1], 'the second').close();
  await secondDb.close();
  await world.close();
});

/** Runs all workers of all processes concurrently, round after round, until none finds work. */
async function workTogether(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await makeAllDue(world.app);
    const done = await Promise.all(
      instances.flatMap(({ app, workers }) => workers.map((worker) => worker.run(app))),
    );
    quiet = done.every((count) => count === 0) ? quiet + 1 : 0;
  }
}

async function noRowIsLeft(): Promise<void> {
  const open = await world.app.db.query(
    `select 'delivery' from deliveries where status <> 'delivered'
     union all select 'deposit' from deposits where assess_at is not null or status = 'pending'
     union all select 'task ' || name from schedules where last_error is not null and failures > 3`,
  );
  expect(open).toEqual([]);
  expect(await auditLedger(world.app.db)).toEqual([]);
}

test('many invoices and channel payments, paid together, are each credited once', async () => {
  const invoices = await Promise.all(Array.from({ length: 30 }, () => newInvoice(merchant)));
  const terms = { name: 'x', pay_currency: 'LTC', receiver_currency: 'LTC' };
  const channel = await merchant.api.channels.create(terms);
  const payments = [
    ...invoices.map(({ address }) => ({ address, amount: 12_852_645n })),
    ...invoices.map(() => ({ address: channel.address, amount: 1_000_000n })),
  ];
  await payMany(
    world.simulation('LTC'),
    payments.map((output) => ({ outputs: [output] })),
  );
  await workTogether();
  await mine(world.simulation('LTC'));
  await workTogether();
  expect(await balanceOf(merchant, 'EUR')).toBe('297.0');
  expect(await balanceOf(merchant, 'LTC')).toBe('0.297');
  for (const invoice of invoices) {
    expect(storyOf(merchant, invoice.id)).toEqual([
      'transaction_created new',
      'transaction_confirmed new',
      'status_changed completed',
    ]);
  }
  await noRowIsLeft();
});

test('a reorganization that both processes see at the same time has no lasting effect', async () => {
  const before = await balanceOf(merchant, 'EUR');
  const invoice = await newInvoice(merchant);
  const output = { address: invoice.address, amount: 12_852_645n };
  await payMany(world.simulation('LTC'), [{ outputs: [output] }]);
  await mine(world.simulation('LTC'));
  await workTogether();
  await reorganise(world.simulation('LTC'), { depth: 2 });
  await workTogether();
  world.clock.advance(20 * SECOND);
  await mine(world.simulation('LTC'), { count: 2 });
  await workTogether();
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  expect([before, await balanceOf(merchant, 'EUR')]).toEqual(['297.0', '306.9']);
  await noRowIsLeft();
});

test('an automatic refund is created once, even concurrently', async () => {
  const automatic = await world.merchant({ automaticResolution: { overpaid: 'refund' } });
  const invoices = await Promise.all(Array.from({ length: 10 }, () => newInvoice(automatic)));
  await payMany(
    world.simulation('LTC'),
    invoices.map(({ address }) => ({ outputs: [{ address, amount: 20_000_000n }] })),
  );
  await mine(world.simulation('LTC'));
  await workTogether();
  expect(await balanceOf(automatic, 'EUR')).toBe('99.0');
  expect(await balanceOf(automatic, 'LTC')).toBe('0.7075881');
  await noRowIsLeft();
});

test('addresses that two processes derive and assign concurrently are each assigned once, without gaps', async () => {
  const fill = () =>
    instances.map(({ app, workers }) =>
      workers.find((worker) => worker.name === 'address-pool')?.run(app),
    );
  const created = await Promise.all(
    Array.from({ length: 60 }, async () => {
      await Promise.all(fill());
      return newInvoice(merchant, { pay_currency: 'XRP' });
    }),
  );
  expect(new Set(created.map((invoice) => invoice.address)).size).toBe(60);
  const rows = await world.app.db.query<{ coin: string; n: number; last: number }>(
    'select coin, count(*)::int as n, max(address_index) + 1 as last from addresses group by coin',
  );
  expect(rows.filter((row) => row.n !== row.last)).toEqual([]);
});
