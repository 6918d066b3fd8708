// An inconsistent ledger pauses the payouts of its project at the next audit, and of no other project.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { endAlert, listAlerts } from '../../src/ledger/alerts.ts';
import { endPause, listPauses } from '../../src/ledger/payout-pauses.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { audits: 'at-rest' });
  shop = await world.merchant();
  other = await world.merchant();
});
afterAll(() => world.close());

/** Alters the ledger as the owner of the tables, bypassing what the database rejects (verified-books.test.ts). */
async function addByHand(amount: string): Promise<void> {
  const { owner } = world.database;
  await owner.query('alter table ledger_accounts disable trigger ledger_accounts_proven');
  await owner.query(
    `update ledger_accounts set balance = balance + $2::numeric
     where project_id = $1 and kind = 'available' and currency = 'GBP'`,
    [shop.project.id, amount],
  );
}

const activeStops = () => listPauses(world.app.db, { withResumed: false });
const audits = async () =>
  (await listAlerts(world.app.db, { withResolved: false })).filter(
    ({ kind }) => kind === 'audit_finding',
  );

test('90,000 GBP without an entry pause the payouts of that project until a person resumes them', async () => {
  await addByHand('9000000');
  await world.advance(HOUR);
  const stops = await activeStops();
  expect(new Set(stops.map((stop) => stop.project_id))).toEqual(new Set([shop.project.id]));
  expect(stops.map((stop) => stop.cause)).toContain('broken_books');
  expect(stops.some((stop) => stop.project_id === other.project.id)).toBe(false);
  const raised = (await audits()).length;
  expect(raised).toBeGreaterThan(0);
  // The same finding in the next audit raises neither a second alert nor a second stop, even after the stop was lifted.
  await world.app.db.transaction(async (tx) => {
    for (const { id } of stops) await endPause(tx, { id, reason: 'seen' });
  });
  await world.advance(HOUR);
  expect((await audits()).length).toBe(raised);
  expect(await activeStops()).toEqual([]);
  // Another finding does.
  await addByHand('1');
  await world.advance(HOUR);
  expect((await activeStops()).length).toBeGreaterThan(0);
  await addByHand('-9000001');
  await world.advance(HOUR);
  expect(await audits()).toEqual([]);
  expect((await activeStops()).length).toBeGreaterThan(0);
  await world.app.db.transaction((tx) =>
    endAlert(tx, { kind: 'payouts_paused', subject: shop.project.id }),
  );
});
