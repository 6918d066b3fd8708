// What a suite prepares before the clock starts.
import { fillPool } from '../server/src/addresses/pool.ts';
import { ensureWallets } from '../server/src/addresses/wallets.ts';
import { defined } from '../server/src/core/assert.ts';
import type { Fixture } from './fixture.ts';

/** Addresses for everything that will be created, so that their derivation is not measured. */
export async function prefill(fixture: Fixture, coin: string, wanted: number): Promise<void> {
  const { app } = fixture.assembled;
  const wallet = defined(
    (await ensureWallets(app, { founds: false })).get(coin),
    'the wallet exists',
  );
  while ((await fillPool(app, wallet, wanted)) > 0);
  await fixture.owner.query('vacuum analyze addresses');
}
