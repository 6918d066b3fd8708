// The addresses and tags of a wallet's numbers.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { tagMaker } from './tags.ts';
import type { Wallet } from './wallets.ts';

/** Stored for addresses without a tag: part of a unique key, which null cannot be. */
export const NO_TAG = -1;
/** Bound on one derivation run, so that the worker stays responsive (about 0.2 s of work). */
export const DERIVED_AT_ONCE = 500;

export interface Derived {
  readonly address: string;
  readonly tag: number;
  readonly index: number;
}

export function deriveRange(
  app: App,
  wallet: Wallet,
  range: { first: number; count: number },
): Derived[] {
  const coin = known(app.coins.get(wallet.coin), 'coin is registered');
  const tagOf = coin.destinationTag === null ? () => NO_TAG : tagMaker(wallet.extendedPublicKey);
  return Array.from({ length: range.count }, (_, n) => {
    const index = range.first + n;
    return {
      address: coin.deriveAddress(wallet.extendedPublicKey, index, app.config.network),
      tag: tagOf(index),
      index,
    };
  });
}
