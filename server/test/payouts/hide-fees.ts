// Hides part of the ether on a token's hot address: the simulated network charges less than was planned, so what
// remains after some transfers is not a round number of them.
import { defined } from '../../src/core/assert.ts';
import { lockHotSender, refreshSenders } from '../../src/payouts/sending-addresses.ts';
import type { CoinWalletWorld } from './coin-wallet-world.ts';

/** Returns a function that leaves only the given amount visible. */
export function feeHider(fixture: CoinWalletWorld, coin: string): (left: bigint) => Promise<void> {
  const { app } = fixture.world;
  const coinWallet = fixture.coinWallet(coin);
  const { account } = coinWallet.network;
  let hidden = 0n;
  Object.assign(coinWallet.network, {
    account: async (address: string) => {
      const state = await account(address);
      return { ...state, forFees: (state.forFees ?? 0n) - hidden };
    },
  });
  return async (left) => {
    await refreshSenders(app, coinWallet);
    const hot = await app.db.transaction((tx) => lockHotSender(tx, coin));
    hidden += defined(hot, 'a hot address').for_fees - left;
    await refreshSenders(app, coinWallet);
  };
}
