// How the stored log is monitored, kept and deleted.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORMAT, MANIFEST, type Manifest, nameAt } from '../../src/backups/backup.ts';
import { addClaim } from '../../src/backups/claims/claim.ts';
import { applyRetention } from '../../src/backups/keep.ts';
import { noteBackup } from '../../src/backups/note-backup.ts';
import { openPlace } from '../../src/backups/place.ts';
import { noteWal, readWalNote, watchWal } from '../../src/backups/wal/archive-wal.ts';
import { followWal } from '../../src/backups/wal/follow-wal.ts';
import {
  compressWal,
  decompressWal,
  parseStored,
  storedName,
} from '../../src/backups/wal/stored-log.ts';
import { DAY, HOUR, SECOND, wallNow } from '../../src/core/clock.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { backupsReading } from '../../src/metrics/read-workers.ts';
import { checkBackups } from '../../src/operator/doctor/check-backups.ts';
import type { OperatorApp } from '../../src/operator/operator.ts';
import { createWorld, type World } from '../support/world.ts';
import { claimOf } from './claims.ts';

const folder = mkdtempSync(join(tmpdir(), 'chaintill-wal-'));
const sealing = { key: Buffer.alloc(32, 1), system: '7' };
const NAME = '000000010000000000000007';
const HISTORY = 'aaaaaaaaaaaa';
let world: World;
let app: OperatorApp;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
  const { coinWallets, nodes } = world.assembled;
  app = { ...world.app, coinWallets, nodes };
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

async function alerts(): Promise<object[]> {
  await watchWal(app);
  const all = await listAlerts(app.db, { withResolved: false });
  return all.filter(({ kind }) => kind === 'wal_archiving_failed').map(({ facts }) => facts);
}

test('without stored backups no log is expected', async () => {
  expect(await alerts()).toEqual([]);
  expect(await backupsReading.read(app)).toEqual({});
});

test('a log without a backup to start from is a finding, until there is one', async () => {
  const began = new Date(wallNow() - SECOND);
  await noteWal(app.db, { until: began, isNew: true });
  const until = began.toISOString();
  const detail = { code: 'backup_before_wal', wal_since: until, wal_until: until };
  expect(await checkBackups(app)).toMatchObject({ ok: false, detail });
  const made = { name: nameAt(wallNow()), ended_at: new Date(wallNow()).toISOString() };
  await noteBackup(app.db, made as Manifest, true);
  expect(await checkBackups(app)).toMatchObject({
    ok: true,
    detail: { code: 'backup_newest', wal_until: until },
  });
});

test('a log that is no longer stored is an alert, a finding and a metric until it is stored again', async () => {
  const { db } = app;
  const old = new Date(wallNow() - HOUR);
  await noteWal(db, { until: old, isNew: true });
  await noteWal(db, { until: old, isNew: false });
  const until = old.toISOString();
  expect(await alerts()).toEqual([{ subject: 'database', stored_until: until }]);
  const detail = { code: 'wal_old', wal_until: until };
  expect(await checkBackups(app)).toMatchObject({ ok: false, detail });
  const read: object = await backupsReading.read(app);
  expect(read).toMatchObject({
    chaintill_wal_stored_timestamp_seconds: [{ value: Number(old) / SECOND }],
    chaintill_wal_age_limit_seconds: [{ value: 420 }],
  });
  const now = new Date(wallNow());
  await noteWal(db, { until: now, isNew: false });
  expect(await readWalNote(db)).toEqual({ began_at: old, until: now });
  expect(await alerts()).toEqual([]);
});

test('log that no backup needs is deleted with the oldest backup, and nothing else is', async () => {
  const place = openPlace(folder, { objectStore: null });
  const made = [3, 5].map((number, day) => backupOf(number, day));
  const wal = place.wal('7');
  for (const number of [2, 3, 4, 5, 6])
    await wal.add(fileOf(`00000001000000000000000${number}`), Buffer.from('x'));
  await wal.add(fileOf('00000002.history'), Buffer.from('x'));
  writeFileSync(join(folder, 'wal-7', 'notes.txt'), '');
  await addClaim(place, sealing.key, claimOf(HISTORY, 1, '7'));
  await applyRetention(place, { kept: 1, made: made[1] as Manifest, key: sealing.key });
  const left = parseStored(await wal.list()).map(({ name }) => name);
  expect(left).toEqual([
    '000000010000000000000005',
    '000000010000000000000006',
    '00000002.history',
  ]);
  expect(readdirSync(join(folder, 'wal-7'))).toContain('notes.txt');
});

test('no log is required up to the end of a backup, or before it', async () => {
  const place = openPlace(folder, { objectStore: null });
  const manifest = { ...backupOf(5, 1), ended_at: '2026-11-24T14:05:00.000Z' };
  const path = { system: '7', wal: '7', after: [], timeline: null };
  const requested = { place, manifest, path, key: null };
  expect(await followWal({ ...requested, until: 'backup' })).toBeNull();
  const before = new Date('2026-11-24T14:04:00Z');
  await expect(followWal({ ...requested, until: before })).rejects.toThrow('use an older one');
});

test('a file that was changed, renamed or belongs to another instance is rejected', async () => {
  const content = Buffer.from('what was written');
  const [stored] = parseStored([storedName(sealing, NAME, content)]);
  if (stored === undefined) throw new Error('its name is read');
  const packed = await compressWal(content);
  expect(Buffer.from(await decompressWal(sealing, stored, packed))).toEqual(content);
  const refused = 'is not sealed with this master key';
  const changed = await compressWal(Buffer.from('something else'));
  await expect(decompressWal(sealing, stored, changed)).rejects.toThrow(refused);
  const renamed = { ...stored, name: NAME.replace('7', '8') };
  await expect(decompressWal(sealing, renamed, packed)).rejects.toThrow(refused);
  const elsewhere = { ...sealing, system: '8' };
  await expect(decompressWal(elsewhere, stored, packed)).rejects.toThrow(refused);
  await expect(decompressWal(null, stored, content)).rejects.toThrow('it is damaged');
});

function fileOf(name: string): string {
  return storedName(sealing, name, Buffer.from('x'));
}

function backupOf(number: number, day: number): Manifest {
  const name = nameAt(day * DAY);
  const manifest = {
    format: FORMAT,
    name,
    system: '7',
    mode: 'live',
    network: 'main',
    history: HISTORY,
    first_log: `00000001000000000000000${number}`,
    files: [],
    contents: [],
  } as unknown as Manifest;
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, MANIFEST), JSON.stringify(manifest));
  return manifest;
}
