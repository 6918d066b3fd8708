// Guarantees of messages about alerts: alerts that open together share one message, unacknowledged alerts are repeated,
// resolved ones are reported once, and nothing is sent twice.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { acknowledgeAlert } from '../../src/ledger/alerts.ts';
import type { World } from '../support/world.ts';
import {
  clearAll,
  end,
  notifyAtOnce,
  operate,
  quietWorld,
  type Receiver,
  raise,
  startReceiver,
} from './support.ts';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await quietWorld();
  receiver = await startReceiver();
});
beforeEach(async () => {
  await clearAll(world);
  receiver.received.length = 0;
  receiver.answer(200);
  await operate(world).add({ kind: 'webhook', name: 'ops', secret: `${receiver.url}/alerts` });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const reported = (part: 'raised' | 'repeated' | 'resolved') =>
  receiver.received.map(({ json }) =>
    (json[part] as { kind: string; subject: string }[]).map(
      ({ kind, subject }) => `${kind} ${subject}`,
    ),
  );

test('alerts that rise together are one message, the worst first, without their facts', async () => {
  await raise(world, 'node_excluded', 'LTC 10.0.0.2');
  await world.advance(5 * SECOND);
  await raise(world, 'node_excluded', 'LTC 10.0.0.3');
  await raise(world, 'insolvent', 'BTC');
  expect(receiver.received).toEqual([]);
  await world.advance(11 * SECOND);
  await world.advance(MINUTE);
  expect(receiver.received).toHaveLength(1);
  const { json, body } = defined(receiver.received[0], 'a message');
  expect(json['title']).toBe('Chaintill: CRITICAL, 3 new alerts');
  expect(json.text).toMatch(/^New\n- CRITICAL: .+\(BTC\).+\n.+\n- Warning: Node is excluded \(LTC/);
  expect(json.text).toContain('docs/runbook.md#chaintillinsolvent');
  expect(body).not.toContain('not for a message');
  expect(json['raised']).toHaveLength(3);
});

test('an alert that ends before it was reported notifies no one', async () => {
  await raise(world, 'signer_unavailable', 'BTC');
  await world.advance(10 * SECOND);
  await end(world, 'signer_unavailable', 'BTC');
  await world.advance(HOUR);
  expect(receiver.received).toEqual([]);
});

test('it is repeated after one hour, then after two, until it is acknowledged', async () => {
  await raise(world, 'insolvent', 'LTC');
  await world.advance(20 * SECOND);
  await world.advance(59 * MINUTE);
  expect(reported('repeated').flat()).toEqual([]);
  await world.advance(2 * MINUTE);
  expect(reported('repeated')).toEqual([[], ['insolvent LTC']]);
  await world.advance(HOUR + 30 * MINUTE);
  expect(receiver.received).toHaveLength(2);
  await world.advance(HOUR);
  expect(reported('repeated')).toEqual([[], ['insolvent LTC'], ['insolvent LTC']]);
  const [alert] = await world.app.db.query<{ id: string }>(
    'select id from alerts where resolved_at is null',
  );
  await acknowledgeAlert(world.app, { id: alert?.id ?? '', note: 'coins are ordered', by: 'Ada' });
  await world.advance(24 * HOUR);
  expect(receiver.received).toHaveLength(3);
});

test('a resolved alert is reported after a delay; flapping is not reported each time', async () => {
  await raise(world, 'signer_unavailable', 'ETH');
  await world.advance(20 * SECOND);
  for (let n = 0; n < 5; n++) {
    await end(world, 'signer_unavailable', 'ETH');
    await world.advance(30 * SECOND);
    await raise(world, 'signer_unavailable', 'ETH');
    await world.advance(30 * SECOND);
  }
  expect(receiver.received).toHaveLength(1);
  await end(world, 'signer_unavailable', 'ETH');
  await world.advance(MINUTE);
  expect(receiver.received).toHaveLength(1);
  await world.advance(MINUTE);
  await world.advance(HOUR);
  expect(reported('resolved')).toEqual([[], ['signer_unavailable ETH']]);
  await raise(world, 'signer_unavailable', 'ETH');
  await world.advance(20 * SECOND);
  expect(reported('raised').at(-1)).toEqual(['signer_unavailable ETH']);
});

test('concurrent processes notify once', async () => {
  await raise(world, 'insolvent', 'BCH');
  world.clock.advance(20 * SECOND);
  await notifyAtOnce(world);
  await world.settle();
  expect(receiver.received).toHaveLength(1);
});

test('concurrent openings create one alert; a message that names it twice counts as reported', async () => {
  await Promise.all(
    [1, 2, 3, 4].map(() => raise(world, 'callback_delivery_failed', 'an endpoint')),
  );
  const openAlerts = await world.app.db.query('select 1 from alerts where resolved_at is null');
  expect(openAlerts).toHaveLength(1);
  world.clock.advance(MINUTE);
  await notifyAtOnce(world);
  await world.app.db.query(
    `update alert_messages set content = jsonb_set(content, '{raised}', (content -> 'raised') || (content -> 'raised'))`,
  );
  await world.settle();
  await world.advance(10 * MINUTE);
  expect(receiver.received).toHaveLength(1);
});

test('a new destination gets open alerts, without acknowledged ones', async () => {
  await raise(world, 'insolvent', 'XRP');
  await raise(world, 'signer_unavailable', 'XRP');
  const [seen] = await world.app.db.query<{ id: string }>(
    `select id from alerts where resolved_at is null and kind = 'signer_unavailable'`,
  );
  await acknowledgeAlert(world.app, { id: seen?.id ?? '', note: 'at it', by: 'Ada' });
  await world.advance(MINUTE);
  const later = await startReceiver();
  await operate(world).add({ kind: 'slack', name: 'chat', secret: later.url, language: 'de' });
  await world.advance(5 * SECOND);
  expect(later.received).toHaveLength(1);
  expect(later.received[0]?.json.text).toContain('1 neuer Alarm');
  expect(receiver.received).toHaveLength(1);
  await later.close();
});
