// Outside payments don't affect our payouts. Spending with our keys is detected in its first block or in the mempool,
// and stops all transfers of the coin (items 14 and 27).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { findQuarantine, listQuarantines } from '../../src/payouts/quarantine.ts';
import { lostPayments } from '../../src/payouts/recover/unrecognised-payments.ts';
import { sampleCases } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP', 'USDT'];
let fixture: CoinWalletWorld;
beforeEach(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_TOKENS: 'USDT' });
});
afterEach(() => fixture.close());

let strangers = 0;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(fixture.coinWallet(coin).coin, 'stranger', strangers);
}

async function fund(coin: string): Promise<void> {
  if (coin === 'USDT') await fixture.fund('ETH', ['2']);
  await fixture.fund(coin, coin === 'USDT' ? ['500', '500'] : ['2', '2', '2']);
}

/** A token's address first gets the ether for its fees. */
async function goOn(coin: string): Promise<void> {
  for (let round = 0; round < 4; round++) {
    if (coin === 'USDT') await fixture.mine('ETH');
    await fixture.mine(coin);
  }
}

const amountIn = (coin: string) => (coin === 'USDT' ? '30' : '0.3');

test.each(COINS)(
  'a stranger who pays address and amount of open %s withdrawals, in a block or not, changes nothing',
  async (coin) => {
    await fund(coin);
    const made = [];
    for (let n = 0; n < 3; n++) {
      const address = stranger(coin);
      made.push({ address, id: await fixture.withdraw({ coin, amount: amountIn(coin), address }) });
    }
    const amount = amountOf(amountIn(coin), fixture.coinWallet(coin).coin);
    const paid = made.map(({ address }) => ({ outputs: [{ address, tag: null, amount }] }));
    await payMany(fixture.world.simulation(coin), paid);
    await fixture.settle(coin);
    await goOn(coin);
    expect(await listQuarantines(fixture.world.app.db)).toEqual([]);
    for (const { id, address } of made) {
      expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
      // The stranger's payment, and ours.
      expect(await fixture.paidTo(coin, address)).toMatchObject({ payments: 2 });
    }
  },
);

/** Signed with our keys by another party. */
async function steal(coin: string): Promise<void> {
  const { network, coin: facts } = fixture.coinWallet(coin);
  const fee = amountOf(
    coin === 'USDT' ? '0.0005' : '0.0005',
    fixture.coinWallet(coin === 'USDT' ? 'ETH' : coin).coin,
  );
  const half = amountOf(coin === 'USDT' ? '100' : '1', facts);
  const { db } = fixture.world.app;
  let origin: Parameters<typeof encodeTransfer>[0]['origin'];
  let outputs = [{ address: stranger(coin), tag: null, amount: half }];
  if (network.model === 'outputs') {
    const [input] = await db.query<{ txid: string; index: number; amount: bigint }>(
      `select txid, output_index "index", amount from wallet_outputs
       where coin = $1 and status = 'unspent' limit 1`,
      [coin],
    );
    const spent = defined(input, 'coins');
    origin = { inputs: [spent] };
    outputs = [{ address: stranger(coin), tag: null, amount: spent.amount - fee }];
  } else {
    const { address: sender } = await topUpAddress(fixture.world.app, { coin, model: 'sequence' });
    origin = { sender, sequence: (await network.account(sender)).nextNumber };
  }
  const raw = encodeTransfer({ coin, origin, outputs, fee });
  expect(await submit(fixture.world.simulation(coin), raw)).toMatchObject({ kind: 'accepted' });
}

const PLACES = ['in the mempool', 'in a block'] as const;

test.each(
  COINS.flatMap((coin, n) => sampleCases(PLACES, n).map((where) => [coin, where] as const)),
)('a theft of %s that is %s raises an alert and stops the coin', async (coin, where) => {
  await fund(coin);
  const { app } = fixture.world;
  await fixture.withdraw({ coin, amount: amountIn(coin), address: stranger(coin) });
  await goOn(coin);
  await steal(coin);
  if (where === 'in a block') await mine(fixture.world.simulation(coin), { count: 1 });
  await fixture.settle(coin);
  expect(await findQuarantine(app.db, coin)).not.toBeNull();
  const alerts = await listAlerts(app.db, { withResolved: false });
  expect(alerts.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['quarantine', 'unrecognized_spend']),
  );
  const address = stranger(coin);
  const id = await fixture.withdraw({ coin, amount: amountIn(coin), address });
  await fixture.mine(coin);
  expect(await fixture.withdrawal(id)).toMatchObject({
    status: 'pending',
    wait_reason: 'quarantined',
  });
  expect(await fixture.paidTo(coin, address)).toMatchObject({ payments: 0 });
});

test.each(['ETH', 'XRP', 'USDT'])(
  'the remainder after a theft of %s is read, and read again after the next one',
  async (coin) => {
    await fund(coin);
    const { app } = fixture.world;
    await fixture.withdraw({ coin, amount: amountIn(coin), address: stranger(coin) });
    await goOn(coin);
    const { address } = await topUpAddress(app, { coin, model: 'sequence' });
    // The withdrawal brought ether to the address of tokens, enough for one theft.
    const thefts = coin === 'USDT' ? 1 : 2;
    for (let theft = 0; theft < thefts; theft += 1) {
      await steal(coin);
      await goOn(coin);
      await fixture.settle(coin);
      expect(await findQuarantine(app.db, coin)).not.toBeNull();
      const { spendable } = await fixture.coinWallet(coin).network.account(address);
      const rows = await app.db.query<{ balance: bigint }>(
        'select balance from wallet_senders where coin = $1 and address = $2',
        [coin, address],
      );
      expect(rows).toEqual([{ balance: spendable }]);
    }
  },
);

test('change to an unassigned address of ours is no payment to a stranger', async () => {
  await fund('BTC');
  const { app } = fixture.world;
  const [input] = await app.db.query<{ txid: string; index: number; amount: bigint }>(
    `select txid, output_index "index", amount from wallet_outputs
     where coin = 'BTC' and status = 'unspent' limit 1`,
  );
  const [free] = await app.db.query<{ address: string }>(
    `select address from addresses where coin = 'BTC' and owner_id is null limit 1`,
  );
  const spent = defined(input, 'coins');
  const change = defined(free, 'a free address').address;
  const taker = stranger('BTC');
  const fee = amountOf('0.0005', fixture.coinWallet('BTC').coin);
  const half = spent.amount / 2n;
  const outputs = [
    { address: taker, tag: null, amount: half },
    { address: change, tag: null, amount: spent.amount - half - fee },
  ];
  const raw = encodeTransfer({ coin: 'BTC', origin: { inputs: [spent] }, outputs, fee });
  expect(await submit(fixture.world.simulation('BTC'), raw)).toMatchObject({ kind: 'accepted' });
  await fixture.settle('BTC');
  const lost = await lostPayments(app.db, 'BTC');
  expect(lost.map(({ address }) => address)).toEqual([taker]);
});
