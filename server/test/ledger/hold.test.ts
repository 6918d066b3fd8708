// Held money stays in the account and can't be used twice; a hold ends once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { violatedConstraint } from '../../src/db/database.ts';
import { endHolds, hold } from '../../src/ledger/hold.ts';
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
  return holdAll([{ referenceId, amount }]);
}

function holdAll(requests: readonly { referenceId: string; amount: bigint }[]): Promise<void> {
  return world.app.db.transaction(async (tx) => {
    await lockLedger(tx, merchant.project.id);
    const now = new Date(world.app.clock.now());
    const holds = requests.map((requested) => ({ ...requested, currency: 'EUR' }));
    await hold(tx, merchant.project.id, { holds, now });
  });
}

function end(...referenceIds: string[]): Promise<number> {
  return world.app.db.transaction(async (tx) => {
    await lockLedger(tx, merchant.project.id);
    const now = new Date(world.app.clock.now());
    return endHolds(tx, merchant.project.id, { referenceIds, status: 'released', now });
  });
}

async function eur() {
  const { data } = await merchant.api.accounts.list();
  return data.find((account) => account.currency === 'EUR');
}

test('a hold lowers the available balance, not the balance, until it ends, which happens once', async () => {
  const id = newId(world.app.clock, world.app.random);
  await holdEur(id, 6_000n);
  expect(await eur()).toMatchObject({ balance: '100.0', available: '40.0' });
  const second = await holdEur(newId(world.app.clock, world.app.random), 4_001n).catch(
    violatedConstraint,
  );
  expect(second).toBe('available_never_negative');
  expect(await end(id)).toBe(1);
  expect(await end(id)).toBe(0);
  expect(await eur()).toMatchObject({ balance: '100.0', available: '100.0' });
});

test('in a set of holds and releases each counts once', async () => {
  const [first, second] = [1, 2].map(() => newId(world.app.clock, world.app.random)) as [
    string,
    string,
  ];
  await holdAll([
    { referenceId: first, amount: 1_000n },
    { referenceId: second, amount: 2_000n },
  ]);
  expect(await eur()).toMatchObject({ available: '70.0' });
  expect(await end(first, first)).toBe(1);
  expect(await end(first, second)).toBe(1);
  expect(await eur()).toMatchObject({ balance: '100.0', available: '100.0' });
});
