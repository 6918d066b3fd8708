// Whether the service has to create a backup now, and how that is configured.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Manifest, nameAt } from '../../src/backups/backup.ts';
import { isDue, latestTime, nightlyWorker } from '../../src/backups/nightly.ts';
import { noteBackup } from '../../src/backups/note-backup.ts';
import { noteWal } from '../../src/backups/wal/archive-wal.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { DAY, HOUR, MINUTE, SECOND, wallNow } from '../../src/core/clock.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
});
afterAll(() => world.close());

test('the last scheduled time is today or yesterday', () => {
  const midnight = 20_000 * DAY;
  const at = (now: number) => latestTime({ minuteOfDay: 3 * 60 + 17 }, now) - midnight;
  const time = 3 * HOUR + 17 * MINUTE;
  expect(at(midnight + time)).toBe(time);
  expect(at(midnight + 23 * HOUR)).toBe(time);
  expect(at(midnight + time - 1)).toBe(time - DAY);
});

test('a backup is due if none was created since then, or if the log restarted after it', async () => {
  const { db } = world.app;
  const now = wallNow();
  const minuteOfDay = Math.floor((now % DAY) / MINUTE);
  const due = () => isDue({ db }, { minuteOfDay });
  expect(await due()).toBe(true);
  await made(now - DAY);
  expect(await due()).toBe(true);
  await made(now + SECOND);
  expect(await due()).toBe(false);
  await noteWal(db, { until: new Date(now + 2 * SECOND), isNew: true });
  expect(await due()).toBe(true);
  await made(now + 3 * SECOND);
  expect(await due()).toBe(false);
});

test('a failed backup is an alert with its reason, until one succeeds', async () => {
  const { app } = world;
  const later = wallNow() + MINUTE;
  await noteWal(app.db, { until: new Date(later), isNew: true });
  const nightly = { to: '/dev/null/none', minuteOfDay: 0, kept: 14, recipient: null };
  const worker = nightlyWorker(nightly);
  const reported = async () => {
    await makeAllDue(app);
    await worker.run(app);
    const openAlerts = await listAlerts(app.db, { withResolved: false });
    return openAlerts
      .filter(({ kind }) => kind === 'backup_failed')
      .map(({ facts }) => facts.reason);
  };
  const reasons = await reported();
  expect(reasons).toEqual([expect.stringContaining('backup failed: ')]);
  // Not retried immediately.
  expect(await reported()).toEqual(reasons);
  await made(later + SECOND);
  expect(await reported()).toEqual([]);
});

test('the configuration is read, and errors are reported before the service starts', () => {
  const TO = { CHAINTILL_BACKUP_DESTINATION: '/backup' };
  expect(readConfig({}).nightly).toBeNull();
  expect(readConfig(TO).nightly).toEqual({
    to: '/backup',
    minuteOfDay: 197,
    kept: 14,
    recipient: null,
  });
  const wrong = (environment: Record<string, string>) => () =>
    readConfig({ ...TO, ...environment });
  expect(wrong({ CHAINTILL_BACKUP_TIME: '24:00' })).toThrow('CHAINTILL_BACKUP_TIME must be a time');
  expect(wrong({ CHAINTILL_BACKUP_RECIPIENT: 'me' })).toThrow('begins with age1');
  expect(wrong({ CHAINTILL_BACKUP_KEEP: '0' })).toThrow('CHAINTILL_BACKUP_KEEP must be');
  expect(wrong({ CHAINTILL_BACKUP_DESTINATION: 's3://shop' })).toThrow(
    'needs CHAINTILL_S3_ACCESS_KEY',
  );
  const server = { DATABASE_URL: 'postgres://till@db/till' };
  expect(wrong(server)).toThrow('CHAINTILL_BACKUP_DESTINATION is for the embedded database');
});

function made(ended: number): Promise<void> {
  const manifest = { name: nameAt(ended), ended_at: new Date(ended).toISOString() };
  return noteBackup(world.app.db, manifest as Manifest, true);
}
