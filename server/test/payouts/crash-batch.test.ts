// Exactly once when one transaction pays several withdrawals: the process dies at every statement, and around every
// call to the node and the signer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { crashSendingEverywhere, flows } from './crash-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({
    CHAINTILL_BATCH_MAX_PAYMENTS: '3',
    CHAINTILL_BATCH_WINDOW_SECONDS: '0',
  });
  await fixture.fund('BTC', ['5', '5', '5']);
});
afterAll(() => fixture.close());

test.each(Object.keys(flows))(
  'a batch of three that is %s: one payment each, whichever step fails last',
  async (flow) => {
    const requested = { coin: 'BTC', flow, withdrawals: 3 };
    const byStatement = { ...requested, mortal: mortalByStatement, when: ['before'] } as const;
    expect(await crashSendingEverywhere(fixture, byStatement)).toBeGreaterThan(20);
    const byCall = { ...requested, mortal: mortalByCall, when: ['before', 'after'] } as const;
    expect(await crashSendingEverywhere(fixture, byCall)).toBeGreaterThan(5);
    const batches = await fixture.world.app.db.query<{ n: number }>(
      `select distinct count(*)::int as n from transfer_payments group by transfer_id`,
    );
    expect(batches).toEqual([{ n: 3 }]);
  },
  crashTestTimeout(180_000),
);
