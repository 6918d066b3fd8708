// Blocks of the simulated network: what they include and exclude, when they are mined, and what a reorganization does
// with them.
import { afterEach, expect, it } from 'vitest';
import { mine, mineDue } from '../../../src/chains/simulated/mine.ts';
import { pay } from '../../../src/chains/simulated/pay.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { release, stick } from '../../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../../src/chains/simulated/simulation.ts';
import { MINUTE } from '../../../src/core/clock.ts';
import { lookUp } from '../../support/look-up.ts';
import { openSimulation, type SimulationUnderTest } from './simulation-under-test.ts';

const opened: SimulationUnderTest[] = [];
afterEach(async () => {
  for (const { database } of opened.splice(0)) await database.drop();
});

async function open(): Promise<SimulationUnderTest> {
  const simulation = await openSimulation('LTC');
  opened.push(simulation);
  return simulation;
}

function payUs(simulation: SimulationUnderTest, isStuck = false): Promise<string> {
  const outputs = [{ address: simulation.address(1), amount: 100_000n }];
  return pay(simulation, { outputs, isStuck });
}

async function kindOf(simulation: SimulationUnderTest, txid: string): Promise<string> {
  return (await lookUp(simulation.chain, txid, null)).place.kind;
}

it('empty blocks leave the mempool unchanged', async () => {
  const simulation = await open();
  const txid = await payUs(simulation);
  await mine(simulation, { count: 2, withTransactions: false });
  expect(await kindOf(simulation, txid)).toBe('mempool');
});

it('the first of several blocks takes the whole mempool, in the order of arrival', async () => {
  const simulation = await open();
  const txids = [await payUs(simulation), await payUs(simulation), await payUs(simulation)];
  const { height } = await mine(simulation, { count: 2 });
  const blocks = await simulation.chain.blocks(height - 1, 2);
  expect(blocks.map((block) => block.payments.map((payment) => payment.txid))).toEqual([txids, []]);
});

it('a stuck transaction is not mined until it is released', async () => {
  const simulation = await open();
  const [late, born] = [await payUs(simulation), await payUs(simulation, true)];
  await stick(simulation, late);
  await mine(simulation, { count: 3 });
  expect(await kindOf(simulation, late)).toBe('mempool');
  expect(await kindOf(simulation, born)).toBe('mempool');
  await release(simulation, late);
  await release(simulation, born);
  await mine(simulation);
  expect(await kindOf(simulation, late)).toBe('block');
  expect(await kindOf(simulation, born)).toBe('block');
  await expect(stick(simulation, late)).rejects.toMatchObject({ code: 'not_in_mempool' });
});

it('a block is mined automatically when it is due, and not before', async () => {
  const simulation = await open();
  expect(await mineDue(simulation)).toBeNull();
  await changeSettings(simulation, { mineEverySeconds: 60 });
  const { height } = await simulation.chain.tip();
  simulation.clock.advance(MINUTE - 1);
  expect(await mineDue(simulation)).toBeNull();
  simulation.clock.advance(1);
  const both = await Promise.all([mineDue(simulation), mineDue(simulation)]);
  expect(both.filter((block) => block !== null)).toHaveLength(1);
  expect((await simulation.chain.tip()).height).toBe(height + 1);
  await changeSettings(simulation, { mineEverySeconds: null });
  simulation.clock.advance(MINUTE);
  expect(await mineDue(simulation)).toBeNull();
});

it('block times follow the clock and never run backwards', async () => {
  const simulation = await open();
  simulation.clock.advance(5 * MINUTE);
  await mine(simulation);
  simulation.clock.advance(-3 * MINUTE);
  const { height } = await mine(simulation);
  const [first, second] = await simulation.chain.blocks(height - 1, 2);
  expect(first?.time).toBe(simulation.clock.now() + 3 * MINUTE);
  expect(second?.time).toBe(first?.time);
});

it('the network continues while its node is down', async () => {
  const simulation = await open();
  const { height } = await simulation.chain.tip();
  await changeSettings(simulation, { nodeIsDown: true });
  const txid = await payUs(simulation);
  await mine(simulation, { count: 2 });
  await changeSettings(simulation, { nodeIsDown: false });
  const blocks = await simulation.chain.blocks(height + 1, 10);
  expect(blocks.map((block) => block.payments.map((payment) => payment.txid))).toEqual([
    [txid],
    [],
  ]);
});

it('a dropping reorganization removes the transactions', async () => {
  const simulation = await open();
  const kept = await payUs(simulation);
  await mine(simulation);
  const gone = await payUs(simulation);
  await mine(simulation);
  const left = await payUs(simulation);
  await reorganise(simulation, { depth: 1, drop: true });
  await mine(simulation);
  expect(await kindOf(simulation, kept)).toBe('block');
  expect(await kindOf(simulation, gone)).toBe('unknown');
  expect(await kindOf(simulation, left)).toBe('block');
});

it('a reorganized transaction is in the mempool again, before later ones', async () => {
  const simulation = await open();
  const freed = [await payUs(simulation), await payUs(simulation)];
  await mine(simulation, { count: 2 });
  expect((await simulation.chain.mempool()).payments).toEqual([]);
  await reorganise(simulation, { depth: 2 });
  const later = await payUs(simulation);
  const hints = (await simulation.chain.mempool()).payments;
  expect(hints.map((hint) => hint.txid)).toEqual([...freed, later]);
});

it('a reorganization reaches down to genesis and no further', async () => {
  const simulation = await open();
  const { height } = await simulation.chain.tip();
  await expect(reorganise(simulation, { depth: height + 1 })).rejects.toMatchObject({
    code: 'wrong_depth',
  });
  const genesis = await simulation.chain.hashAt(0);
  await reorganise(simulation, { depth: height });
  expect(await simulation.chain.hashAt(0)).toBe(genesis);
  expect((await simulation.chain.tip()).height).toBe(height + 1);
});
