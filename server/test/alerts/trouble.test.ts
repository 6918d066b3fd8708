// Guarantees under failures: a crash loses no message, an unreachable destination delays no other and gets one message
// when it is back, its failure is visible, and an unresponsive node raises an alert.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { alertPostWorker } from '../../src/alerts/post.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { silenceWorker } from '../../src/deposits/watch-nodes.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { notificationReading } from '../../src/metrics/read-notifications.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
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
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const addReceiver = (name = 'ops') =>
  operate(world).add({ kind: 'webhook', name, secret: receiver.url });

test('what was stored before a crash is sent after it, with the same id when it had been sent', async () => {
  await addReceiver();
  await raise(world, 'insolvent', 'BTC');
  world.clock.advance(MINUTE);
  await notifyAtOnce(world);
  const cut = alertPostWorker(() => ({
    mailer: null,
    // It is delivered, and the process dies before it can record that.
    post: async ({ url, headers, body }) => {
      await fetch(url, { method: 'POST', headers, body });
      return new Promise(() => undefined);
    },
  }));
  await cut.run(world.app);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  await world.settle();
  expect(receiver.received).toHaveLength(1);
  // The claim of the dead process expires.
  await world.app.db.query(`update alert_messages set leased_until = now() - interval '1 second'`);
  await world.settle();
  const ids = receiver.received.map(({ json }) => json['id']);
  expect(ids).toEqual([ids[0], ids[0]]);
  await world.advance(10 * MINUTE);
  expect(receiver.received).toHaveLength(2);
});

test('an unreachable destination delays no other, is shown, and gets one message when it is back', async () => {
  const dead = await startReceiver();
  dead.answer(503, 'closed');
  await addReceiver();
  await operate(world).add({ kind: 'slack', name: 'dead', secret: dead.url });
  await raise(world, 'insolvent', 'BTC');
  await world.advance(MINUTE);
  expect(receiver.received).toHaveLength(1);
  await raise(world, 'signer_unavailable', 'BTC');
  await world.advance(MINUTE);
  expect(receiver.received).toHaveLength(2);
  const doctor = await operate(world).doctor();
  expect(doctor.find(({ code }) => code === 'alert_destinations')).toMatchObject({
    ok: false,
    text: 'Delivery fails to: dead. First error: HTTP 503: closed',
  });
  const { coinWallets, nodes } = world.assembled;
  const figures = await notificationReading.read({ ...world.app, coinWallets, nodes });
  expect(figures['chaintill_alert_destinations']).toContainEqual({
    labels: { kind: 'slack', status: 'failing' },
    value: 1,
  });
  for (let n = 0; n < 20; n++) await world.advance(16 * MINUTE);
  await end(world, 'insolvent', 'BTC');
  const attempts = dead.received.length;
  expect(attempts).toBeLessThanOrEqual(24);
  // After hours the messages are replaced by one with the current state.
  const rows = await world.app.db.query<{ status: string; n: number }>(
    `select status, count(*)::int as n from alert_messages m join alert_destinations d
     on d.id = m.destination_id where d.name = 'dead' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { status: 'failed', n: 1 },
    { status: 'pending', n: 1 },
  ]);
  dead.answer(200);
  await world.advance(16 * MINUTE);
  await world.advance(5 * MINUTE);
  const late = dead.received.slice(attempts).map(({ json }) => json.text.split('\n')[0]);
  expect(late).toEqual([
    expect.stringContaining('CRITICAL, 2 new alerts'),
    expect.stringContaining('1 alert resolved'),
  ]);
  await dead.close();
});

test('internal failures are counted, shown and retried', async () => {
  await addReceiver();
  await raise(world, 'insolvent', 'BTC');
  world.clock.advance(MINUTE);
  await notifyAtOnce(world);
  const broken = alertPostWorker(() => ({
    mailer: null,
    post: () => Promise.reject(new Error('our own')),
  }));
  await broken.run(world.app);
  await broken.finish?.();
  expect((await operate(world).list())[0]).toMatchObject({
    failures: 1,
    last_error_code: 'internal_error',
  });
  await world.advance(16 * MINUTE);
  expect(receiver.received).toHaveLength(1);
});

test('a destination that does not respond delays no other', async () => {
  const silent = await startReceiver();
  silent.answer(null);
  await operate(world).add({ kind: 'webhook', name: 'a silent one', secret: silent.url });
  await addReceiver('b');
  await raise(world, 'insolvent', 'BTC');
  world.clock.advance(MINUTE);
  await notifyAtOnce(world);
  const worker = alertPostWorker();
  await worker.run(world.app);
  expect(receiver.received).toHaveLength(1);
  await silent.close();
  await worker.finish?.();
});

test('a disabled destination gets no messages', async () => {
  const { id } = await addReceiver();
  await operate(world).disable(id);
  await raise(world, 'insolvent', 'BTC');
  await world.advance(HOUR);
  expect(receiver.received).toEqual([]);
});

test("a chain that can't be polled for two minutes raises an alert, which resolves automatically", async () => {
  const { app } = world;
  const silent = async () =>
    (await listAlerts(app.db, { withResolved: false })).filter(
      ({ kind }) => kind === 'node_unreachable',
    );
  const poll = async () => {
    await makeAllDue(app);
    await silenceWorker.run(app);
  };
  const failing = (since: string | null) =>
    app.db.query(
      `insert into schedules (name, due_at, failing_since, last_error, failures)
       values ('watch-btc', now(), now() - $1::interval, 'connect ECONNREFUSED', 3)
       on conflict (name) do update set failing_since = excluded.failing_since, last_error = excluded.last_error`,
      [since],
    );
  await failing('1 minute');
  await poll();
  expect(await silent()).toEqual([]);
  await failing('3 minutes');
  await poll();
  await poll();
  const [alert, ...more] = await silent();
  expect(more).toEqual([]);
  expect(defined(alert, 'an alert').facts).toEqual({
    subject: 'BTC',
    reason: 'connect ECONNREFUSED',
  });
  await failing(null);
  await poll();
  expect(await silent()).toEqual([]);
});
