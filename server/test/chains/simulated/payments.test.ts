// Payments by others: the forms of each network, unusual ones that the service must survive, and the rejection of
// impossible ones.
import { afterEach, expect, it } from 'vitest';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { pay, payMany } from '../../../src/chains/simulated/pay.ts';
import { replace } from '../../../src/chains/simulated/replace.ts';
import { changeSettings, simulatedNetwork } from '../../../src/chains/simulated/simulation.ts';
import { lookUp } from '../../support/look-up.ts';
import { type CoinCode, coinCodes, startsAt } from './simulation-on.ts';
import { openSimulation, type SimulationUnderTest } from './simulation-under-test.ts';

const opened: SimulationUnderTest[] = [];
afterEach(async () => {
  for (const { database } of opened.splice(0)) await database.drop();
});

async function open(code: CoinCode): Promise<SimulationUnderTest> {
  const simulation = await openSimulation(code);
  opened.push(simulation);
  return simulation;
}

async function newestPayments(simulation: SimulationUnderTest) {
  const { height } = await mine(simulation);
  const [block] = await simulation.chain.blocks(height, 1);
  return block?.payments ?? [];
}

it('an XRP partial payment is reported with the delivered amount', async () => {
  const simulation = await open('XRP');
  const address = simulation.address(0);
  const output = { address, tag: 7, amount: 10n ** 15n, delivered: 1n };
  const txid = await pay(simulation, { outputs: [output] });
  const expected = [{ txid, index: 0, address, tag: 7, amount: 1n }];
  expect((await simulation.chain.mempool()).payments).toEqual(expected);
  expect(await newestPayments(simulation)).toEqual(expected);
});

it('an XRP payment without a tag, with tag 0 and with the highest tag are three cases', async () => {
  const simulation = await open('XRP');
  const address = simulation.address(0);
  const tags = [null, 0, 4_294_967_295];
  await payMany(
    simulation,
    tags.map((tag) => ({ outputs: [{ address, tag, amount: 1n }] })),
  );
  expect((await newestPayments(simulation)).map((payment) => payment.tag)).toEqual(tags);
});

it('a failed ETH transaction is mined and never reported as a payment', async () => {
  const simulation = await open('ETH');
  const txid = await pay(simulation, {
    outputs: [{ address: simulation.address(1), amount: 10n ** 18n }],
    hasFailed: true,
  });
  expect((await simulation.chain.mempool()).payments).toEqual([]);
  expect(await newestPayments(simulation)).toEqual([]);
  const { place } = await lookUp(simulation.chain, txid, null);
  expect(place).toEqual({ kind: 'block', block: await simulation.chain.tip() });
});

it.each(coinCodes)('each %s payment comes from a fresh, valid address', async (code) => {
  const simulation = await open(code);
  const payment = { outputs: [{ address: simulation.address(1), amount: 1000n }] };
  const sources: string[] = [];
  for (let count = 0; count < 3; count++) {
    const txid = await pay(simulation, payment);
    sources.push(...(await lookUp(simulation.chain, txid, null)).sources);
  }
  expect(new Set(sources).size).toBe(3);
  for (const source of sources) {
    expect(simulation.coin.parseAddress(source, simulatedNetwork)?.address).toBe(source);
  }
});

it('the given sources are reported', async () => {
  const simulation = await open('LTC');
  const sources = [simulation.address(11), simulation.address(12)];
  const outputs = [{ address: simulation.address(1), amount: 1000n }];
  const txid = await pay(simulation, { outputs, sources });
  expect((await lookUp(simulation.chain, txid, null)).sources).toEqual(sources);
  const replaced = await replace(simulation, { txid, amount: 900n });
  expect((await lookUp(simulation.chain, replaced, null)).sources).toEqual(sources);
});

it('a payment keeps its broadcast time and costs what payments cost then', async () => {
  const simulation = await open('BTC');
  const outputs = [{ address: simulation.address(1), amount: 1000n }];
  await pay(simulation, { outputs });
  await changeSettings(simulation, { feePercent: 10_000 });
  await pay(simulation, { outputs, broadcastAt: startsAt - 60_000 });
  const rows = await simulation.db.query<{ at: Date; fee: bigint }>(
    'select first_seen_at "at", fee from simulation.transactions order by number',
  );
  expect(rows.map((row) => row.at.getTime())).toEqual([startsAt, startsAt - 60_000]);
  expect(rows[1]?.fee).toBe((rows[0]?.fee ?? 0n) * 100n);
});

it('an unconfirmed XRP payment cannot be replaced', async () => {
  const simulation = await open('XRP');
  const outputs = [{ address: simulation.address(0), tag: 1, amount: 1000n }];
  const txid = await pay(simulation, { outputs });
  await expect(replace(simulation, { txid, amount: 0n })).rejects.toMatchObject({
    code: 'not_replaceable',
  });
});

it('a confirmed payment cannot be replaced', async () => {
  const simulation = await open('BTC');
  const txid = await pay(simulation, {
    outputs: [{ address: simulation.address(1), amount: 1000n }],
  });
  await mine(simulation);
  await expect(replace(simulation, { txid, amount: 0n })).rejects.toMatchObject({
    code: 'not_in_mempool',
  });
});
