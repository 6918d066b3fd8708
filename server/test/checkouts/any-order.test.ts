// Whatever a payer does with two coins, in any order, and whatever the chains do: the shop's view, the ledger and the
// chain agree, and nobody is told paid for less than the price less the tolerance.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Half in one coin, and after its quote the rest in another, which is not mined yet. */
const HALVES: readonly Step[] = [
  { do: 'choose', coin: 'LTC' },
  { do: 'pay', coin: 'LTC', percent: 50 },
  { do: 'mine', coin: 'LTC', blocks: 12 },
  { do: 'wait', minutes: 11 },
  { do: 'choose', coin: 'BTC' },
  { do: 'pay', coin: 'BTC', percent: 100 },
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
    { numRuns: 8, examples: [[[...HALVES]], [[...PART]]] },
  );
  // The first two end so.
  expect([...ends]).toEqual(expect.arrayContaining(['completed', 'expired']));
});

async function run(merchant: Merchant, id: string, one: Step): Promise<void> {
  if (one.do === 'choose') await chooseCoin(world.app, id, { coin: one.coin });
  if (one.do === 'pay') await pay(merchant, id, one);
  if (one.do === 'mine') await world.mine(one.coin, one.blocks);
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
  { coin: code, percent }: { coin: string; percent: number },
): Promise<void> {
  const { invoices } = await merchant.api.checkouts.get(id);
  const invoice = invoices.findLast(({ pay_currency: of }) => of === code);
  if (invoice === undefined) return;
  const amount =
    percent === 100
      ? invoice.pay_amount
      : ((Number(invoice.pay_amount) * percent) / 100).toFixed(8);
  await world.pay({ invoice_id: invoice.id, amount, risk_level: 'low' });
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

/** When all is confirmed and all times are over, no money waits that should count. */
async function atRest(merchant: Merchant, id: string): Promise<void> {
  for (const code of ['LTC', 'BTC']) await world.mine(code, 12);
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
