// A backup belongs to the instance whose master key signed it, whatever anyone with write access to its location does.
import { expect, test } from 'vitest';
import {
  FORMAT,
  isSealed,
  type Manifest,
  nameAt,
  sealedAs,
  sealingKeyOf,
} from '../../src/backups/backup.ts';
import { keyBytes } from '../../src/backups/keys.ts';
import { differences, environmentLines, readConfigured } from '../../src/backups/place.ts';

const HEX = 'ab'.repeat(32);
const key = sealingKeyOf(keyBytes(HEX));
const manifest = {
  format: FORMAT,
  name: nameAt(0),
  mode: 'live',
  system: '1',
  files: [{ path: 'database.tar.gz', bytes: 7, sha256: 'ff' }],
  contents: [],
} as unknown as Manifest;
const stored = JSON.parse(JSON.stringify(sealedAs(key, manifest), null, 1)) as Manifest;

test('the same key verifies it, in any of its forms', () => {
  const base64 = Buffer.from(HEX, 'hex').toString('base64');
  expect(isSealed(sealingKeyOf(keyBytes(base64)), stored)).toBe(true);
});

test('another key, and any change, is rejected', () => {
  expect(() => isSealed(sealingKeyOf(keyBytes('cd'.repeat(32))), stored)).toThrow(
    'not sealed with',
  );
  const changed = { ...stored, files: [{ path: 'database.tar.gz', bytes: 7, sha256: 'ee' }] };
  expect(() => isSealed(key, changed)).toThrow('not sealed with');
  expect(() => isSealed(key, { ...stored, seal: '' })).toThrow('not sealed with');
});

test('a backup without a key is reported as unsigned', () => {
  expect(isSealed(key, sealedAs(null, manifest))).toBe(false);
  expect(isSealed(key, manifest)).toBe(false);
});

test('it has the configuration without secrets, and only the names of the secret variables', () => {
  const environment = {
    BTC_NODE_URL: 'http://user:secret@node',
    CHAINTILL_FEE_PERCENT: '1.5',
    HOME: '/root',
    CHAINTILL_MAIL_FROM: 'Shop $1 <pay@shop.example>',
  };
  const configured = readConfigured(environment);
  expect(configured.secrets).toEqual(['BTC_NODE_URL']);
  expect(JSON.stringify(configured)).not.toContain('secret@');
  expect(environmentLines(configured)).toEqual(
    expect.arrayContaining([
      'CHAINTILL_FEE_PERCENT=1.5',
      'CHAINTILL_MAIL_FROM="Shop \\$1 <pay@shop.example>"',
    ]),
  );
  const now = { CHAINTILL_FEE_PERCENT: '2', CHAINTILL_DATA_DIR: '/elsewhere' };
  expect(differences(configured, readConfigured(now))).toEqual([
    'CHAINTILL_FEE_PERCENT: was 1.5, is 2',
    'CHAINTILL_MAIL_FROM: was "Shop \\$1 <pay@shop.example>", is not set',
    'BTC_NODE_URL: was set, now is not',
  ]);
});
