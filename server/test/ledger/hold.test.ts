// Held money stays in the account and cannot be used twice; a hold ends once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { violatedConstraint } from '../../src/db/database.ts';
import { endHold, hold } from '../../src/ledger/hold.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  const funds = {
    projectId: merchant.project.id,
    currency: 'EUR',
    amount: 10_000n,
    reason: 'test',
  };
  await adjustAccount(world.app, funds);
});
afterAll(() => world.close());

function holdEur(referenceId: string, amount: bigint): Promise<void> {
  return world.app.db.transaction(async (tx) => {
    await lockLedger(tx, merchant.project.id);
    const now = new Date(world.app.clock.now());
    await hold(tx, merchant.project.id, { referenceId, currency: 'EUR', amount, now });
  });
}

function end(referenceId: string): Promise<boolean> {
  return world.app.db.transaction(async (tx) => {
    await lockLedger(tx, merchant.project.id);
    const now = new Date(world.app.clock.now());
    return endHold(tx, merchant.project.id, { referenceId, status: 'released', now });
  });
}

async function eur() {
  const { data } = await merchant.api.accounts.list();
  return data.find((account) => account.currency === 'EUR');
}

test('a hold lowers what is available and not the balance, until it ends, which it does once', async () => {
  const id = newId(world.app.clock, world.app.random);
  await holdEur(id, 6_000n);
  expect(await eur()).toMatchObject({ balance: '100.0', available: '40.0' });
  const second = await holdEur(newId(world.app.clock, world.app.random), 4_001n).catch(
    violatedConstraint,
  );
  expect(second).toBe('available_never_negative');
  expect(await end(id)).toBe(true);
  expect(await end(id)).toBe(false);
  expect(await eur()).toMatchObject({ balance: '100.0', available: '100.0' });
});
