// Keys stored next to a backup: only the identity decrypts them, nothing else is readable, and a location lists no
// incomplete backup.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, type Manifest, nameAt } from '../../src/backups/backup.ts';
import { openKeys, sealKeys } from '../../src/backups/keys.ts';
import { openPlace } from '../../src/backups/place.ts';
import { chunksOf } from '../../src/core/store-files.ts';

const NAME = nameAt(0);
const KEYS_OF_INSTANCE = {
  master_key: 'ab'.repeat(32),
  variables: { BTC_NODE_URL: 'http://a:b@c' },
};
const folder = mkdtempSync(join(tmpdir(), 'chaintill-keys-'));
const place = openPlace(folder, { objectStore: null });
const manifest = {
  name: NAME,
  files: [{ path: KEYS, bytes: 0, sha256: '' }],
} as unknown as Manifest;
const identityFile = join(folder, 'identity');
let recipient = '';

beforeAll(async () => {
  const identity = await generateIdentity();
  recipient = await identityToRecipient(identity);
  writeFileSync(identityFile, `# public key: ${recipient}\n${identity}\n`);
  const draft = await place.begin(NAME);
  await draft.write(KEYS, chunksOf(await sealKeys(KEYS_OF_INSTANCE, recipient)));
  await draft.finish();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('only the identity opens them, and the file reveals nothing', async () => {
  expect(await openKeys(place, manifest, identityFile)).toEqual(KEYS_OF_INSTANCE);
  const sealed = readFileSync(join(folder, NAME, KEYS), 'latin1');
  expect(sealed).toContain('age-encryption.org/v1');
  expect(sealed).not.toContain(KEYS_OF_INSTANCE.master_key);
});

test('another identity, an invalid file, and a backup without keys are rejected', async () => {
  const other = join(folder, 'other');
  writeFileSync(other, await generateIdentity());
  await expect(openKeys(place, manifest, other)).rejects.toThrow("can't be decrypted");
  writeFileSync(other, 'no identity');
  await expect(openKeys(place, manifest, other)).rejects.toThrow("can't be decrypted");
  const keyless = { ...manifest, files: [] };
  await expect(openKeys(place, keyless, identityFile)).rejects.toThrow('without a recipient');
});

test('an invalid recipient is rejected before anything is copied', async () => {
  await expect(sealKeys(KEYS_OF_INSTANCE, 'age1nobody')).rejects.toThrow('not an age recipient');
});

test('an incomplete backup does not count, and no other takes its name', async () => {
  const draft = await place.begin(nameAt(1000));
  await draft.write(KEYS, chunksOf('half'));
  mkdirSync(join(folder, 'something-else'));
  expect(await place.list()).toEqual([NAME]);
  await expect(place.begin(nameAt(1000))).rejects.toThrow('another process');
  await expect(place.begin(NAME)).rejects.toThrow('already');
  await draft.abandon();
});

test("a location that can't be created is reported in a sentence", async () => {
  const wish = join(identityFile, 'backups');
  await expect(openPlace(wish, { objectStore: null }).begin(NAME)).rejects.toThrow(
    `cannot create ${wish}: ENOTDIR`,
  );
});
