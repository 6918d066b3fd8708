// The simulated network must not limit a load test: ten thousand payments in two seconds, from the payment call to the
// scanner's result.
import { expect, it } from 'vitest';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { payMany } from '../../../src/chains/simulated/pay.ts';
import { wallNow } from '../../../src/core/clock.ts';
import { openSimulation } from './simulation-under-test.ts';

const PAYMENTS = 10_000;
/** Two seconds on a quiet machine; three times that when other work runs next to the tests. */
const MILLISECONDS_MAX = 6_000;

it('ten thousand payments are created, mined and read in seconds', async () => {
  const simulation = await openSimulation('LTC');
  const addresses = Array.from({ length: 20 }, (_, index) => simulation.address(index));
  const payments = Array.from({ length: PAYMENTS }, (_, place) => ({
    outputs: [{ address: addresses[place % addresses.length] ?? '', amount: BigInt(place + 1) }],
  }));
  const times = [wallNow()];
  const lap = () => times.push(wallNow());
  await payMany(simulation, payments);
  lap();
  const hints = (await simulation.chain.mempool()).payments;
  lap();
  const { height } = await mine(simulation);
  lap();
  const [block] = await simulation.chain.blocks(height, 1);
  lap();
  await simulation.database.drop();
  const laps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  process.stdout.write(`paid, hinted, mined, read in ${laps.join(', ')} ms\n`);
  expect(hints).toHaveLength(PAYMENTS);
  const total = block?.payments.reduce((sum, payment) => sum + payment.amount, 0n);
  expect(total).toBe((BigInt(PAYMENTS) * BigInt(PAYMENTS + 1)) / 2n);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(MILLISECONDS_MAX);
});
