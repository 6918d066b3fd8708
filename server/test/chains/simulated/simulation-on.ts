// A simulation on a given database, with addresses of ours to pay to. Separate from simulation-under-test.ts because a
// process started by a test can't get a database from the test runner.
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { type Simulation, simulatedNetwork } from '../../../src/chains/simulated/simulation.ts';
import type { Coin, Network } from '../../../src/coins/coin.ts';
import { defined } from '../../../src/core/assert.ts';
import { type TestClock, testClock } from '../../../src/core/clock.ts';
import { loadDir } from '../../../src/core/load-dir.ts';
import { createLog } from '../../../src/core/log.ts';
import type { Database } from '../../../src/db/database.ts';

const definitions = join(import.meta.dirname, '../../../src/coins/definitions');
const coins = await loadDir<Coin>(definitions);

export const coinCodes = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP', 'DOGE', 'USDC', 'USDT'] as const;
export type CoinCode = (typeof coinCodes)[number];

export function coinOf(code: CoinCode): Coin {
  return defined(
    coins.find((coin) => coin.code === code),
    `${code} has a definition`,
  );
}

export const startsAt = Date.UTC(2026, 0, 2, 3, 4, 5);

export interface SimulationOn extends Simulation {
  readonly clock: TestClock;
  /** Address number `index` of ours. On XRP the one account. */
  address(index: number): string;
}

/** BIP-39's first test vector (`abandon ... about`), with an empty passphrase. */
const ourSeed = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);

/** Addresses of ours by their number. */
export function ourAddresses(
  coin: Coin,
  network: Network = simulatedNetwork,
): (index: number) => string {
  const account = HDKey.fromMasterSeed(ourSeed).derive(coin.accountPath(network));
  return (index) => coin.deriveAddress(account.publicExtendedKey, index, network);
}

/** Private keys of these addresses by their number. On XRP the one account's. */
export function ourKeys(coin: Coin, network: Network): (index: number) => Uint8Array {
  const account = HDKey.fromMasterSeed(ourSeed).derive(coin.accountPath(network));
  const chain = account.deriveChild(0);
  return (index) => {
    const child = chain.deriveChild(coin.destinationTag === null ? index : 0);
    return defined(child.privateKey, 'a derived key is private');
  };
}

export function simulationOn(db: Database, code: CoinCode): SimulationOn {
  const coin = coinOf(code);
  const log = createLog('silent');
  return { coin, db, log, clock: testClock(startsAt), address: ourAddresses(coin) };
}
