// Money from blocks that are not final yet: payouts spend no more of it than a limit, wait visibly until it is final,
// and a reorganization costs the instance the limit at most.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { checkFresh } from '../../src/operator/doctor/check-coin-wallet.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  await fillWallet(world, 'BTC', Array(8).fill('2'));
  await fillWallet(world, 'LTC', Array(8).fill('2000'));
  await fillWallet(world, 'BCH', Array(8).fill('300'));
  await fillWallet(world, 'ETH', ['300']);
  await fillWallet(world, 'XRP', ['900000']);
});
beforeEach(async () => {
  merchant = await world.merchant();
});
afterAll(() => world.close());

let strangers = 0;
function stranger(code: string): string {
  strangers += 1;
  const coin = defined(world.app.coins.get(code), code);
  const address = foreignAddress(coin, 'fresh', strangers);
  return code === 'XRP' ? `${address}?dt=1` : address;
}

/** Payments of different customers in one block, to channels that credit the currency. */
async function receive(coin: string, amounts: readonly string[], currency = coin): Promise<void> {
  const simulation = world.simulation(coin);
  const payments = [];
  for (const amount of amounts) {
    const terms = { name: 'fresh', pay_currency: coin, receiver_currency: currency };
    const { id } = await merchant.api.channels.create(terms);
    const [place] = await world.app.db.query<{ address: string; tag: number | null }>(
      'select address, nullif(tag, -1) as tag from addresses where owner_id = $1',
      [id],
    );
    const { address, tag } = defined(place, 'the address of the channel');
    payments.push({ outputs: [{ address, tag, amount: amountOf(amount, simulation.coin) }] });
  }
  await payMany(simulation, payments);
  await world.mine(coin);
}

/** Commits a withdrawal, and does all work that is due then. */
async function payOut(coin: string, amount: string, from = coin): Promise<CoinWithdrawal> {
  const made = await merchant.api.coinWithdrawals.create({
    address: stranger(coin),
    charged_currency: from,
    received_currency: coin,
    received_amount: amount,
    force_commit: true,
  });
  await world.settle();
  return made;
}

const sent = ['sent', null];
const waiting = ['pending', 'waiting_for_finality'];

async function standOf(...made: readonly CoinWithdrawal[]) {
  const rows = await world.app.db.query<{ status: string; wait_reason: string | null }>(
    `select w.status, wait_reason from unnest($1::uuid[]) with ordinality as t(id, n)
     join coin_withdrawals w using (id) join payouts p on p.withdrawal_id = w.id order by n`,
    [made.map(({ id }) => id)],
  );
  return rows.map(({ status, wait_reason }) => [status, wait_reason]);
}

/** How often each was paid. */
async function paidOut(...made: readonly CoinWithdrawal[]): Promise<number[]> {
  const rows = await world.app.db.query<{ n: number }>(
    `select count(o.address)::int as n from unnest($1::text[]) with ordinality as t(address, n)
     left join simulation.outputs o using (address) group by t.n order by t.n`,
    [made.map(({ address }) => address)],
  );
  return rows.map(({ n }) => n);
}

/** Ten payments that need one block each, the limit in EUR, an amount below the limit, and nearly all of the money. */
const ATTACKS = [
  ['BTC', '0.2', '10000', '0.09', '1.7'],
  ['LTC', '9', '1000', '10', '70'],
  ['BCH', '0.9', '600', '1', '7'],
] as const;

test.each(ATTACKS)(
  'ten pieces of %s and a reorganization of one block cost at most the limit',
  async (coin, piece, cap, little, most) => {
    merchant = await world.merchant({ freshMoneyMaxEur: cap });
    await receive(coin, Array(10).fill(piece));
    const small = await payOut(coin, little);
    const large = await payOut(coin, most);
    expect(await standOf(small, large)).toEqual([sent, waiting]);
    // Back from its block to the mempool: still not final.
    await world.reorganise(coin, 1);
    await world.advance(11 * SECOND);
    expect(await standOf(large)).toEqual([waiting]);
    await world.mine(coin, 1);
    await world.reorganise(coin, 1, { drop: true });
    await world.advance(MINUTE);
    await world.mine(coin, 7);
    await world.advance(MINUTE);
    expect(await standOf(large)).toEqual([['pending', 'payouts_paused']]);
    expect(await paidOut(small, large)).toEqual([1, 0]);
  },
);

test('waiting payouts are sent as soon as the blocks are final', async () => {
  await receive('BTC', ['0.6', '0.6']);
  const made = await payOut('BTC', '1.1');
  expect(await standOf(made)).toEqual([waiting]);
  expect(await merchant.api.coinWithdrawals.get(made.id)).toMatchObject({
    status: 'pending',
    status_context: 'waiting_for_finality',
  });
  await world.mine('BTC', 4);
  await world.advance(11 * SECOND);
  expect(await standOf(made)).toEqual([waiting]);
  await world.mine('BTC', 1);
  await world.advance(11 * SECOND);
  expect(await standOf(made)).toEqual([sent]);
});

test.each([
  ['from the account in EUR in another coin', 'EUR', 'LTC', '900', 'EUR'],
  ['after an exchange, in a coin whose blocks are final', 'BTC', 'XRP', '40000', 'XRP'],
])('unconfirmed funds stay unconfirmed %s', async (_, received, coin, amount, from) => {
  await receive('BTC', ['0.6', '0.6'], received);
  if (received === 'BTC')
    await merchant.api.exchangeTransfers.create({
      charged_currency: 'BTC',
      charged_amount: '1.1',
      received_currency: 'XRP',
      force_commit: true,
    });
  const made = await payOut(coin, amount, from);
  expect(await standOf(made)).toEqual([waiting]);
});

test('older funds are paid out immediately, plus the limit', async () => {
  await credit(world, merchant, { LTC: '1000' });
  await receive('BTC', ['0.6', '0.6']);
  const made = [
    await payOut('LTC', '900'),
    await payOut('BTC', '0.15'),
    await payOut('BTC', '0.1'),
  ];
  expect(await standOf(...made)).toEqual([sent, sent, waiting]);
});

test('nor can they leave for another merchant of the instance before', async () => {
  await receive('BTC', Array(10).fill('0.2'), 'XRP');
  const { api } = await world.merchant();
  const terms = { name: 'next door', pay_currency: 'XRP', receiver_currency: 'XRP' };
  const { address } = await api.channels.create(terms);
  const made = await merchant.api.coinWithdrawals.create({
    address,
    charged_currency: 'XRP',
    received_currency: 'XRP',
    received_amount: '40000',
    force_commit: true,
  });
  await world.settle();
  expect(await standOf(made)).toEqual([waiting]);
  await world.mine('BTC', 10);
  await world.advance(11 * SECOND);
  expect(await standOf(made)).toEqual([['completed', null]]);
});

test('available funds are spent once, by the first payout, across coins', async () => {
  await credit(world, merchant, { ETH: '1' });
  await receive('BTC', ['0.6', '0.6']);
  const first = await payOut('BTC', '0.1');
  const second = await payOut('ETH', '0.9');
  const third = await payOut('ETH', '0.8', 'BTC');
  const fourth = await payOut('BTC', '0.0005');
  expect(await standOf(first, second)).toEqual([sent, sent]);
  // The first waiting payout keeps its turn; otherwise a stream of small ones could delay it for ever.
  expect(await standOf(third, fourth)).toEqual([waiting, waiting]);
  await world.mine('BTC', 5);
  await world.advance(11 * SECOND);
  expect(await standOf(third, fourth)).toEqual([sent, sent]);
});

test('returned high-risk money counts as unconfirmed funds', async () => {
  merchant = await world.merchant({ freshMoneyMaxEur: '1000' });
  await merchant.api.customers.create({
    id: 'carl',
    currency: 'EUR',
    addresses: [{ address: stranger('BTC'), currency: 'BTC', network: 'bitcoin' }],
  });
  const { id } = await merchant.api.channels.create({
    name: 'x',
    pay_currency: 'BTC',
    receiver_currency: 'BTC',
    customer_id: 'carl',
  });
  await world.pay({ channel_id: id, amount: '0.5', risk_level: 'high' });
  await world.mine('BTC');
  const [back] = (await merchant.api.coinWithdrawals.list()).data;
  expect(await standOf(defined(back, 'what goes back'))).toEqual([waiting]);
  await world.mine('BTC', 5);
  await world.advance(11 * SECOND);
  expect(await standOf(defined(back, 'what goes back'))).toEqual([sent]);
});

test.each([
  ['ETH', '60', 33],
  ['XRP', '40000', 1],
] as const)('funds from %s are final when they are credited', async (coin, amount, blocks) => {
  await receive(coin, [amount]);
  if (blocks > 1) await world.mine(coin, blocks - 1);
  const made = await payOut(coin, coin === 'ETH' ? '55' : '35000');
  expect(await standOf(made)).toEqual([sent]);
});

test('a project sets its limit; another project is not delayed', async () => {
  const other = merchant;
  merchant = await world.merchant({ freshMoneyMaxEur: '100000' });
  await receive('BTC', ['0.6', '0.6']);
  expect(await standOf(await payOut('BTC', '1.1'))).toEqual([sent]);
  merchant = other;
  await receive('BTC', ['0.6', '0.6']);
  expect(await standOf(await payOut('BTC', '0.2'))).toEqual([waiting]);
});

test('a payout that waits for hours raises an alert and is BAD in doctor until it is paid', async () => {
  merchant = await world.merchant({ freshMoneyMaxEur: '1000' });
  await receive('LTC', ['9', '9']);
  const made = await payOut('LTC', '17');
  expect(await checkFresh(world.app)).toMatchObject({
    ok: true,
    detail: { code: 'waiting_for_finality' },
  });
  expect(await alerts()).toEqual([]);
  await world.advance(3 * HOUR);
  expect(await standOf(made)).toEqual([waiting]);
  expect(await alerts()).toMatchObject([{ facts: { withdrawal_id: made.id } }]);
  expect(await checkFresh(world.app)).toMatchObject({ ok: false });
  await mine(world.simulation('LTC'), { count: 6 });
  await world.advance(11 * SECOND);
  expect(await standOf(made)).toEqual([sent]);
  expect(await alerts()).toEqual([]);
});

const alerts = async () =>
  (await listAlerts(world.app.db, { withResolved: false })).filter(
    ({ kind, facts }) => kind === 'waiting_for_finality' && facts['subject'] === 'LTC',
  );
