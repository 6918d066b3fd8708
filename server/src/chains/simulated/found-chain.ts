// Creates the simulated chain of a coin at startup, with a hundred empty blocks to build on.
import { SECOND } from '../../core/clock.ts';
import type { SqlTx } from '../../db/database.ts';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import { rulesOf, type Simulation, simulatedHash, takeNumbers } from './simulation.ts';
import { appendBlocks, type NewBlock } from './store-chain.ts';

const FOUNDING_HEIGHT = 100;

/** The first process decides the seed. Returns true when the chain was created. */
export async function foundChain(simulation: Simulation, seed: string): Promise<boolean> {
  assertOutsideTransaction();
  const coin = simulation.coin.code;
  const now = simulation.clock.now();
  const isNew = await simulation.db.transaction((tx) => create(tx, { coin, seed, now }));
  if (isNew) simulation.log.info({ coin }, 'simulated chain created');
  return isNew;
}

interface Founding {
  readonly coin: string;
  readonly seed: string;
  readonly now: number;
}

async function create(tx: SqlTx, founding: Founding): Promise<boolean> {
  const { coin, seed } = founding;
  const created = await tx.query(
    `insert into simulation.chains (coin, seed, height) values ($1, $2, 0)
     on conflict do nothing returning coin`,
    [coin, seed],
  );
  if (created.length === 0) return false;
  await tx.query('insert into simulation.settings (coin) values ($1)', [coin]);
  const first = await takeNumbers(tx, coin, FOUNDING_HEIGHT + 1);
  await appendBlocks(tx, coin, foundingBlocks(founding, first));
  return true;
}

function foundingBlocks({ coin, seed, now }: Founding, first: number): NewBlock[] {
  const spacing = rulesOf(coin).blockSeconds * SECOND;
  return Array.from({ length: FOUNDING_HEIGHT + 1 }, (_, height) => ({
    height,
    hash: simulatedHash(coin, seed, first + height),
    // The parent hash of genesis belongs to no block.
    parentHash: simulatedHash(coin, seed, height === 0 ? 0 : first + height - 1),
    time: now - (FOUNDING_HEIGHT - height) * spacing,
  }));
}
