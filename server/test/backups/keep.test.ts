// Of the backups of a location, the newest of each database are kept, and files that are not backups are never removed.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { FORMAT, MANIFEST, type Manifest, nameAt } from '../../src/backups/backup.ts';
import type { Kind } from '../../src/backups/choose-backup.ts';
import { addClaim } from '../../src/backups/claims/claim.ts';
import { applyRetention, readKept } from '../../src/backups/keep.ts';
import { openPlace } from '../../src/backups/place.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { claimOf } from './claims.ts';

const OURS = { system: '1', mode: 'live', network: 'main', history: 'aaaaaaaaaaaa' };
const keep = (kept: number, made: Manifest) => applyRetention(place, { kept, made, key: null });
const KEY = Buffer.alloc(32, 1);
const folder = mkdtempSync(join(tmpdir(), 'chaintill-keep-'));
const place = openPlace(folder, { objectStore: null });
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('all but the newest are removed, and nothing else in the folder', async () => {
  const made = [0, 1, 2, 3].map((day) => backupOf(OURS, day));
  const names = made.map(({ name }) => name);
  const unfinished = `${nameAt(9 * DAY)}.partial`;
  for (const name of [unfinished, 'photos']) mkdirSync(join(folder, name));
  const last = defined(made[3], 'the last');
  expect(await keep(2, last)).toEqual(names.slice(0, 2));
  expect(readdirSync(folder).sort()).toEqual([...names.slice(2), unfinished, 'photos'].sort());
  expect(await keep(2, last)).toEqual([]);
});

test('backups of another or an unknown history neither count nor are deleted', async () => {
  const { history: _history, ...unnamed } = OURS;
  const others = [
    backupOf({ ...OURS, history: 'bbbbbbbbbbbb' }, 0),
    backupOf(unnamed, 1),
    backupOf({ ...OURS, history: 'bbbbbbbbbbbb' }, 5),
  ];
  const old = backupOf(OURS, 2);
  const made = backupOf(OURS, 4);
  expect(await keep(1, made)).toEqual([old.name]);
  for (const { name } of others) expect(readdirSync(folder)).toContain(name);
  expect(await keep(1, backupOf(unnamed, 6))).toEqual([]);
});

test('backups that a history adopted count and are deleted with its own', async () => {
  const { history, ...unnamed } = OURS;
  const adopted = backupOf(unnamed, 0);
  const other = backupOf(unnamed, 1);
  const made = backupOf(OURS, 2);
  const claim = { ...claimOf(history), adopted: [adopted.name] };
  expect(await addClaim(place, KEY, claim)).toBe(true);
  expect(await applyRetention(place, { kept: 1, made, key: KEY })).toEqual([adopted.name]);
  expect(readdirSync(folder)).toContain(other.name);
});

test('backups of another database, and unreadable ones, neither count nor are deleted', async () => {
  const others = [
    { ...OURS, system: '2' },
    { ...OURS, mode: 'sandbox' },
    { ...OURS, network: 'test' },
  ].map((kind, day) => backupOf(kind, day));
  mkdirSync(join(folder, nameAt(3 * DAY)));
  const old = backupOf(OURS, 4);
  const made = backupOf(OURS, 5);
  backupOf({ ...OURS, system: '2' }, 6);
  expect(await keep(1, made)).toEqual([old.name]);
  for (const { name } of others) expect(readdirSync(folder)).toContain(name);
});

test('the newest backup stays, whatever its name', async () => {
  const [made] = [0, 1, 2].map((day) => backupOf(OURS, day));
  expect(await keep(1, defined(made, 'the first'))).toEqual([nameAt(DAY)]);
  expect(await place.list()).toEqual([nameAt(0), nameAt(2 * DAY)]);
});

test.each(['0', '-1', '1.5', '', 'all', '10000'])('%j is not a valid number of backups', (text) => {
  expect(() => readKept(text)).toThrow('--keep');
});

function backupOf(kind: Kind & Pick<Manifest, 'history'>, day: number): Manifest {
  const name = nameAt(day * DAY);
  const manifest = {
    ...kind,
    format: FORMAT,
    name,
    first_log: '000000010000000000000003',
    files: [],
    contents: [],
  } as unknown as Manifest;
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, MANIFEST), JSON.stringify(manifest));
  return manifest;
}
