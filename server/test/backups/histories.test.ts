// Two histories in one location are told apart, even when neither claimed it, and a restore never chooses between them.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { FORMAT, MANIFEST, type Manifest, nameAt } from '../../src/backups/backup.ts';
import { chooseBackup, readHistories } from '../../src/backups/choose-backup.ts';
import { addClaim } from '../../src/backups/claims/claim.ts';
import { openPlace } from '../../src/backups/place.ts';
import { findWal } from '../../src/backups/wal/follow-wal.ts';
import { compressWal, storedName } from '../../src/backups/wal/stored-log.ts';
import { DAY } from '../../src/core/clock.ts';
import { claimOf } from './claims.ts';

const KEY = Buffer.alloc(32, 1);
const FIRST = 'aaaaaaaaaaaa';
const SECOND = 'bbbbbbbbbbbb';
/** The second timeline branched off the first at the beginning of file 6. */
const SECOND_TIMELINE = '1\t0/6000000\tno recovery target specified\n';
const folder = mkdtempSync(join(tmpdir(), 'chaintill-histories-'));
const place = openPlace(folder, { objectStore: null });
const wanted = { until: 'latest', key: KEY } as const;
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a log that continued after another timeline branched off is two histories, and neither is chosen', async () => {
  const made = backupOf({ day: 0, number: 4 });
  await logOf('1', ['1/5', '1/6', '1/7', '2/6']);
  const found = await readHistories(place, KEY);
  expect(found.map(({ id, status }) => [id, status])).toEqual([
    ['unclaimed-1.1', 'unclaimed'],
    ['unclaimed-1.2', 'unclaimed'],
  ]);
  for (const { until } of found) expect(until).toBeInstanceOf(Date);
  await expect(chooseBackup(place, wanted)).rejects.toThrow(
    /more than one history.*\n {2}unclaimed-1\.1: .*last moment \S+Z.*\n {2}unclaimed-1\.2: /,
  );
  expect(await namesOf('unclaimed-1.1')).toEqual(['1/5', '1/6', '1/7']);
  expect(await namesOf('unclaimed-1.2')).toEqual(['1/5', '2/6']);
  expect((await chooseBackup(place, { ...wanted, history: 'unclaimed-1.1' })).manifest).toEqual(
    made,
  );
});

test('a log that another timeline continues is one history', async () => {
  backupOf({ day: 0, number: 4 });
  const newest = backupOf({ day: 1, number: 7, timeline: 2 });
  await logOf('1', ['1/5', '2/6', '2/7', '2/8']);
  expect((await readHistories(place, KEY)).map(({ id }) => id)).toEqual(['unclaimed-1']);
  expect((await chooseBackup(place, wanted)).manifest).toEqual(newest);
  expect(await namesOf('unclaimed-1')).toEqual(['2/8']);
});

test('backups of two timelines without their relation are two histories', async () => {
  backupOf({ day: 0, number: 4 });
  backupOf({ day: 1, number: 7, timeline: 2 });
  await expect(chooseBackup(place, wanted)).rejects.toThrow('more than one history');
});

test('two instances that share a location are two histories', async () => {
  const first = backupOf({ day: 0, number: 4 });
  backupOf({ day: 1, number: 4, system: '2' });
  await expect(chooseBackup(place, wanted)).rejects.toThrow('unclaimed-2');
  expect((await chooseBackup(place, { ...wanted, backup: first.name })).manifest).toEqual(first);
});

test('a history that took over a location follows its backup, and never the log that continued without it', async () => {
  backupOf({ day: 0, number: 4, history: FIRST });
  backupOf({ day: 1, number: 7, history: FIRST });
  await addClaim(place, KEY, claimOf(FIRST));
  const after = [{ wal: '1', before: 2 }];
  await addClaim(place, KEY, { ...claimOf(SECOND, 2), after });
  await logOf('1', ['1/5', '1/6', '1/7', '1/8']);
  await logOf(`1-${SECOND}`, ['2/6', '2/7']);
  expect((await readHistories(place, KEY)).map(({ id, status }) => [id, status])).toEqual([
    [FIRST, 'former'],
    [SECOND, 'current'],
  ]);
  expect(await namesOf(SECOND)).toEqual(['1/5', '2/6', '2/7']);
  expect(await namesOf(FIRST)).toEqual(['1/8']);
  const own = backupOf({ day: 2, number: 7, timeline: 2, history: SECOND });
  expect((await chooseBackup(place, { ...wanted, history: SECOND })).manifest).toEqual(own);
  const newest = (await chooseBackup(place, { ...wanted, history: FIRST })).manifest;
  expect(newest.name).toBe(nameAt(DAY));
  const elsewhere = { ...wanted, history: FIRST, backup: own.name };
  await expect(chooseBackup(place, elsewhere)).rejects.toThrow(`is not of history ${FIRST}`);
  const none = { ...wanted, history: 'cccccccccccc' };
  await expect(chooseBackup(place, none)).rejects.toThrow('has no history cccccccccccc');
});

test('a history without stored data is listed, and not restored', async () => {
  await addClaim(place, KEY, claimOf(FIRST));
  const [found] = await readHistories(place, KEY);
  expect(found).toMatchObject({ id: FIRST, status: 'current', backups: [], until: null });
  await expect(chooseBackup(place, wanted)).rejects.toThrow('there is no backup in');
});

test('data that an older release stored next to a claimed history is a separate history', async () => {
  backupOf({ day: 0, number: 4, history: FIRST });
  await addClaim(place, KEY, claimOf(FIRST));
  await logOf('1', ['1/5', '1/6', '1/7', '2/6']);
  expect((await readHistories(place, KEY)).map(({ id }) => id)).toEqual([
    `${FIRST}.1`,
    `${FIRST}.2`,
  ]);
  await expect(chooseBackup(place, wanted)).rejects.toThrow('more than one history');
});

/** The timeline and number of each file that follows a history's chosen backup. */
async function namesOf(history: string): Promise<string[]> {
  const chosen = await chooseBackup(place, { ...wanted, history });
  const { files, missing } = await findWal({ place, ...chosen, key: KEY });
  expect(missing).toBeNull();
  return files
    .filter(({ name }) => !name.endsWith('.history'))
    .map(
      ({ name }) =>
        `${Number.parseInt(name.slice(0, 8), 16)}/${Number.parseInt(name.slice(16), 16)}`,
    );
}

/** Files as `timeline/number`; with the second timeline also its origin. */
async function logOf(wal: string, files: readonly string[]): Promise<void> {
  const names = files.map((each) => {
    const [timeline = '', number = ''] = each.split('/');
    return `${timeline.padStart(8, '0')}${'0'.repeat(8)}${number.padStart(8, '0')}`;
  });
  for (const name of names) await store(wal, name, name);
  if (files.some((each) => each.startsWith('2/')))
    await store(wal, '00000002.history', SECOND_TIMELINE);
}

async function store(wal: string, name: string, text: string): Promise<void> {
  const content = Buffer.from(text);
  const file = storedName({ key: KEY, system: '1' }, name, content);
  await place.wal(wal).add(file, await compressWal(content));
}

interface Made {
  readonly day: number;
  readonly number: number;
  readonly timeline?: number;
  readonly system?: string;
  readonly history?: string;
}

function backupOf({ day, number, timeline = 1, system = '1', history }: Made): Manifest {
  const name = nameAt(day * DAY);
  const log = `${`${timeline}`.padStart(8, '0')}${'0'.repeat(8)}${`${number}`.padStart(8, '0')}`;
  const manifest = {
    format: FORMAT,
    name,
    mode: 'live',
    network: 'main',
    system,
    timeline,
    first_log: log,
    last_log: log,
    ended_at: new Date(day * DAY).toISOString(),
    files: [],
    contents: [],
    ...(history !== undefined && { history }),
  } as unknown as Manifest;
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, MANIFEST), JSON.stringify(manifest));
  return manifest;
}
