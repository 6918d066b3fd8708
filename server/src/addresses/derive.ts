// Derives the addresses and tags of a wallet's numbers.
import { createHmac } from 'node:crypto';
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import type { Wallet } from './wallets.ts';

const ROUNDS = [0, 1, 2, 3] as const;

const HALF_BITS = 16;

const HALF_MASK = 0xffff;

/** Stored for addresses without a tag, because a primary key cannot contain null. */
export const NO_TAG = -1;
/** Bounds one derivation run to about 0.2 s, so that the worker stays responsive. */
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
  const coin = defined(app.coins.get(wallet.coin), 'coin is registered');
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

/**
 * A keyed permutation of the 2^32 tags (a Feistel network of four rounds): neighboring indexes have unrelated tags, so
 * that a typo does not hit another tag in use. The key is never on the chain. Never 0, which payers' tools use for "no
 * tag".
 */
export function tagMaker(extendedPublicKey: string): (index: number) => number {
  const permuted = (value: number) => {
    let [left, right] = [value >>> HALF_BITS, value & HALF_MASK];
    for (const round of ROUNDS)
      [left, right] = [right, left ^ mixed(extendedPublicKey, round, right)];
    return ((left << HALF_BITS) | right) >>> 0;
  };
  return (index) => {
    const tag = permuted(index + 1);
    // No index uses permuted(0), because the argument is at least 1, so it can replace the tag 0.
    return tag === 0 ? permuted(0) : tag;
  };
}

function mixed(key: string, round: number, half: number): number {
  const digest = createHmac('sha256', key).update(`chaintill tag ${round} ${half}`).digest();
  return digest.readUInt16BE(0);
}
