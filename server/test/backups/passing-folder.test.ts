// Temporary folders of killed commands are removed; those in use are kept.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makePassing, PASSING, removeLeft } from '../../src/backups/passing-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'chaintill-passing-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder of an ended process is removed; one in use and unrelated files stay', async () => {
  const gone = `${PASSING.verify}${spawnSync(process.execPath, ['--version']).pid}-abc`;
  const others = [`${PASSING.verify}${process.ppid}-abc`, `${PASSING.verify}notes`, 'postgres'];
  for (const name of [gone, ...others])
    mkdirSync(join(folder, name, 'postgres'), { recursive: true });
  expect(await removeLeft(folder, PASSING.restore)).toEqual([]);
  expect(await removeLeft(folder, PASSING.verify)).toEqual([join(folder, gone)]);
  expect(readdirSync(folder).sort()).toEqual(others.toSorted());
  expect(basename(await makePassing(folder, PASSING.restore))).toContain(`-${process.pid}-`);
});
