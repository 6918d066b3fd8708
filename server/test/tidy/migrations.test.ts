// Migrations are append-only: a landed one may have been applied somewhere. server/migrations/checksums.txt has their
// checksums, one per line in sha256sum's format; `npm run generate` adds new ones and changes none.
// baseline.sql, which it rewrites, is no migration.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { filesBelow } from './files.ts';

const files = filesBelow('server/migrations', /\/\d{4}_\w+\.sql$/);
const [list] = filesBelow('server/migrations', /checksums\.txt$/);
const lines = (list?.text ?? '').split('\n').filter((line) => line !== '');

test('no landed migration is changed or removed: a change is a new migration', () => {
  const present = files.map(({ path, text }) => {
    const checksum = createHash('sha256').update(text).digest('hex');
    return `${checksum}  ${path.slice(path.lastIndexOf('/') + 1)}`;
  });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !present.includes(line))).toEqual([]);
});

test('each migration has its line (npm run generate), and each number one migration', () => {
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).sort();
  expect(lines.map((line) => line.split('  ')[1])).toEqual(names);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});
