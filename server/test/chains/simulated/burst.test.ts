// A block of hundreds of payments is read by keys, even with plans made while the network was empty and its tables had
// just been analyzed: a service that starts before the first payment has such plans.
import { expect, test } from 'vitest';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { payMany } from '../../../src/chains/simulated/pay.ts';
import { openSimulation } from './simulation-under-test.ts';

const PAYMENTS = 600;

/** Pages read of these tables and their indexes. */
const PAGES = `select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int as n
  from pg_statio_user_tables where schemaname = 'simulation' and relname in ('outputs', 'spends')`;

test('each payment reads any page of the tables only a few times', async () => {
  const simulation = await openSimulation('LTC');
  const { db, owner } = simulation.database;
  const pages = async () => {
    const [row] = await owner.query<{ n: number }>(PAGES);
    return row?.n ?? 0;
  };
  await owner.query('alter table simulation.outputs set (autovacuum_enabled = false)');
  await owner.query('alter table simulation.spends set (autovacuum_enabled = false)');
  await owner.query('vacuum analyze simulation.outputs, simulation.spends');
  const { height: first } = await mine(simulation);
  await simulation.chain.blocks(first, 1);
  const address = simulation.address(0);
  const payments = Array.from({ length: PAYMENTS }, () => ({
    outputs: [{ address, amount: 1000n }],
  }));
  await payMany(simulation, payments);
  const { height } = await mine(simulation);
  const flush = async () => {
    await db.query('select pg_stat_force_next_flush()');
    await db.transaction((tx) => tx.query('select pg_stat_force_next_flush()'));
  };
  await flush();
  const before = await pages();
  const [block] = await simulation.chain.blocks(height, 1);
  await flush();
  const read = (await pages()) - before;
  await simulation.database.drop();
  expect(block?.payments).toHaveLength(PAYMENTS);
  expect(read).toBeGreaterThan(PAYMENTS);
  expect(read).toBeLessThan(20 * PAYMENTS);
});
