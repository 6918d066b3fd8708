// Nothing is credited without a risk assessment: while a risk provider or a node is unavailable, deposits wait, and the
// first assessment counts.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ChainUnavailable } from '../../src/chains/chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { decimal } from '../../src/core/money.ts';
import { assessWorker } from '../../src/deposits/assess.ts';
import type { RiskFinding, RiskProvider } from '../../src/risk/provider.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import { newInvoice } from '../flows/support.ts';
import { withoutReactions } from '../support/no-reactions.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
});
afterAll(() => world.close());

function provider(answer: () => Promise<RiskFinding>): RiskProvider {
  return {
    name: 'test',
    assess: (subjects) => Promise.all(subjects.map(() => answer())),
  };
}

const finding = (score: string): RiskFinding => ({
  score: decimal(score),
  resourceName: 'default',
  resourceCategory: 'unknown',
});

/** Runs the jobs of an instance with another risk provider. */
async function workWith(risk: RiskProvider): Promise<void> {
  const app = { ...world.app, riskProviders: [risk] };
  for (let round = 0; round < 4; round++) {
    await world.app.db.query(`update schedules set due_at = '-infinity'`);
    for (const worker of world.assembled.workers) await worker.run(app);
  }
}

/** Runs only one coin's watcher, or another single worker. */
async function watch(name: string): Promise<void> {
  await world.app.db.query(`update schedules set due_at = '-infinity'`);
  await defined(
    world.assembled.workers.find((worker) => worker.name === name),
    'a watcher',
  ).run(world.app);
}

async function paid() {
  const merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id });
  return { invoice, show: () => merchant.api.invoices.get(invoice.id) };
}

async function riskOf(ownerId: string) {
  const [row] = await world.app.db.query<{ risk: { score: string } | null; isBooked: boolean }>(
    'select risk, booked_at is not null as "isBooked" from deposits where owner_id = $1',
    [ownerId],
  );
  return row;
}

test('while the provider fails, a confirmed payment waits uncredited, and is credited when the provider responds', async () => {
  const { invoice, show } = await paid();
  const failing = provider(() => Promise.reject(new Error('down')));
  await mine(world.simulation('LTC'));
  await workWith(failing);
  for (let n = 0; n < 5; n++) {
    world.clock.advance(MINUTE);
    await workWith(failing);
  }
  expect(await show()).toMatchObject({ status: 'new', transactions: [{ risk: null }] });
  expect(await riskOf(invoice.id)).toEqual({ risk: null, isBooked: false });
  await world.advance(10 * MINUTE);
  expect((await show()).status).toBe('completed');
});

test('retries have increasing intervals, not one per poll', async () => {
  let requested = 0;
  await paid();
  await mine(world.simulation('LTC'));
  const failing = provider(() => {
    requested += 1;
    return Promise.reject(new Error('down'));
  });
  await workWith(failing);
  await workWith(failing);
  expect(requested).toBe(1);
  world.clock.advance(10 * SECOND);
  await workWith(failing);
  expect(requested).toBe(2);
  world.clock.advance(10 * SECOND);
  await workWith(failing);
  expect(requested).toBe(2);
  await world.advance(MINUTE);
});

test("payments of one coin are credited while another coin's node does not respond", async () => {
  const ltc = await paid();
  await mine(world.simulation('LTC'));
  const merchant = await world.merchant();
  const other = await newInvoice(merchant, { pay_currency: 'BTC' });
  await world.pay({ invoice_id: other.id });
  await mine(world.simulation('BTC'), { count: 6 });
  for (const name of ['watch-ltc', 'watch-btc']) await watch(name);
  let answer: (reason: Error) => void = () => undefined;
  const silent = new Promise<never>((_, reject) => {
    answer = reject;
  });
  let isRequested = false;
  const btc = defined(world.app.chains.get('BTC'), 'BTC has a chain');
  const transactions = () => {
    isRequested = true;
    return silent;
  };
  const chains = new Map(world.app.chains).set('BTC', { ...btc, transactions });
  const waiting = assessWorker('BTC').run({ ...withoutReactions(world.app), chains });
  await assessWorker('LTC').run(withoutReactions(world.app));
  await vi.waitFor(() => expect(isRequested).toBe(true), { timeout: 20_000 });
  expect((await riskOf(ltc.invoice.id))?.risk).not.toBeNull();
  expect((await riskOf(other.id))?.risk).toBeNull();
  answer(new ChainUnavailable('no answer'));
  await waiting;
  await world.advance(MINUTE);
  expect((await riskOf(other.id))?.risk).not.toBeNull();
});

test('of two assessments of one deposit, the first one counts', async () => {
  const { invoice } = await paid();
  await mine(world.simulation('LTC'));
  await watch('watch-ltc');
  let release = () => undefined as undefined;
  const held = new Promise<void>((done) => {
    release = () => done() as undefined;
  });
  let isRequested = false;
  const slow = provider(async () => {
    isRequested = true;
    await held;
    return finding('9');
  });
  const late = assessWorker('LTC').run({ ...withoutReactions(world.app), riskProviders: [slow] });
  while (!isRequested) await new Promise((done) => setImmediate(done));
  // Its lease expires, and another process is faster.
  await world.app.db.query('update schedules set leased_until = null');
  await workWith(provider(async () => finding('1')));
  release();
  await late;
  await world.settle();
  expect((await riskOf(invoice.id))?.risk?.score).toMatch(/^1/);
});

test('while one process queries the provider, another does not query for the same payments', async () => {
  await paid();
  await mine(world.simulation('LTC'));
  await watch('watch-ltc');
  let requested = 0;
  const second = provider(async () => {
    requested += 1;
    return finding('1');
  });
  const first = provider(async () => {
    await assessWorker('LTC').run({ ...withoutReactions(world.app), riskProviders: [second] });
    return finding('2');
  });
  await assessWorker('LTC').run({ ...withoutReactions(world.app), riskProviders: [first] });
  expect(requested).toBe(0);
  await world.settle();
});

test('a payment first seen in a block is announced without an assessment', async () => {
  const { show } = await paid();
  await mine(world.simulation('LTC'));
  await workWith(provider(() => Promise.reject(new Error('down'))));
  const invoice = await show();
  expect(invoice).toMatchObject({ status: 'new', transactions: [{ risk: null }] });
  expect(invoice.paid_amount).toBe(invoice.pay_amount);
  await world.advance(10 * MINUTE);
});

test('many outputs of one transaction are one query, and another shop’s payment does not wait behind them', async () => {
  const [flooded, other] = [await world.merchant(), await world.merchant()];
  const channel = await flooded.api.channels.create({
    pay_currency: 'LTC',
    receiver_currency: 'LTC',
    name: 'flood',
  });
  const outputs = Array.from({ length: 620 }, () => ({
    address: channel.address,
    tag: null,
    amount: 1_000_000n,
  }));
  const litecoin = world.simulation('LTC');
  await payMany(litecoin, [{ outputs }]);
  await mine(litecoin);
  await watch('watch-ltc');
  const late = await newInvoice(other);
  await paySimulated(world.app, defined(world.assembled.simulations, 'a sandbox'), {
    invoice_id: late.id,
  });
  await mine(litecoin);
  await watch('watch-ltc');
  const ltc = defined(world.app.chains.get('LTC'), 'LTC has a chain');
  const requested: number[] = [];
  const transactions: typeof ltc.transactions = (lookups) => {
    requested.push(lookups.length);
    return ltc.transactions(lookups);
  };
  const chains = new Map(world.app.chains).set('LTC', { ...ltc, transactions });
  const subjects: number[] = [];
  const counting: RiskProvider = {
    name: 'test',
    assess: async (wanted) => {
      subjects.push(wanted.length);
      return wanted.map(() => finding('0'));
    },
  };
  await assessWorker('LTC').run({
    ...withoutReactions(world.app),
    chains,
    riskProviders: [counting],
  });
  expect((await riskOf(late.id))?.risk).not.toBeNull();
  // One from the first batch, one from the rest.
  expect({ requested, subjects }).toEqual({ requested: [2, 1], subjects: [2, 1] });
  await world.advance(MINUTE);
});

/** Fails for a query that contains one of these transactions. */
function choosy(refused: ReadonlySet<string>) {
  const requested: number[] = [];
  const risk: RiskProvider = {
    name: 'test',
    assess: async (subjects) => {
      requested.push(subjects.length);
      if (subjects.some(({ txid }) => refused.has(txid ?? ''))) throw new Error('no sense of it');
      return subjects.map(() => finding('1'));
    },
  };
  return { risk, requested };
}

async function manyPaid(count: number) {
  const merchant = await world.merchant();
  const channel = await merchant.api.channels.create({
    pay_currency: 'LTC',
    receiver_currency: 'LTC',
    name: 'many',
  });
  const outputs = [{ address: channel.address, tag: null, amount: 2_000_000n }];
  await payMany(
    world.simulation('LTC'),
    Array.from({ length: count }, () => ({ outputs })),
  );
  await mine(world.simulation('LTC'));
  await watch('watch-ltc');
  const waiting = () =>
    world.app.db.query<{ txid: string; assess_attempts: number }>(
      'select txid, assess_attempts from deposits where project_id = $1 and risk is null order by txid',
      [merchant.project.id],
    );
  return { waiting, txids: (await waiting()).map(({ txid }) => txid) };
}

test("payments that can't be assessed delay no others in the same query", async () => {
  const { waiting, txids } = await manyPaid(40);
  const refused = new Set([txids[3], txids[31]].map((txid) => defined(txid, 'a payment')));
  const { risk, requested } = choosy(refused);
  await assessWorker('LTC').run({ ...withoutReactions(world.app), riskProviders: [risk] });
  expect(new Set((await waiting()).map(({ txid }) => txid))).toEqual(refused);
  expect(requested.length).toBeLessThan(30);
  await world.advance(10 * MINUTE);
  expect(await waiting()).toEqual([]);
});

test('a source that fails for all is not queried for each', async () => {
  const { waiting, txids } = await manyPaid(40);
  const { risk, requested } = choosy(new Set(txids));
  await assessWorker('LTC').run({ ...withoutReactions(world.app), riskProviders: [risk] });
  expect(requested).toEqual([40, 1, 1]);
  expect((await waiting()).map((one) => one.assess_attempts)).toEqual(txids.map(() => 1));
  await world.advance(10 * MINUTE);
  expect(await waiting()).toEqual([]);
});
