// Exactly once when funds are collected first: ETH deposit addresses are swept for a withdrawal, also with stuck and
// replaced sweeps, and small outputs are consolidated. The process dies at statements and around calls to the node and
// the signer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { definedCoin } from '../../src/coins/registry.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { consolidationWorkers } from '../../src/payouts/wallet/consolidate.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { crashSendingEverywhere, type Flow, mineOne } from './crash-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';

/** These flows have many more steps than a plain withdrawal. */
const STATEMENTS = 61;
const CALLS = 11;
/** Outputs that stay separate: with one more, four become one, which leaves three. */
const KEEP = 5;
/** Deposits of ETH are credited after 33 blocks. */
const CONFIRMATIONS = 33;

let fixture: CoinWalletWorld;
let deposits: string[];
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS: `${KEEP}` });
  await fixture.fund('ETH', ['0.5']);
  const { api } = await fixture.world.merchant();
  const terms = { pay_currency: 'ETH', receiver_currency: 'ETH' };
  const channels = [
    await api.channels.create({ name: 'one', ...terms }),
    await api.channels.create({ name: 'two', ...terms }),
  ];
  deposits = channels.map((channel) => channel.address);
});
afterAll(() => fixture?.close());

async function pay(code: string, outputs: readonly { address: string; amount: string }[]) {
  const payments = outputs.map(({ address, amount }) => ({
    outputs: [{ address, tag: null, amount: amountOf(amount, fixture.coinWallet(code).coin) }],
  }));
  await payMany(fixture.world.simulation(code), payments);
  await mine(fixture.world.simulation(code), { count: CONFIRMATIONS });
  await fixture.settle();
}

const countOf = async (purpose: string, status: string): Promise<number> => {
  const rows = await fixture.world.app.db.query(
    'select 1 from transfers where purpose = $1 and status = $2',
    [purpose, status],
  );
  return rows.length;
};

interface CollectRequest {
  readonly coin: string;
  readonly flow: Flow;
  readonly withdrawals: number;
  /** The stride between the usual places; 1 by default. */
  readonly sparing?: number;
}

async function crashEverywhere({ sparing = 1, ...requested }: CollectRequest): Promise<number> {
  const byStatement = {
    ...requested,
    mortal: mortalByStatement,
    stride: sparing * STATEMENTS,
    when: ['before'],
  } as const;
  const byCall = {
    ...requested,
    mortal: mortalByCall,
    stride: sparing * CALLS,
    when: ['before', 'after'],
  } as const;
  const statements = await crashSendingEverywhere(fixture, byStatement);
  return statements + (await crashSendingEverywhere(fixture, byCall));
}

/** Only two deposit addresses together can pay it; their ether also pays all the fees. */
const swept: Flow = {
  amount: '2',
  funded: () =>
    pay(
      'ETH',
      deposits.map((address) => ({ address, amount: '1.001' })),
    ),
  given: () => [],
  acts: () => [
    mineOne(fixture, 'ETH'),
    async () => fixture.world.clock.advance(MINUTE),
    mineOne(fixture, 'ETH'),
  ],
};

test(
  'a withdrawal that needs sweeps of two ETH deposit addresses is paid once',
  async () => {
    const before = await countOf('withdrawal', 'confirmed');
    const crashes = await crashEverywhere({ coin: 'ETH', flow: swept, withdrawals: 1 });
    expect(crashes).toBeGreaterThan(150);
    const paid = (await countOf('withdrawal', 'confirmed')) - before;
    // Each was swept once.
    expect(await countOf('sweep', 'confirmed')).toBe(2 * paid);
  },
  crashTestTimeout(180_000),
);

/** No block contains the sweeps until their fee is raised. */
const stuck: Flow = {
  ...swept,
  given: () => [
    async () => {
      const sweeps = await fixture.world.app.db.query<{ txid: string }>(
        `select txid from transfers where purpose = 'sweep' and status = 'broadcast' order by id`,
      );
      for (const { txid } of sweeps) await stick(fixture.world.simulation('ETH'), txid);
    },
  ],
  acts: () => [
    mineOne(fixture, 'ETH', definedCoin('ETH').stuckAfterBlocks ?? 0),
    ...swept.acts(fixture, 'ETH'),
  ],
};

test(
  'unconfirmed sweeps are replaced, and the withdrawal is paid once',
  async () => {
    const swept = await countOf('sweep', 'confirmed');
    const before = await countOf('withdrawal', 'confirmed');
    await crashEverywhere({ coin: 'ETH', flow: stuck, withdrawals: 1, sparing: 4 });
    const paid = (await countOf('withdrawal', 'confirmed')) - before;
    expect((await countOf('sweep', 'confirmed')) - swept).toBe(2 * paid);
    expect(await countOf('sweep', 'replaced')).toBe(2 * paid);
  },
  crashTestTimeout(180_000),
);

test(
  'small outputs are consolidated once',
  async () => {
    let runs = 0;
    const config = readConfig({ CHAINTILL_CONSOLIDATION_MAX_FEE: 'BTC:0.00001' });
    const crashes = await crashEverywhere({
      coin: 'BTC',
      withdrawals: 0,
      flow: {
        async funded() {
          runs += 1;
          const outputs = [];
          for (let missing = runs === 1 ? KEEP + 1 : 3; missing > 0; missing--) {
            const { address } = await topUpAddress(fixture.world.app, {
              coin: 'BTC',
              model: 'outputs',
            });
            outputs.push({ address, amount: '0.001' });
          }
          await pay('BTC', outputs);
          await makeAllDue(fixture.world.app);
        },
        workers: (coinWallet) => consolidationWorkers(config, new Map([['BTC', coinWallet]])),
        given: () => [],
        acts: () => [mineOne(fixture, 'BTC')],
      },
    });
    expect(crashes).toBeGreaterThan(50);
    expect(await countOf('consolidation', 'confirmed')).toBe(runs);
  },
  crashTestTimeout(180_000),
);
