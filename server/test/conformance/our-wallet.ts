// Our addresses with their private keys, for harnesses whose tests sign. Derived from the test seed like in the
// service.
import { HDKey } from '@scure/bip32';
import type { Coin, Destination, Network } from '../../src/coins/coin.ts';
import { defined } from '../../src/core/assert.ts';
import { ourAddresses, ourKeys } from '../chains/simulated/simulation-on.ts';

export interface OurWallet {
  /** A new address. On XRP the one account with a new tag. */
  newDestination(): Promise<Destination>;
  keyOf(address: string): Uint8Array;
  /** An external address. On XRP always the same account. */
  payee(): Promise<Destination>;
}

/** This seed belongs to a third party. */
const THEIR_SEED = Buffer.from('somebody else, in the tests only');

export function ourWallet(coin: Coin, network: Network): OurWallet {
  const addressOf = ourAddresses(coin, network);
  const keyAt = ourKeys(coin, network);
  const places = new Map<string, number>();
  let given = 0;
  const theirs = HDKey.fromMasterSeed(THEIR_SEED).derive(coin.accountPath(network));
  let paid = 0;
  return {
    async newDestination() {
      given += 1;
      const address = addressOf(given);
      places.set(address, given);
      return { address, tag: coin.destinationTag === null ? null : given };
    },
    keyOf: (address) => keyAt(defined(places.get(address), 'an address that was given')),
    async payee() {
      paid += 1;
      const address = coin.deriveAddress(theirs.publicExtendedKey, paid, network);
      return { address, tag: null };
    },
  };
}
