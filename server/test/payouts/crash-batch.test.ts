// Exactly once when one transfer pays several withdrawals: sending such a lot is cut at every statement, and
// around every call to the node and the signer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutPatience } from '../support/cut-stride.ts';
import { cutSendingEverywhere, flows } from './cut-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';

let ground: TreasuryWorld;
beforeAll(async () => {
  ground = await openTreasuryWorld({ CHAINTILL_BATCH_PAYMENTS: '3', CHAINTILL_BATCH_SECONDS: '0' });
  await ground.fund('BTC', ['5', '5', '5']);
});
afterAll(() => ground.close());

test.each(Object.keys(flows))(
  'a lot of three that is %s: one payment each, whoever is the last to speak',
  async (flow) => {
    const wish = { coin: 'BTC', flow, withdrawals: 3 };
    const byStatement = { ...wish, mortal: mortalByStatement, when: ['before'] } as const;
    expect(await cutSendingEverywhere(ground, byStatement)).toBeGreaterThan(20);
    const byCall = { ...wish, mortal: mortalByCall, when: ['before', 'after'] } as const;
    expect(await cutSendingEverywhere(ground, byCall)).toBeGreaterThan(5);
    const lots = await ground.world.app.db.query<{ n: number }>(
      `select distinct count(*)::int as n from transfer_payments group by transfer_id`,
    );
    expect(lots).toEqual([{ n: 3 }]);
  },
  cutPatience(180_000),
);
