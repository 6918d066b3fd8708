// Exactly once when one transfer pays several withdrawals: sending such a batch is cut at every statement, and
// around every call to the node and the signer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutPatience } from '../support/cut-stride.ts';
import { cutSendingEverywhere, flows } from './cut-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';

let fixture: TreasuryWorld;
beforeAll(async () => {
  fixture = await openTreasuryWorld({
    CHAINTILL_BATCH_PAYMENTS: '3',
    CHAINTILL_BATCH_SECONDS: '0',
  });
  await fixture.fund('BTC', ['5', '5', '5']);
});
afterAll(() => fixture.close());

test.each(Object.keys(flows))(
  'a batch of three that is %s: one payment each, whoever is the last to speak',
  async (flow) => {
    const requested = { coin: 'BTC', flow, withdrawals: 3 };
    const byStatement = { ...requested, mortal: mortalByStatement, when: ['before'] } as const;
    expect(await cutSendingEverywhere(fixture, byStatement)).toBeGreaterThan(20);
    const byCall = { ...requested, mortal: mortalByCall, when: ['before', 'after'] } as const;
    expect(await cutSendingEverywhere(fixture, byCall)).toBeGreaterThan(5);
    const batches = await fixture.world.app.db.query<{ n: number }>(
      `select distinct count(*)::int as n from transfer_payments group by transfer_id`,
    );
    expect(batches).toEqual([{ n: 3 }]);
  },
  cutPatience(180_000),
);
