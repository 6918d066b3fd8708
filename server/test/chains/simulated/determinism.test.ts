// One seed and one sequence of operations produce one world: the same hashes, senders and blocks.
import { afterEach, expect, it } from 'vitest';
import { foundChain } from '../../../src/chains/simulated/found-chain.ts';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { pay, payMany } from '../../../src/chains/simulated/pay.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { replace } from '../../../src/chains/simulated/replace.ts';
import { rulesOf, simulatedHash } from '../../../src/chains/simulated/simulation.ts';
import { lookUp } from '../../support/look-up.ts';
import { coinCodes } from './simulation-on.ts';
import { openSimulation, type SimulationUnderTest } from './simulation-under-test.ts';

const opened: SimulationUnderTest[] = [];
afterEach(async () => {
  for (const { database } of opened.splice(0)) await database.drop();
});

async function open(...requested: Parameters<typeof openSimulation>): Promise<SimulationUnderTest> {
  const simulation = await openSimulation(...requested);
  opened.push(simulation);
  return simulation;
}

/** Some of every operation; returns what the chain then shows. */
async function playThrough(simulation: SimulationUnderTest) {
  const output = (index: number) => ({ address: simulation.address(index), amount: 5_000_000n });
  const txid = await pay(simulation, { outputs: [output(1)] });
  await payMany(simulation, [{ outputs: [output(2)] }, { outputs: [output(3)] }]);
  if (rulesOf(simulation.coin.code).isReplaceable) await replace(simulation, { txid, amount: 0n });
  await mine(simulation, { count: 2 });
  await reorganise(simulation, { depth: 1 });
  await mine(simulation);
  const blocks = await simulation.chain.blocks(0, 1000);
  const facts = [];
  for (const { payments } of blocks) {
    for (const payment of payments) facts.push(await lookUp(simulation.chain, payment.txid, null));
  }
  return { blocks, facts };
}

it.each(coinCodes)('one seed gives one %s world', async (code) => {
  const first = await playThrough(await open(code, 'one'));
  const second = await playThrough(await open(code, 'one'));
  expect(first.facts.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
});

it('another seed gives another world', async () => {
  const first = await playThrough(await open('LTC', 'one'));
  const second = await playThrough(await open('LTC', 'two'));
  const hashes = new Set(first.blocks.map((block) => block.hash));
  expect(second.blocks.some((block) => hashes.has(block.hash))).toBe(false);
  const sources = new Set(first.facts.flatMap((fact) => fact.sources));
  expect(second.facts.some((fact) => fact.sources.some((source) => sources.has(source)))).toBe(
    false,
  );
});

it('an existing chain is not created again, whatever the seed', async () => {
  const simulation = await open('BTC', 'one');
  const before = await simulation.chain.blocks(0, 200);
  expect(before).toHaveLength(101);
  expect(await foundChain(simulation, 'two')).toBe(false);
  expect(await simulation.chain.blocks(0, 200)).toEqual(before);
});

it("hashes have the network's format", () => {
  expect(simulatedHash('BTC', 's', 1)).toMatch(/^[0-9a-f]{64}$/);
  expect(simulatedHash('ETH', 's', 1)).toMatch(/^0x[0-9a-f]{64}$/);
  expect(simulatedHash('XRP', 's', 1)).toMatch(/^[0-9A-F]{64}$/);
});
