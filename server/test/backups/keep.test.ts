// Of the backups of a place the newest stay, and what is not one is nobody's to remove.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nameAt } from '../../src/backups/backup.ts';
import { keepNewest, readKept } from '../../src/backups/keep.ts';
import { openPlace } from '../../src/backups/place.ts';
import { DAY } from '../../src/core/clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'chaintill-keep-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('all but the newest are removed, and nothing else of the folder is', async () => {
  const names = [0, 1, 2, 3].map((day) => nameAt(day * DAY));
  const unfinished = `${nameAt(9 * DAY)}.partial`;
  for (const name of [...names, unfinished, 'photos']) mkdirSync(join(folder, name));
  const place = openPlace(folder);
  expect(await keepNewest(place, 2)).toEqual(names.slice(0, 2));
  expect(readdirSync(folder).sort()).toEqual([...names.slice(2), unfinished, 'photos'].sort());
  expect(await keepNewest(place, 2)).toEqual([]);
});

test.each(['0', '-1', '1.5', '', 'all', '10000'])('%j is no number of backups', (text) => {
  expect(() => readKept(text)).toThrow('--keep');
});
