// Whatever a payer does with two coins, in any order, and whatever the chains do: the shop's view, the ledger and the
// chain agree, and nobody is told paid for less than the price less the tolerance.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { release, replace } from '../../src/chains/simulated/replace.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC', 'BTC'] });
});
afterAll(() => world.close());

const EUR = { code: 'EUR', scale: 2, precision: 2 };
const COIN = { code: 'coin', scale: 8, precision: 8 };
const PRICE = '100.00';
/** Less the tolerance of 0.5 percent. */
const ENOUGH = amountOf('99.50', EUR);

const coin = fc.constantFrom('LTC', 'BTC');
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('choose' as const), coin }) },
  {
    weight: 4,
    // Percent of what the newest invoice of the coin asks for.
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      coin,
      percent: fc.constantFrom(20, 50, 99.6, 100, 130),
      // Not mined until the end.
      isStuck: fc.constantFrom(false, false, true),
      risk: fc.constantFrom('low' as const, 'low' as const, 'low' as const, 'high' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('mine' as const),
      coin,
      blocks: fc.constantFrom(1, 12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(2, 11, 40) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reorganise' as const), coin, drops: fc.boolean() }),
  },
  {
    weight: 1,
    // By half of it, or by a payment to another address.
    arbitrary: fc.record({ do: fc.constant('replace' as const), coin, isGone: fc.boolean() }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

type Pay = Step & { readonly do: 'pay' };
const pays = (coin: Pay['coin'], percent: Pay['percent'], isStuck = false): Pay => ({
  do: 'pay',
  coin,
  percent,
  isStuck,
  risk: 'low',
});

/** Half in one coin, and after its quote the rest in another, which is not mined yet. */
const HALVES: readonly Step[] = [
  { do: 'choose', coin: 'LTC' },
  pays('LTC', 50),
  { do: 'mine', coin: 'LTC', blocks: 12 },
  { do: 'wait', minutes: 11 },
  { do: 'choose', coin: 'BTC' },
  pays('BTC', 100),
];
/** The rest is paid and confirmed within the quote of the first half. */
const AT_ONCE: readonly Step[] = [
  ...HALVES.slice(0, 3),
  ...HALVES.slice(4),
  { do: 'mine', coin: 'BTC', blocks: 12 },
];
/** What is confirmed on two invoices suffices; more is on its way to one of them. */
const MORE_TO_COME: readonly Step[] = [
  { do: 'choose', coin: 'BTC' },
  ...HALVES.slice(0, 3),
  pays('LTC', 20, true),
  pays('BTC', 50),
  { do: 'mine', coin: 'BTC', blocks: 12 },
];
const PART: readonly Step[] = HALVES.slice(0, 2);

const ends = new Set<string>();

test('two coins for one price, every order of events', { timeout: 400_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const merchant = await world.merchant();
      const { id } = await merchant.api.checkouts.create({
        price_amount: PRICE,
        price_currency: 'EUR',
        pay_currencies: [{ currency: 'LTC' }, { currency: 'BTC' }],
        min_confirmations: 3,
      });
      for (const one of steps) {
        await run(merchant, id, one);
        await agree(merchant, id);
      }
      await atRest(merchant, id);
    }),
    { numRuns: 8, examples: [[[...HALVES]], [[...AT_ONCE]], [[...MORE_TO_COME]], [[...PART]]] },
  );
  // The examples end so.
  expect([...ends]).toEqual(expect.arrayContaining(['completed', 'expired']));
});

async function run(merchant: Merchant, id: string, one: Step): Promise<void> {
  if (one.do === 'choose') await chooseCoin(world.app, id, { coin: one.coin });
  if (one.do === 'pay') await pay(merchant, id, one);
  if (one.do === 'mine') await world.mine(one.coin, one.blocks);
  if (one.do === 'replace') await replaceNewest(id, one);
  if (one.do === 'wait') await world.advance(one.minutes * MINUTE);
  // Not deeper than any payment is confirmed at.
  if (one.do === 'reorganise') {
    await world.mine(one.coin, 1);
    await world.reorganise(one.coin, 1, { drop: one.drops });
  }
  await world.settle();
}

async function pay(
  merchant: Merchant,
  id: string,
  { coin: code, percent, isStuck: stuck, risk }: Pay,
): Promise<void> {
  const { invoices } = await merchant.api.checkouts.get(id);
  const invoice = invoices.findLast(({ pay_currency: of }) => of === code);
  if (invoice === undefined) return;
  const amount =
    percent === 100
      ? invoice.pay_amount
      : ((Number(invoice.pay_amount) * percent) / 100).toFixed(8);
  await world.pay({ invoice_id: invoice.id, amount, stuck, risk_level: risk });
}

async function replaceNewest(id: string, { coin, isGone }: Step & { do: 'replace' }) {
  const [row] = await world.app.db.query<{ txid: string; amount: bigint }>(
    `select d.txid, d.amount from deposits d join invoices i on i.id = d.owner_id
     join simulation.transactions t on t.coin = d.coin and t.txid = d.txid and t.mempool_number is not null
     where i.checkout_id = $1 and d.coin = $2 order by d.first_seen_at desc, d.txid limit 1`,
    [id, coin],
  );
  if (row === undefined) return;
  const { txid, amount } = row;
  await replace(world.simulation(coin), { txid, amount: isGone ? 0n : amount / 2n });
}

async function releaseAll(coin: string): Promise<void> {
  const held = await world.app.db.query<{ txid: string }>(
    `select txid from simulation.transactions where coin = $1 and is_stuck and mempool_number is not null`,
    [coin],
  );
  for (const { txid } of held) await release(world.simulation(coin), txid);
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await world.app.db.query<{ event: string }>(
    'select event from events where object_id = $1 order by seq',
    [id],
  );
  return rows.map(({ event }) => event);
}

/** After each step. */
async function agree(merchant: Merchant, id: string): Promise<void> {
  const shown = await merchant.api.checkouts.get(id);
  const of = (amount: string) => amountOf(amount, EUR);
  const completed = shown.invoices.filter(({ status }) => status === 'completed');
  const counted = completed.reduce((sum, { price_amount: price }) => sum + of(price), 0n);
  expect(of(shown.paid_amount)).toBe(counted);
  if (shown.status === 'completed') expect(counted).toBeGreaterThanOrEqual(ENOUGH);
  // A payer who has paid, in whatever parts, waits for no quote to end.
  else expect(counted + (await confirmedParts(id))).toBeLessThan(ENOUGH);
  // The ledger has what the completed invoices say, and nothing else.
  const credited = completed.reduce(
    (sum, { price_amount: price, fee }) => sum + of(price) - of(fee),
    0n,
  );
  const { data } = await merchant.api.accounts.list();
  const account = data.find(({ currency }) => currency === 'EUR');
  expect(of(account?.balance ?? '0.0')).toBe(credited);
  // The chain has the coins for which each was credited, less the tolerance.
  for (const { id: invoice, pay_amount: asked } of completed) {
    const [row] = await world.app.db.query<{ arrived: bigint }>(
      `select coalesce(sum(amount), 0) as arrived from deposits
       where owner_id = $1 and status = 'confirmed' and credited_at is not null`,
      [invoice],
    );
    const coins = amountOf(asked, COIN);
    expect((row?.arrived ?? 0n) * 1000n).toBeGreaterThanOrEqual(coins * 994n);
  }
  const events = await eventsOf(id);
  expect(events.filter((event) => event === 'completed').length).toBe(
    shown.status === 'completed' ? 1 : 0,
  );
  expect(events.filter((event) => event === 'created')).toHaveLength(1);
}

/** What is confirmed on open invoices before their quotes end, at their rates. */
async function confirmedParts(id: string): Promise<bigint> {
  const rows = await world.app.db.query<{ price: bigint; asked: bigint; arrived: bigint }>(
    `select i.price_amount as price, i.pay_amount as asked, sum(d.amount) as arrived
     from invoices i join deposits d on d.owner_id = i.id
     where i.checkout_id = $1 and i.status = 'new' and d.status = 'confirmed' and d.replaced_by is null
       and d.risk ->> 'level' <> 'high' and greatest(d.first_seen_at, d.confirmed_at) <= i.expires_at
     group by i.project_id, i.id`,
    [id],
  );
  return rows.reduce((sum, { price, asked, arrived }) => sum + (price * arrived) / asked, 0n);
}

/** When all is confirmed and all times are over, no money waits that should count. */
async function atRest(merchant: Merchant, id: string): Promise<void> {
  for (const code of ['LTC', 'BTC']) {
    await releaseAll(code);
    await world.mine(code, 12);
  }
  await world.advance(2 * 60 * MINUTE);
  await agree(merchant, id);
  const {
    status,
    status_context: context,
    paid_amount: paid,
    invoices,
  } = await merchant.api.checkouts.get(id);
  ends.add(status);
  expect(['completed', 'expired']).toContain(status);
  if (status === 'expired') {
    expect(amountOf(paid, EUR)).toBeLessThan(ENOUGH);
    const events = await eventsOf(id);
    const told = ['expired', 'partially_paid_expired', 'paid_late'];
    expect(events.some((event) => told.includes(event))).toBe(true);
    if (context === 'paid_late')
      expect(invoices.some((invoice) => invoice.status_context === 'paid_late')).toBe(true);
  }
}
