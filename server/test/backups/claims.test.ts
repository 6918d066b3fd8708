// The owner of a location is written once per epoch, atomically and only with the master key.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/backups/backup.ts';
import { addClaim, readClaims, readLastClaim } from '../../src/backups/claims/claim.ts';
import { findForeign } from '../../src/backups/claims/own-place.ts';
import { openPlace } from '../../src/backups/place.ts';
import { storedName } from '../../src/backups/wal/stored-log.ts';
import { claimOf } from './claims.ts';

const KEY = Buffer.alloc(32, 1);
const folder = mkdtempSync(join(tmpdir(), 'chaintill-claims-'));
const place = openPlace(folder, { objectStore: null });
const claims = join(folder, 'claims');
afterEach(() => rmSync(claims, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

test('if several databases claim a location concurrently, one succeeds, and its claim counts', async () => {
  for (const epoch of [1, 2, 3]) {
    const wanted = Array.from({ length: 16 }, (_, n) => claimOf(`${n}`.padStart(12, '0'), epoch));
    const added = await Promise.all(wanted.map((claim) => addClaim(place, KEY, claim)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await readLastClaim(place, KEY, '1')).toMatchObject({
      epoch,
      history: wanted[added.indexOf(true)]?.history,
    });
  }
  expect((await readClaims(place, KEY)).map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
  expect(readdirSync(claims)).toHaveLength(3);
});

test('databases of other systems can claim the same location', async () => {
  expect(await addClaim(place, KEY, claimOf('aaaaaaaaaaaa', 1, '1'))).toBe(true);
  expect(await addClaim(place, KEY, claimOf('bbbbbbbbbbbb', 1, '11'))).toBe(true);
  expect(await readLastClaim(place, KEY, '1')).toMatchObject({ history: 'aaaaaaaaaaaa' });
  expect(await readLastClaim(place, KEY, '111')).toBeNull();
});

test('an unfinished claim of a killed process does not count', async () => {
  const draft = join(claims, '1-000001.00112233.partial');
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'claim.json'), '{"format":1,"syst');
  expect(await readClaims(place, KEY)).toEqual([]);
  expect(await addClaim(place, KEY, claimOf('aaaaaaaaaaaa'))).toBe(true);
  expect(await readLastClaim(place, KEY, '1')).toMatchObject({ history: 'aaaaaaaaaaaa' });
});

test('a claim that is damaged, newer, renamed or sealed with another key is rejected', async () => {
  const reading = (text: string, name = '1-000001') => {
    mkdirSync(join(claims, name), { recursive: true });
    writeFileSync(join(claims, name, 'claim.json'), text);
    return readLastClaim(place, KEY, '1');
  };
  const claim = claimOf('aaaaaaaaaaaa');
  await expect(reading('')).rejects.toThrow('is damaged');
  await expect(reading(JSON.stringify({ ...claim, wal: '../1' }))).rejects.toThrow('is damaged');
  await expect(reading(JSON.stringify(claim), '1-000002')).rejects.toThrow('is damaged');
  rmSync(claims, { recursive: true });
  await expect(reading(JSON.stringify({ ...claim, format: 2 }))).rejects.toThrow('newer release');
  await expect(reading(JSON.stringify(claim))).rejects.toThrow('has no valid seal');
  rmSync(claims, { recursive: true });
  await addClaim(place, Buffer.alloc(32, 2), claim);
  await expect(readLastClaim(place, KEY, '1')).rejects.toThrow('not sealed with this master key');
  expect(await readLastClaim(place, null, '1')).toMatchObject({ history: 'aaaaaaaaaaaa' });
});

describe('a location from before claims existed', () => {
  const origin = {
    system: '1',
    timeline: 2,
    number: 9,
    left: [{ timeline: 1, number: 6 }],
  };

  test.each([
    ['its own log up to now', ['000000010000000000000005', '000000020000000000000006'], [], null],
    ['a log that is ahead of it', ['00000002000000000000000A'], [], '00000002000000000000000A'],
    ['a timeline that it does not come from', ['000000030000000000000007'], [], '0000000300'],
    ['its earlier timeline, written on elsewhere', ['000000010000000000000006'], [], '00000001'],
    ['backups of its own past', [], [backupOf(1, 6), backupOf(2, 9)], null],
    ['a backup of a later timeline', [], [backupOf(3, 7)], 'chaintill-3'],
    ['a backup that is ahead of it', [], [backupOf(2, 10)], 'chaintill-2'],
    ['a backup of an earlier timeline after it was left', [], [backupOf(1, 7)], 'chaintill-1'],
  ] as const)('is adopted or rejected: %s', (_what, names, manifests, foreign) => {
    const files = names.map((name) =>
      storedName({ key: KEY, system: '1' }, name, Buffer.from('x')),
    );
    const found = findForeign({ manifests, files }, origin);
    if (foreign === null) expect(found).toBeNull();
    else expect(found).toContain(foreign);
  });
});

function backupOf(timeline: number, number: number): Manifest {
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const last_log = `${digits(timeline)}${digits(0)}${digits(number)}`;
  return { name: `chaintill-${timeline}`, timeline, last_log } as Manifest;
}
