// Alerts: raised once per subject, shown until a person resolves them with a reason, and kept permanently.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { changesIn, WAKE_CHANNEL } from '../../src/db/changed.ts';
import { endAlert, listAlerts, raiseAlert, resolveAlert } from '../../src/ledger/alerts.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const openAlerts = () => listAlerts(world.app.db, { withResolved: false });
const raise = (subject: string) =>
  world.app.db.transaction((tx) =>
    raiseAlert(tx, { kind: 'hot_wallet_low_balance', subject, facts: { n: 1 } }),
  );

test('an alert is opened once per subject, and again after it was resolved', async () => {
  await raise('BTC');
  await raise('BTC');
  await raise('LTC');
  const [second, first] = await openAlerts();
  expect([first?.facts['subject'], second?.facts['subject']]).toEqual(['BTC', 'LTC']);
  expect(await openAlerts()).toHaveLength(2);
  const requested = { id: first?.id ?? '', reason: 'topped up' };
  expect(await resolveAlert(world.app, requested)).toMatchObject({ resolved_reason: 'topped up' });
  await raise('BTC');
  expect(await openAlerts()).toHaveLength(2);
  const all = await listAlerts(world.app.db, { withResolved: true });
  expect(all.map((row) => row.resolved_reason)).toEqual([null, null, 'topped up']);
});

test('an alert is resolved by one person, or by the end of its cause', async () => {
  await raise('ETH');
  const [alert] = await openAlerts();
  await world.app.db.transaction((tx) =>
    endAlert(tx, { kind: 'hot_wallet_low_balance', subject: 'ETH' }),
  );
  const late = resolveAlert(world.app, { id: alert?.id ?? '', reason: 'x' });
  await expect(late).rejects.toMatchObject({ code: 'invalid_status' });
  const unknown = resolveAlert(world.app, {
    id: newId(world.clock, world.app.random),
    reason: 'x',
  });
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
});

test('screens get an update when an alert opens and when it resolves automatically, once each', async () => {
  const received: unknown[] = [];
  await world.app.db.listen(WAKE_CHANNEL, (name) => received.push(...(changesIn(name) ?? [])));
  const alert = { kind: 'hot_wallet_low_balance', subject: 'XRP' } as const;
  const end = () => world.app.db.transaction((tx) => endAlert(tx, alert));
  await raise('XRP');
  await raise('XRP');
  await expect.poll(() => received).toHaveLength(1);
  await end();
  await end();
  await expect.poll(() => received).toHaveLength(2);
  await raise('XRP');
  await expect.poll(() => received).toHaveLength(3);
  expect(received).toEqual(Array(3).fill({ projectId: null, type: 'alert', id: null }));
});
