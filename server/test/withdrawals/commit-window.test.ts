// The 30 seconds of a withdrawal are checked when its ledger is locked, however long the commit waited for that.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type World } from '../support/world.ts';

const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
});
afterAll(() => world.close());

test('a commit that waits for the ledger beyond its 30 seconds is too late', async () => {
  const merchant = await world.merchant();
  const funds = { currency: 'BTC', amount: 100_000_000n, reason: 'test funds' };
  await adjustAccount(world.app, { projectId: merchant.project.id, ...funds });
  const { id } = await merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'BTC',
    received_currency: 'BTC',
    received_amount: '0.1',
  });
  world.clock.advance(29 * SECOND);
  const late = await world.app.db.transaction(async (tx) => {
    await lockLedger(tx, merchant.project.id);
    const commit = merchant.api.coinWithdrawals.commit(id).then(
      () => null,
      (error: unknown) => error,
    );
    await waitingForLock();
    world.clock.advance(2 * SECOND);
    return { commit };
  });
  expect(await late.commit).toMatchObject({ status: 409, code: 'commit_window_expired' });
});

async function waitingForLock(): Promise<void> {
  for (;;) {
    const rows = await world.database.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
