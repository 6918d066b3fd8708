// Exactly once, wherever a process dies: sending is cut at every statement, after every commit, and before and after
// every call to the node and the signer; then another process continues. In the end the chain has one payment for each
// withdrawal, and the wallet's rows match the chain.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { crashSendingEverywhere, flows } from './crash-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
  for (const code of ['BTC', 'ETH', 'XRP']) await fixture.fund(code, ['5', '5', '5']);
});
afterAll(() => fixture.close());

/** The coins of one model differ only in numbers; the unusual flows run on one coin of each. */
const cases = [
  ...['BTC', 'ETH', 'XRP'].map((coin) => [coin, 'sent and confirmed'] as const),
  ...['BTC', 'ETH'].flatMap((coin) =>
    Object.keys(flows)
      .slice(1)
      .map((flow) => [coin, flow] as const),
  ),
];

test.each(cases)(
  '%s %s: one payment, whichever statement fails last',
  async (coin, flow) => {
    // A cut after a statement is the cut before the next one.
    const requested = {
      coin,
      flow,
      mortal: mortalByStatement,
      when: ['before'],
      withdrawals: 1,
    } as const;
    expect(await crashSendingEverywhere(fixture, requested)).toBeGreaterThan(20);
  },
  crashTestTimeout(180_000),
);

test.each(cases)(
  '%s %s: one payment, whichever call fails last',
  async (coin, flow) => {
    const requested = {
      coin,
      flow,
      mortal: mortalByCall,
      when: ['before', 'after'],
      withdrawals: 1,
    } as const;
    expect(await crashSendingEverywhere(fixture, requested)).toBeGreaterThan(5);
  },
  crashTestTimeout(180_000),
);
