// Guarantees of the operator's view of chains, rates, jobs and wallets: it matches the database and the process, and
// shows what fails, is stale or waits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainUnavailable } from '../../src/chains/chain.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { decimal } from '../../src/core/money.ts';
import { perform } from '../../src/operator/perform.ts';
import { type Mid, pivotMid } from '../../src/rates/snapshot.ts';
import { recurring } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { BTC_ADDRESS } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let read: OperatorReader;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_TOKENS: 'USDC' }, { coins: ['BTC', 'ETH', 'USDC', 'XRP'] });
  shop = await world.merchant();
  read = operatorReader(world);
  await credit(world, shop, { BTC: '1' });
  await fillWallet(world, 'BTC', ['0.5', '0.25']);
});
afterAll(() => world.close());

const one = <Row>(rows: readonly Row[], is: (row: Row) => boolean): Row =>
  defined(rows.find(is), 'a row');

test("a chain is reported with its read height, its node's and the fees", async () => {
  await world.mine('BTC', 3);
  const btc = one(await read('nodes.list'), ({ coin }) => coin === 'BTC');
  expect(btc).toMatchObject({ ok: true, behind_blocks: 0, failed_looks: 0, last_error: null });
  expect(btc.height).toBe(btc.node_height);
  expect(btc.seconds_since_look).toBeGreaterThanOrEqual(0);
  expect(btc.fees).toMatchObject({ currency: 'BTC' });
});

test('the cost of small payments is reported for every coin, except while its node is unreachable', async () => {
  const coinWallets = new Map(world.assembled.coinWallets);
  const btc = defined(coinWallets.get('BTC'), 'BTC');
  const feeQuotes = () => Promise.reject(new ChainUnavailable('away'));
  coinWallets.set('BTC', { ...btc, network: { ...btc.network, feeQuotes } });
  const app = { ...world.app, coinWallets, nodes: world.assembled.nodes };
  const actor = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
  const report = await perform(app, 'wallet.report', { values: {}, actor });
  const rowOf = (coin: string) => one(report as { coin: string }[], (row) => row.coin === coin);
  expect(rowOf('BTC')).toMatchObject({
    one_input_costs: null,
    small: null,
    small_cost: null,
    uneconomical: null,
    amount: expect.any(String),
  });
  expect(rowOf('LTC')).toMatchObject({ one_input_costs: expect.any(String), small: 0 });
  const sizes = (await perform(app, 'wallet.utxo-stats', { values: {}, actor })) as {
    coin: string;
    cost: string | null;
  }[];
  expect(new Set(sizes.filter(({ coin }) => coin === 'BTC').map(({ cost }) => cost))).toEqual(
    new Set([null]),
  );
  expect(sizes.filter(({ coin }) => coin !== 'BTC').every(({ cost }) => cost !== null)).toBe(true);
});

test('an unreachable node has no height, and shows', async () => {
  const { coinWallets, nodes } = world.assembled;
  const chain = defined(world.app.chains.get('BTC'), 'BTC');
  const away = { ...chain, tip: () => Promise.reject(new ChainUnavailable('away')) };
  const chains = new Map([...world.app.chains, ['BTC', away]]);
  const several = {
    chain,
    sending: null,
    examine: async () => [],
    review: async () => [
      {
        node: 'one.example:8332',
        height: 5,
        unfit: { cause: 'behind' as const, height: 5, others_at: 9 },
      },
      { node: 'two.example', unfit: null, height: 9 },
    ],
    peers: async () => [
      { node: 'one.example:8332', peers: null },
      { node: 'two.example', peers: 8 },
    ],
  };
  const urls = ['http://one.example:8332', 'https://user:secret@two.example/path'];
  const config = {
    ...world.app.config,
    nodes: new Map([['BTC', urls.map((url) => ({ url, cookieFile: null }))]]),
  };
  const app = {
    ...world.app,
    config,
    chains,
    coinWallets,
    nodes: new Map([...nodes, ['BTC', several]]),
  };
  const actor = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
  const found = await perform(app, 'nodes.list', { actor, values: {} });
  expect(one(found, ({ coin }) => coin === 'BTC')).toMatchObject({
    ok: false,
    node_height: null,
    behind_blocks: null,
    nodes: [
      {
        node: 'one.example:8332',
        used: false,
        cause: 'behind',
        not_used_because: 'at block 5, others at 9',
        height: 5,
        behind_blocks: 4,
        peers: null,
      },
      {
        node: 'two.example',
        used: true,
        cause: null,
        not_used_because: null,
        height: 9,
        behind_blocks: 0,
        peers: 8,
      },
    ],
  });
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('failing jobs are shown with their error, and so are queues', async () => {
  const broken = recurring({
    name: 'broken',
    everyMilliseconds: MINUTE,
    leaseMilliseconds: MINUTE,
    run: () => Promise.reject(new Error('it cannot')),
  });
  await runDueWork(world.app, [broken]);
  const before = await read('workers.list');
  expect(one(before.recurring, ({ name }) => name === 'broken')).toMatchObject({
    running: false,
    failures: 1,
    last_error: 'Error: it cannot',
    ended_at: expect.stringContaining('T'),
  });
  const { created_at } = await shop.api.coinWithdrawals.create({
    address: BTC_ADDRESS,
    charged_currency: 'BTC',
    received_currency: 'BTC',
    charged_amount: '0.01',
    force_commit: false,
  });
  world.clock.advance(DAY);
  const { queues } = await read('workers.list');
  const quotes = one(queues, ({ name }) => name === 'withdrawal quotes');
  expect(quotes.due).toBe(1);
  expect(Date.parse(defined(quotes.oldest_due_at, 'a time'))).toBeGreaterThan(
    Date.parse(created_at),
  );
  await world.settle();
  const after = one((await read('workers.list')).queues, ({ name }) => name === quotes.name);
  expect(after).toMatchObject({ due: 0, oldest_due_at: null });
});

test('a rate is reported with age and sources, and why it is unused', async () => {
  const fixed = await read('rates.list');
  expect(fixed).toMatchObject({ fixed: true });
  expect(new Set(fixed.rates.map(({ status }) => status))).toEqual(new Set(['in_force']));
  const now = world.clock.now();
  const mid: Mid = {
    ...pivotMid(now),
    kind: 'coin' as const,
    price: decimal('50000'),
    asOf: now - MINUTE,
    sources: ['one', 'two'],
    apart: '0.0012',
  };
  const jumped = { believed: mid, suspect: { price: decimal('70000'), at: now } };
  const snapshot = {
    at: now,
    refused: [],
    withheld: new Map([['ETH', jumped]]),
    mids: new Map([
      ['EUR', pivotMid(now)],
      ['BTC', mid],
      ['XRP', { ...mid, freshUntil: now - 1 }],
    ]),
  };
  const { coinWallets, nodes } = world.assembled;
  const app = { ...world.app, fixedPrices: null, rates: { snapshot }, coinWallets, nodes };
  const actor = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
  const { rates } = await perform(app, 'rates.list', { actor, values: {} });
  const rateOf = (code: string) => one(rates, ({ base }) => base === code);
  expect(rateOf('BTC')).toMatchObject({
    status: 'in_force',
    price: '50000.0',
    age_seconds: 60,
    sources: ['one', 'two'],
    apart_percent: '0.12',
  });
  expect(rateOf('XRP')).toMatchObject({ status: 'stale', buy_rate: null });
  expect(rateOf('ETH')).toMatchObject({ status: 'jumped', jumped_to: '70000.0', buy_rate: null });
  expect(rateOf('USD')).toMatchObject({
    status: 'missing',
    price: null,
    sources: [],
    apart_percent: null,
  });
});

test('wallets are reported with balance, reserved funds and deposit address', async () => {
  const wallets = await read('wallet.list');
  const btc = one(wallets, ({ coin }) => coin === 'BTC');
  expect(btc).toMatchObject({ held: '0.75', ready: '0.75', reserved: '0.0', pieces: 2 });
  expect(btc).toMatchObject({ top_up_address: null, gas: null });
  expect(btc.asset).toMatchObject({ currency: 'BTC', owed: '1.0', held: '0.75' });
  const token = one(wallets, ({ asset }) => asset.currency === 'USDC');
  expect(token.gas?.coin).toBe('ETH');
  const before = one(wallets, ({ coin }) => coin === 'XRP');
  const address = (await read('wallet.deposit-address', { coin: 'XRP' })).address;
  const after = one(await read('wallet.list'), ({ coin }) => coin === 'XRP');
  expect([before.top_up_address ?? address, after.top_up_address]).toEqual([address, address]);
});

test('the signer is reported with its location, queue and limits', async () => {
  const here = await read('wallet.signer');
  expect(here).toMatchObject({ place: 'in_process', answers: true, waiting: 0, refused: 0 });
  expect(one(here.budgets, ({ coin }) => coin === 'ETH')).toEqual({
    coin: 'ETH',
    budget: 'fees',
    used: '0.0',
    limit: '5.0',
    left: '5.0',
    left_percent: '100.0',
    per_transfer: '0.05',
  });
});

test('a signer of an older version reports the remaining share, and unknown coins are omitted', async () => {
  const { coinWallets, nodes } = world.assembled;
  const btc = defined(coinWallets.get('BTC'), 'BTC');
  const budgets = async () => [
    { coin: 'BTC', budget: 'amounts' as const, left: 0.1234 },
    { coin: 'DOGE', budget: 'fees' as const, left: 1 },
  ];
  const signer = { ...btc.signer, budgets };
  const app = { ...world.app, coinWallets: new Map([['BTC', { ...btc, signer }]]), nodes };
  const actor = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
  const found = await perform(app, 'wallet.signer', { actor, values: {} });
  const unknown = { used: null, limit: null, left: null, per_transfer: null };
  expect(found.budgets).toEqual([
    { coin: 'BTC', budget: 'amounts', left_percent: '12.34', ...unknown },
  ]);
});

test('an unreachable separate signer is reported with the reason and without limits', async () => {
  const { coinWallets, nodes } = world.assembled;
  const config = { ...world.app.config, signerSocket: '/nowhere/signer.sock' };
  const app = { ...world.app, config, coinWallets, nodes };
  const actor = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
  const found = await perform(app, 'wallet.signer', { actor, values: {} });
  const away_because = 'no signer is listening at /nowhere/signer.sock';
  const away = { away_because, away_code: 'no_socket', away_about: '/nowhere/signer.sock' };
  expect(found).toMatchObject({ place: 'separate', answers: false, ...away, budgets: [] });
});
