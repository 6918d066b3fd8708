// The age of the newest verified backup: once a backup exists, the alert, `doctor` and the metrics watch it alike.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import type { Manifest } from '../../src/backups/backup.ts';
import { newestBackup, noteBackup, watchBackupAge } from '../../src/backups/note-backup.ts';
import { HOUR } from '../../src/core/clock.ts';
import { modeRules } from '../../src/core/config/mode-rules.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { backupsReading } from '../../src/metrics/read-workers.ts';
import { checkBackups } from '../../src/operator/doctor/check-backups.ts';
import type { OperatorApp } from '../../src/operator/operator.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
/** The same service in live mode. */
let live: OperatorApp;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
  live = withRules(36);
});
afterAll(() => world.close());

function withRules(backupHoursMax: number): OperatorApp {
  const { app, assembled } = world;
  const { coinWallets, nodes } = assembled;
  const config = { ...app.config, rules: modeRules.live, backupHoursMax };
  return { ...app, coinWallets, nodes, config };
}

async function alerts(app: App): Promise<object[]> {
  await watchBackupAge(app);
  const all = await listAlerts(app.db, { withResolved: false });
  return all.filter(({ kind }) => kind === 'backup_old').map(({ facts }) => facts);
}

async function made(name: string, isVerified: boolean): Promise<string> {
  const endedAt = new Date(world.clock.now()).toISOString();
  await noteBackup(world.app.db, { name, ended_at: endedAt } as Manifest, isVerified);
  return endedAt;
}

test('without any backup, none is expected', async () => {
  expect(await alerts(live)).toEqual([]);
  expect(await checkBackups(live)).toMatchObject({ ok: true, detail: { code: 'backup_none' } });
  expect(await backupsReading.read(live)).toEqual({});
});

test('a backup that is too old is an alert and a finding until a new one exists', async () => {
  await made('20260101T000000Z', false);
  const at = await made('20260102T000000Z', true);
  world.clock.advance(35 * HOUR);
  expect(await alerts(live)).toEqual([]);
  const detail = { code: 'backup_newest', at, is_proven: true };
  expect(await checkBackups(live)).toMatchObject({ ok: true, detail });
  world.clock.advance(2 * HOUR);
  const facts = { subject: 'database', backup: '20260102T000000Z', made_at: at };
  expect(await alerts(live)).toEqual([facts]);
  expect(await alerts(live)).toEqual([facts]);
  expect(await checkBackups(live)).toMatchObject({ ok: false, detail });
  expect(await backupsReading.read(live)).toEqual({
    chaintill_backup_last_end_timestamp_seconds: [{ value: Date.parse(at) / 1000 }],
    chaintill_backup_age_limit_seconds: [{ value: 36 * 3600 }],
  });
  await made('20260104T000000Z', false);
  expect(await newestBackup(world.app.db)).toMatchObject({ name: '20260104T000000Z' });
  expect(await alerts(live)).toEqual([]);
});

test('its age is not checked in the sandbox or when disabled', async () => {
  world.clock.advance(100 * HOUR);
  const unwatched = withRules(0);
  expect(await alerts(world.app)).toEqual([]);
  expect(await alerts(unwatched)).toEqual([]);
  expect(await checkBackups(unwatched)).toMatchObject({ ok: true });
  expect(await backupsReading.read(unwatched)).toEqual({});
  expect(await alerts(live)).toHaveLength(1);
});
