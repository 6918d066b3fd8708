// Addresses of people outside: the senders of simulated payments and the receivers of double-spends.
// Each comes from a wallet of its own, so that a risk list or a refund meets a real, valid address that
// no other payment shares. The keys are worthless: anyone can derive them from the seed.
import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { Coin } from '../../coins/coin.ts';
import { simulatedNetwork } from './simulation.ts';

/** Foreign address number `number` of a chain; valid on the test network, the same on every run. About 2 ms. */
export function foreignAddress(coin: Coin, seed: string, number: number): string {
  const entropy = createHash('sha256').update(`${seed}:${coin.code}:foreign:${number}`).digest();
  const account = HDKey.fromMasterSeed(entropy).derive(coin.accountPath(simulatedNetwork));
  return coin.deriveAddress(account.publicExtendedKey, 0, simulatedNetwork);
}
