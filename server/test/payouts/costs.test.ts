// The chain's fees for our transfers are posted once and to the last unit, after any reorganization, replacement, base
// fee change and consolidation. After each, the wallets on the chain are compared with the books.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { release, stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { severityOf } from '../../src/contract/alert-kinds.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { post } from '../../src/ledger/post.ts';
import { bookUnbooked } from '../../src/payouts/follow/book-unbooked.ts';
import { replaceStuck } from '../../src/payouts/replace/replace-stuck.ts';
import { consolidationWorkers } from '../../src/payouts/wallet/consolidate.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'];
const STUCK: Readonly<Record<string, number>> = { BTC: 3, ETH: 25 };

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS: '5' });
  for (const coin of COINS) await fixture.fund(coin, ['5', '5', '500']);
});
afterAll(() => fixture.close());

afterEach(async () => {
  const { db, coins } = fixture.world.app;
  expect(await walletDifferences(db, coins, COINS)).toEqual([]);
  expect(await auditLedger(db)).toEqual([]);
});

let payees = 0;
const payee = (coin: string) => {
  payees += 1;
  return foreignAddress(fixture.coinWallet(coin).coin, 'costs', payees);
};

interface Member {
  readonly id: string;
  readonly txid: string;
  readonly raw: string;
  readonly status: string;
  readonly network_fee: bigint;
  readonly booked_fee: bigint | null;
}

function members(purpose: string, coin: string): Promise<Member[]> {
  return fixture.world.app.db.query<Member>(
    `select id, txid, raw, status, network_fee, booked_fee from transfers
     where coin = $1 and purpose = $2 and family = (select family from transfers
       where coin = $1 and purpose = $2 order by created_at desc, id desc limit 1)
     order by created_at, id`,
    [coin, purpose],
  );
}

/** The other branch contains this one, whatever was broadcast since. */
async function onlyMine(coin: string, { txid, raw }: Pick<Member, 'txid' | 'raw'>) {
  await reorganise(fixture.world.simulation(coin), { depth: 1, drop: true });
  await fixture.coinWallet(coin).network.broadcast({ txid, raw });
  await mine(fixture.world.simulation(coin));
  await fixture.settle();
}

async function withdraw(coin: string, amount = '0.01'): Promise<string> {
  const id = await fixture.withdraw({ coin, amount, address: payee(coin) });
  await fixture.settle();
  return id;
}

/** Two that replace each other: the original is mined, the replacement stored. */
async function twoMembers(coin: string, purpose: string): Promise<readonly [Member, Member]> {
  const [sent] = await members(purpose, coin);
  const first = defined(sent, 'a transfer');
  await stick(fixture.world.simulation(coin), first.txid);
  await mine(fixture.world.simulation(coin), { count: STUCK[coin] ?? 0 });
  const coinWallet = fixture.coinWallet(coin);
  await fixture.settle(coin === 'ETH' ? 'BTC' : 'ETH');
  expect(await replaceStuck(fixture.world.app, coinWallet, await coinWallet.chain.tip())).toBe(1);
  await release(fixture.world.simulation(coin), first.txid);
  await mine(fixture.world.simulation(coin));
  await fixture.advance(MINUTE);
  const [one, two] = await members(purpose, coin);
  return [defined(one, 'the original'), defined(two, 'its replacement')];
}

test.each(['BTC', 'ETH'])(
  'a %s payout costs what the last block charged, however often its replacement and it alternate',
  async (coin) => {
    await withdraw(coin);
    const [original, replacement] = await twoMembers(coin, 'withdrawal');
    expect(original.status).toBe('confirmed');
    for (const one of [replacement, original, replacement, replacement]) {
      await onlyMine(coin, one);
      const family = await members('withdrawal', coin);
      expect(family.find(({ status }) => status === 'confirmed')?.id).toBe(one.id);
      const { db, coins } = fixture.world.app;
      expect(await walletDifferences(db, coins, [coin])).toEqual([]);
    }
    await fixture.mine(coin, 40);
    const alerts = await fixture.world.app.db.query<{ kind: 'transfer_txid_changed' }>(
      `select kind from alerts where kind in ('transfer_txid_changed', 'foreign_spend')`,
    );
    expect(alerts.map(({ kind }) => severityOf(kind))).not.toContain('critical');
  },
);

test('an ether payout that is mined again at another base fee costs that fee', async () => {
  const simulation = fixture.world.simulation('ETH');
  await withdraw('ETH', '0.02');
  await fixture.mine('ETH');
  for (const feePercent of [40, 100, 160]) {
    await reorganise(simulation, { depth: 1, drop: false });
    await changeSettings(simulation, { feePercent });
    await fixture.mine('ETH');
    const { db, coins } = fixture.world.app;
    expect(await walletDifferences(db, coins, ['ETH'])).toEqual([]);
  }
  await changeSettings(simulation, { feePercent: 100 });
  await fixture.mine('ETH', 40);
});

async function consolidateNow(coin: string): Promise<void> {
  const config = readConfig({ CHAINTILL_CONSOLIDATION_MAX_FEE: `${coin}:0.001` });
  await makeAllDue(fixture.world.app);
  const coinWallets = new Map([[coin, fixture.coinWallet(coin)]]);
  await runDueWork(fixture.world.app, consolidationWorkers(config, coinWallets));
  await fixture.settle();
}

test.each(['BTC', 'LTC', 'BCH'])(
  "the whole fee of a %s consolidation is posted, also for change and the operator's funds",
  async (coin) => {
    for (let n = 0; n < 3; n++) {
      await withdraw(coin, '0.5');
      await fixture.mine(coin);
    }
    await fixture.fund(coin, ['0.3', '0.2', '0.1', '0.4', '0.5', '0.6']);
    await consolidateNow(coin);
    await fixture.mine(coin);
    const [merged] = await members('consolidation', coin);
    expect(merged).toMatchObject({ status: 'confirmed', booked_fee: merged?.network_fee });
    const { db, coins } = fixture.world.app;
    expect(await walletDifferences(db, coins, [coin])).toEqual([]);
  },
);

test('a sweep that is mined, reorganized and replaced costs one fee', async () => {
  const merchant = await fixture.world.merchant();
  const channel = await merchant.api.channels.create({
    name: 'swept',
    pay_currency: 'ETH',
    receiver_currency: 'ETH',
  });
  await fixture.world.pay({ channel_id: channel.id, amount: '400' });
  await fixture.mine('ETH', 80);
  await withdraw('ETH', '600');
  const [original, replacement] = await twoMembers('ETH', 'sweep');
  expect(original.status).toBe('confirmed');
  for (const one of [replacement, original, replacement]) {
    await onlyMine('ETH', one);
    const family = await members('sweep', 'ETH');
    expect(family.map(({ booked_fee }) => booked_fee !== null)).toEqual(
      family.map(({ id }) => id === one.id),
    );
  }
  await fixture.mine('ETH', 80);
  await fixture.mine('ETH', 2);
});

test('fees that an older version did not post are posted when the upgrade has marked them', async () => {
  const { app } = fixture.world;
  await withdraw('LTC', '0.7');
  await fixture.mine('LTC', 12);
  const [paid] = await members('withdrawal', 'LTC');
  const { id, network_fee: fee } = defined(paid, 'a transfer');
  const missing = { referenceType: 'Transfer', referenceId: id, currency: 'LTC', amount: 298n };
  const purpose = 'chain_fee';
  await app.db.transaction(async (tx) => {
    const posting = { ...missing, purpose, from: 'chain', to: 'network_fees' } as const;
    await post(tx, fixture.projectId, { postings: [posting], now: tx.now });
    await tx.query('update transfers set booked_fee = null where id = $1', [id]);
  });
  expect(await walletDifferences(app.db, app.coins, ['LTC'])).toHaveLength(1);
  expect(await bookUnbooked(app, fixture.coinWallet('LTC'))).toBe(1);
  const [now] = await members('withdrawal', 'LTC');
  expect(now?.booked_fee).toBe(fee);
  expect(await bookUnbooked(app, fixture.coinWallet('LTC'))).toBe(0);
});
