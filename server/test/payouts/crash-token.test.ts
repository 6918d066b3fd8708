// Exactly once for a token, which needs two chains: gas goes to a deposit address, that is swept into the hot address,
// and the withdrawal is paid. The process dies at statements and around calls to the node and the signer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../client/src/client.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { crashSendingEverywhere, type Flow, mineOne } from './crash-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';

/** This flow has the most steps. */
const STATEMENTS = 131;
const CALLS = 17;
/** Deposits of this size are credited after 3 blocks. */
const CONFIRMATIONS = 33;
/** The depth to which ether transfers are tracked. */
const SETTLED = 33;

let fixture: CoinWalletWorld;
let api: Client;
const deposits: string[] = [];
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_TOKENS: 'USDT' });
  await fixture.fund('ETH', ['5']);
  await fixture.fund('USDT', ['1']);
  api = (await fixture.world.merchant()).api;
});
afterAll(() => fixture?.close());

/** To an address that never had any ether. */
async function depositOnce(): Promise<void> {
  const terms = { pay_currency: 'USDT', receiver_currency: 'USDT' };
  const { address } = await api.channels.create({ name: 'one', ...terms });
  deposits.push(address);
  // A process that starts checks each sending address. Emptied ones would make each run longer than the one before, and
  // the last place to die would never be reached.
  await fixture.world.database.owner.query(
    `delete from wallet_senders where coin = 'USDT' and not is_hot and balance = 0`,
  );
  const amount = amountOf('40', fixture.coinWallet('USDT').coin);
  const simulation = fixture.world.simulation('USDT');
  await payMany(simulation, [{ outputs: [{ address, tag: null, amount }] }]);
  await mine(simulation, { count: CONFIRMATIONS });
  // The transfers of earlier runs are settled: each run has the same steps.
  await mine(fixture.world.simulation('ETH'), { count: SETTLED });
  await fixture.settle();
}

const wait = async () => fixture.world.clock.advance(MINUTE);

const swept: Flow = {
  // More than the deposit address holds; the hot address has the rest.
  amount: '40.5',
  funded: async () => {
    await fixture.fund('USDT', ['0.5']);
    await depositOnce();
  },
  workers: ({ fees }) => [senderWorker(defined(fees, 'what ether is sent with'))],
  given: () => [],
  acts: () => [wait, mineOne(fixture, 'ETH'), wait, mineOne(fixture, 'USDT'), wait],
};

test(
  'a withdrawal that needs gas and a sweep of a deposit address is paid once',
  async () => {
    const requested = { coin: 'USDT', flow: swept, withdrawals: 1 };
    const statements = await crashSendingEverywhere(fixture, {
      ...requested,
      mortal: mortalByStatement,
      stride: STATEMENTS,
      when: ['before'],
    });
    const calls = await crashSendingEverywhere(fixture, {
      ...requested,
      mortal: mortalByCall,
      stride: CALLS,
      when: ['before', 'after'],
    });
    expect(statements).toBeGreaterThan(300);
    expect(calls).toBeGreaterThan(30);
    const gas = await fixture.world.app.db.query<{ address: string; n: number }>(
      `select plan #>> '{outputs,0,address}' as address, count(*)::int as n from transfers
       where purpose = 'gas' and status = 'confirmed' group by 1`,
    );
    const times = new Map(gas.map(({ address, n }) => [address, n]));
    for (const address of deposits)
      expect({ address, n: times.get(address) }).toEqual({ address, n: 1 });
  },
  crashTestTimeout(240_000),
);
