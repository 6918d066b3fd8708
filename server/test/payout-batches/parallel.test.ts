// Guarantees of a batch that several processes work on at the same time, for example because one seemed to be dead.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { findBatch } from '../../src/payout-batches/store-batches.ts';
import { takeRows } from '../../src/payout-batches/take.ts';
import { payoutBatchesWorker } from '../../src/payout-batches/worker.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { credit } from '../support/funds.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Batches, batchesOf, fileOf } from './support.ts';

const ROWS = 200;

let world: World;
let merchant: Merchant;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'], sends: false });
  merchant = await world.merchant();
  batches = batchesOf(world, merchant);
  await credit(world, merchant, { BTC: '100' });
});
afterAll(() => world.close());

test('each row is taken once', async () => {
  const { app } = world;
  const { id } = await batches.call('payout-batches.create', { file: fileOf(ROWS, '0.001') });
  await runDueWork(app, [payoutBatchesWorker]);
  await batches.call('payout-batches.send', { batch_id: id });
  const batch = defined(await findBatch(app.db, merchant.project.id, id), 'the batch');
  const processes = [app, otherApp(app, {}), otherApp(app, {})];
  await Promise.all(processes.map((process) => takeRows(process, merchant.project, batch)));
  expect(await batches.results(id)).toEqual({ pending: ROWS });
  const made = await app.db.query<{ n: number; sum: bigint }>(
    'select count(*)::int as n, sum(received_amount) as sum from coin_withdrawals',
  );
  expect(made).toEqual([{ n: ROWS, sum: BigInt(ROWS) * 100_000n }]);
});
