// Failures in the real program fire their alerts, from its own metrics. Alerts about failures outside of it (the
// process, the machine, the database) are in rules.test.ts and processes/alerts.test.ts.
import { afterEach, expect, test } from 'vitest';
import { noteWal } from '../../src/backups/wal/archive-wal.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import type { AlertKind } from '../../src/contract/alert-kinds.ts';
import { DAY, HOUR, MINUTE, wallNow } from '../../src/core/clock.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { setRatesDown } from '../../src/sandbox/faults.ts';
import { operate, raise } from '../alerts/support.ts';
import { freePort } from '../support/free-port.ts';
import { describeWithPrometheus } from '../support/prometheus.ts';
import { payInvoice, payOut } from './business.ts';
import { firingIn } from './firing.ts';
import { type Instance, startInstance } from './simulated-instance.ts';

const STEP = 4;
const ALERTS: readonly AlertKind[] = [
  'audit_finding',
  'insolvent',
  'callback_delivery_failed',
  'node_behind',
  'hot_wallet_low_balance',
  'signer_unavailable',
  'node_excluded',
];

const BROKEN: readonly string[] = [
  'ChaintillAlert',
  'ChaintillAlertsUnreported',
  'ChaintillAuditFinding',
  'ChaintillAuditLate',
  'ChaintillBackupOld',
  'ChaintillCallbackDeliveriesFailed',
  'ChaintillCallbacksLate',
  'ChaintillCallbacksUnanswered',
  'ChaintillChainStalled',
  'ChaintillHotWalletLow',
  'ChaintillInsolvent',
  'ChaintillNodeBehind',
  'ChaintillNodeDown',
  'ChaintillPayoutsLate',
  'ChaintillQuarantine',
  'ChaintillRateMissing',
  'ChaintillReorganization',
  'ChaintillSigner',
  'ChaintillTransferStuck',
  'ChaintillWalOld',
  'ChaintillQueueBacklog',
  'ChaintillWorkerLate',
];

let instance: Instance;
afterEach(() => instance.close().catch(() => undefined));

const pass = (minutes: number, works = true) => instance.pass(minutes, { step: STEP, works });
const ltc = () => instance.world.simulation('LTC');

/** A backup and a log that were last stored three days ago. */
async function stopBackups(): Promise<void> {
  const { db } = instance.world.app;
  const ended = new Date(wallNow() - 3 * DAY);
  await db.query(`insert into backups (name, ended_at, is_proven) values ('20260101', $1, true)`, [
    ended,
  ]);
  await noteWal(db, { until: ended, isNew: true });
}

describeWithPrometheus('alerts of a broken instance', () => {
  test('each fires', { timeout: 20 * MINUTE }, async () => {
    instance = await startInstance({ coins: ['LTC'] }, { watchesBackups: true });
    const { world, merchant } = instance;
    await payInvoice(instance, 'LTC');
    await world.mine('LTC', 12);
    await pass(4);
    await world.reorganise('LTC', 8);
    await pass(4);
    await payOut(instance);
    await pass(4);
    await changeSettings(ltc(), { mineEverySeconds: null });
    merchant.answerWith(500);
    await payInvoice(instance, 'LTC');
    instance.skip(7 * HOUR);
    await pass(12);
    await operate(world).add({
      kind: 'webhook',
      name: 'dead',
      secret: `http://127.0.0.1:${await freePort()}/`,
    });
    for (const kind of ALERTS) await raise(world, kind, 'LTC');
    await stopBackups();
    // Requested, and not planned yet.
    await payOut(instance);
    await world.app.db.transaction((tx) => beginQuarantine(tx, { coin: 'LTC', reason: 'test' }));
    await setRatesDown(world.app, true);
    await pass(72);
    await changeSettings(ltc(), { nodeIsDown: true });
    await pass(4 * 60, false);
    const fired = await firingIn(instance.recording, STEP);
    const names = new Set(fired.map((alert) => alert.split(' ')[0]));
    expect(BROKEN.filter((alert) => !names.has(alert))).toEqual([]);
    const late = fired.filter((alert) => alert.startsWith('ChaintillWorkerLate'));
    expect(late).toContain('ChaintillWorkerLate task="watch-ltc"');
    // Delayed only during the assessment of deposits: nothing is late.
    expect(late.filter((alert) => alert.includes('assess-'))).toEqual([]);
  });
});
