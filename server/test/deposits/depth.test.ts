// The required depth of payments follows the money at risk: what one transaction, one invoice, one channel or one
// customer brought in blocks that are not final. Payments of unrelated customers stay fast.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { pausedProjects } from '../../src/ledger/payout-pauses.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

interface Place {
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
}

async function newChannel(coin: string, customer?: string): Promise<Place> {
  const { id } = await merchant.api.channels.create({
    name: 'depth',
    pay_currency: coin,
    receiver_currency: coin,
    ...(customer === undefined ? {} : { customer_id: customer }),
  });
  return placeOf(id);
}

async function newInvoice(coin: string, amount: string, customer?: string): Promise<Place> {
  const { id } = await merchant.api.invoices.create({
    price_amount: amount,
    price_currency: coin,
    pay_currency: coin,
    ...(customer === undefined ? {} : { customer_id: customer }),
  });
  return placeOf(id);
}

async function placeOf(id: string): Promise<Place> {
  const [row] = await world.app.db.query<Place>(
    'select owner_id as id, address, nullif(tag, -1) as tag from addresses where owner_id = $1',
    [id],
  );
  if (row === undefined) throw new Error('no address');
  return row;
}

type Part = readonly [place: Place, amount: string];

/** Each list of parts is a transaction; all are in the next block. */
async function payInBlock(coin: string, transactions: readonly (readonly Part[])[]) {
  const simulation = world.simulation(coin);
  await payMany(
    simulation,
    transactions.map((parts) => ({
      outputs: parts.map(([{ address, tag }, amount]) => ({
        address,
        tag,
        amount: amountOf(amount, simulation.coin),
      })),
    })),
  );
  await world.mine(coin);
}

/** Required confirmations and whether credited, for each place's deposits, oldest first. */
async function depths(...places: readonly Place[]): Promise<string[]> {
  const rows = await world.app.db.query<{ depth: string }>(
    `select confirmations_required || case when credited_at is null then '' else ' credited' end as depth
     from unnest($1::uuid[]) with ordinality as t(owner_id, n) join deposits d using (owner_id)
     order by t.n, d.first_seen_at, d.id`,
    [places.map((place) => place.id)],
  );
  return rows.map((row) => row.depth);
}

const several = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

/** For each coin with tiers: a part that needs one confirmation; ten such parts need three. */
const TIERED = [
  ['BTC', '0.3'],
  ['LTC', '3'],
  ['BCH', '0.3'],
] as const;

test.each(TIERED)(
  '3 %s-tiers in the outputs of one transaction wait for three blocks, whichever customers they pay',
  async (coin, part) => {
    const places = await several(10, () => newChannel(coin));
    await payInBlock(coin, [places.map((place) => [place, part] as const)]);
    expect(await depths(...places)).toEqual(places.map(() => '3'));
    await world.mine(coin, 1);
    expect(await depths(...places)).toEqual(places.map(() => '3'));
    await world.mine(coin, 1);
    expect(await depths(...places)).toEqual(places.map(() => '3 credited'));
  },
);

test.each(TIERED)(
  'pieces of %s to one channel wait together, and a reorganization of one block loses nothing',
  async (coin, part) => {
    const channel = await newChannel(coin);
    await payInBlock(
      coin,
      Array.from({ length: 4 }, () => [[channel, part] as const]),
    );
    expect(await depths(channel)).toEqual(['3', '3', '3', '3']);
    await world.reorganise(coin, 1, { drop: true });
    await world.advance(MINUTE);
    await world.mine(coin, 6);
    expect(await depths(channel)).toEqual(['3', '3', '3', '3']);
    expect(await pausedProjects(world.app.db)).toEqual(new Set());
  },
);

test.each(TIERED)(
  'many small payments of different customers of %s need one block',
  async (coin, part) => {
    const places = await several(5, () => newChannel(coin, `payer ${Math.random()}`));
    const invoice = await newInvoice(coin, part);
    await payInBlock(
      coin,
      [...places, invoice].map((place) => [[place, part] as const]),
    );
    expect(await depths(...places, invoice)).toEqual([...places, invoice].map(() => '1 credited'));
  },
);

test("a customer counts as one across a merchant's objects; another merchant has other customers", async () => {
  const own = [
    await newChannel('BTC', 'ann'),
    await newChannel('BTC', 'ann'),
    await newInvoice('BTC', '0.4', 'ann'),
  ];
  const mine = merchant;
  merchant = await world.merchant();
  const others = [await newChannel('BTC', 'ann')];
  merchant = mine;
  await payInBlock(
    'BTC',
    [...own, ...others].map((place) => [[place, '0.4'] as const]),
  );
  expect(await depths(...own, ...others)).toEqual(['3', '3', '3', '1 credited']);
});

test('later payments raise the depth of waiting ones, not of confirmed ones, until the first is final', async () => {
  const channel = await newChannel('BTC', 'bob');
  await payInBlock('BTC', [[[channel, '0.5']]]);
  expect(await depths(channel)).toEqual(['1 credited']);
  await payInBlock('BTC', [[[channel, '0.6']]]);
  expect(await depths(channel)).toEqual(['1 credited', '3']);
  const second = await newChannel('BTC', 'bob');
  await payInBlock('BTC', [[[second, '9']]]);
  expect(await depths(channel, second)).toEqual(['1 credited', '6', '6']);
  await world.mine('BTC', 4);
  expect(await depths(channel, second)).toEqual(['1 credited', '6 credited', '6']);
  await world.mine('BTC', 1);
  expect(await depths(channel, second)).toEqual(['1 credited', '6 credited', '6 credited']);
  await payInBlock('BTC', [[[channel, '0.5']]]);
  expect((await depths(channel)).at(-1)).toBe('1 credited');
});

test('in blocks that are read together, each counts what is not final after the last of them', async () => {
  const channel = await newChannel('BTC');
  const simulation = world.simulation('BTC');
  const pay = async (amount: string, blocks: number) => {
    const { address, tag } = channel;
    const outputs = [{ address, tag, amount: amountOf(amount, simulation.coin) }];
    await payMany(simulation, [{ outputs }]);
    await mine(simulation, { count: blocks });
  };
  await pay('0.9', 6);
  await pay('0.8', 3);
  await pay('0.7', 1);
  await world.settle();
  expect(await depths(channel)).toEqual(['1 credited', '3 credited', '3']);
});

test('a payment that lost its block is measured again in the next', async () => {
  const channel = await newChannel('LTC');
  await payInBlock('LTC', [[[channel, '6']], [[channel, '5']]]);
  expect(await depths(channel)).toEqual(['3', '3']);
  await world.reorganise('LTC', 1);
  await world.mine('LTC', 2);
  expect(await depths(channel)).toEqual(['3', '3']);
  await world.mine('LTC', 1);
  expect(await depths(channel)).toEqual(['3 credited', '3 credited']);
});

test('pieces of ETH to one channel wait for three blocks, a single one for two', async () => {
  const [many, one] = [await newChannel('ETH'), await newChannel('ETH')];
  await payInBlock('ETH', [[[many, '0.2']], [[many, '0.2']], [[one, '0.2']]]);
  expect(await depths(many, one)).toEqual(['3', '3', '2']);
  await world.mine('ETH', 1);
  expect(await depths(many, one)).toEqual(['3', '3', '2 credited']);
  await world.mine('ETH', 1);
  expect(await depths(many, one)).toEqual(['3 credited', '3 credited', '2 credited']);
});

test.each([
  ['ETH', '33', 33],
  ['XRP', '1', 1],
] as const)(
  'large %s payments all need the same depth, in pieces or not',
  async (coin, depth, blocks) => {
    const channel = await newChannel(coin, 'eve');
    await payInBlock(coin, [[[channel, '900']], [[channel, '900']]]);
    if (blocks > 1) await world.mine(coin, blocks - 2);
    if (blocks > 1) expect(await depths(channel)).toEqual([depth, depth]);
    if (blocks > 1) await world.mine(coin, 1);
    expect(await depths(channel)).toEqual([`${depth} credited`, `${depth} credited`]);
  },
);
