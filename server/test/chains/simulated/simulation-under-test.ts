// A simulated chain on its own database with a fixed seed, for the tests in this folder and for the conformance suite.
import type { Chain } from '../../../src/chains/chain.ts';
import { foundChain } from '../../../src/chains/simulated/found-chain.ts';
import { simulatedChain } from '../../../src/chains/simulated/simulated-chain.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type CoinCode, type SimulationOn, simulationOn } from './simulation-on.ts';

export interface SimulationUnderTest extends SimulationOn {
  readonly chain: Chain;
  readonly database: TestDatabase;
}

/** Opens it on a fresh database. Drop that with `database.drop()`. */
export async function openSimulation(code: CoinCode, seed = 'tests'): Promise<SimulationUnderTest> {
  const database = await createTestDatabase();
  const simulation = simulationOn(database.db, code);
  await foundChain(simulation, seed);
  return { ...simulation, database, chain: simulatedChain(simulation) };
}
