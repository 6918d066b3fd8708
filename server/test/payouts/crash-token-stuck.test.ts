// Exactly once when a token's transfer is stuck and its sender lacks the ether for a higher fee: gas is supplied, and
// the replacement pays. The process dies at statements and around calls to the node and the signer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { definedCoin } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { crashSendingEverywhere, type Flow, mineOne, stickLast } from './crash-sending.ts';
import { feeHider } from './hide-fees.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';

/** Each run first uses up the ether that the one before had supplied. */
const STATEMENTS = 149;
const CALLS = 29;
const AMOUNT = '0.1';

let fixture: CoinWalletWorld;
let leave: ReturnType<typeof feeHider>;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_TOKENS: 'USDT' });
  // A few hundredths for each run.
  await fixture.fund('ETH', ['20']);
  leave = feeHider(fixture, 'USDT');
});
afterAll(() => fixture?.close());

let strangers = 0;
async function withdraw(): Promise<void> {
  strangers += 1;
  const address = foreignAddress(fixture.coinWallet('USDT').coin, 'before', strangers);
  await fixture.withdraw({ coin: 'USDT', amount: AMOUNT, address });
}

async function lastFee(): Promise<bigint | null> {
  const [last] = await fixture.world.app.db.query<{ network_fee: bigint }>(
    `select network_fee from transfers where purpose = 'withdrawal' and replaces is null
     order by created_at desc, id desc limit 1`,
  );
  return last?.network_fee ?? null;
}

/** The next transfer takes all the ether that the hot address of the token has. */
async function leaveOneFee(): Promise<void> {
  if ((await lastFee()) === null) await withdraw();
  // The first gets its ether.
  for (const coin of ['USDT', 'ETH', 'USDT']) {
    await fixture.advance(MINUTE);
    await fixture.mine(coin);
  }
  await leave(defined(await lastFee(), 'there was one'));
}

const wait = async () => fixture.world.clock.advance(MINUTE);
let runs = 0;

const stuck: Flow = {
  amount: AMOUNT,
  // The budget is twice the fee, so that the supplied gas pays for whole transfers, and each run has the same steps.
  networkFee: '5',
  async funded() {
    runs += 1;
    await fixture.fund('USDT', ['1']);
    await leaveOneFee();
  },
  workers: ({ fees }) => [senderWorker(defined(fees, 'what ether is sent with'))],
  given: () => [() => stickLast(fixture, 'USDT')],
  acts: () => [
    mineOne(fixture, 'USDT', definedCoin('ETH').stuckAfterBlocks ?? 0),
    // One more block, for ether that was only sent after the restart.
    mineOne(fixture, 'ETH'),
    wait,
    mineOne(fixture, 'ETH'),
    wait,
    mineOne(fixture, 'USDT'),
    wait,
  ],
};

test(
  'a stuck transfer that needs gas is replaced once, and its withdrawal paid once',
  async () => {
    const requested = { coin: 'USDT', flow: stuck, withdrawals: 1 };
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
    expect(statements).toBeGreaterThan(100);
    expect(calls).toBeGreaterThan(30);
    const counts = await fixture.world.app.db.query<{ purpose: string; n: number }>(
      `select purpose, count(*)::int as n from transfers
       where purpose = 'gas' and status = 'confirmed' or purpose = 'withdrawal' and status = 'replaced'
       group by 1 order by 1`,
    );
    // One gas transfer ran before the first replacement.
    expect(counts).toEqual([
      { purpose: 'gas', n: runs + 1 },
      { purpose: 'withdrawal', n: runs },
    ]);
  },
  crashTestTimeout(240_000),
);
