// Takes ether of a token's hot address out of sight: its network keeps less than is planned for, so that what is left
// after some transfers is no round number of them.
import { known } from '../../src/core/assert.ts';
import { lockHotSender, refreshSenders } from '../../src/payouts/send/senders.ts';
import type { TreasuryWorld } from './treasury-world.ts';

/** A function that leaves in sight what is wanted, now. */
export function feeHider(fixture: TreasuryWorld, coin: string): (left: bigint) => Promise<void> {
  const { app } = fixture.world;
  const treasury = fixture.treasury(coin);
  const { account } = treasury.network;
  let hidden = 0n;
  Object.assign(treasury.network, {
    account: async (address: string) => {
      const state = await account(address);
      return { ...state, forFees: (state.forFees ?? 0n) - hidden };
    },
  });
  return async (left) => {
    await refreshSenders(app, treasury);
    const hot = await app.db.transaction((tx) => lockHotSender(tx, coin));
    hidden += known(hot, 'a hot address').for_fees - left;
    await refreshSenders(app, treasury);
  };
}
