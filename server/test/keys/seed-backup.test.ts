// The backup of a seed: what it stores, and what it rejects.
import { expect, test } from 'vitest';
import { BackupUnreadable, createMnemonic, readBackup, writeBackup } from '../../src/keys/seed.ts';

const mnemonic = createMnemonic(new Uint8Array(32).fill(5));
const passphrase = 'correct horse battery';
const written = writeBackup(mnemonic, { network: 'main', passphrase });

test('a backup restores the seed', async () => {
  expect(await readBackup(await written, passphrase)).toMatchObject({ mnemonic, network: 'main' });
});

test('it contains no word of the seed, and two backups share nothing secret', async () => {
  const [first, second] = [
    await written,
    await writeBackup(mnemonic, { network: 'main', passphrase }),
  ];
  for (const word of new Set(mnemonic.split(' '))) expect(first).not.toContain(` ${word} `);
  expect(JSON.parse(first).sealed).not.toBe(JSON.parse(second).sealed);
  expect(JSON.parse(first).fingerprint).toBe(JSON.parse(second).fingerprint);
});

test('the same passphrase in another Unicode form opens it', async () => {
  const accented = await writeBackup(mnemonic, {
    network: 'main',
    passphrase: 'caf\u00e9 noir serr\u00e9',
  });
  expect(await readBackup(accented, 'cafe\u0301 noir serre\u0301')).toMatchObject({ mnemonic });
});

test.each<[string, (text: string) => string, string]>([
  ['another passphrase', (text) => text, 'correct horse batterx'],
  ['another network', (text) => text.replace('"main"', '"test"'), passphrase],
  ['another fingerprint', (text) => text.replace(/"fingerprint": "./, '"fingerprint": "0'), ''],
  ['a cheaper key derivation', (text) => text.replace('131072', '2'), passphrase],
  ['another format', (text) => text.replace('backup 1', 'backup 2'), passphrase],
  ['half a file', (text) => text.slice(0, 200), passphrase],
  ['nothing', () => '', passphrase],
])('%s is rejected', async (_what, change, given) => {
  await expect(readBackup(change(await written), given || passphrase)).rejects.toThrow(
    BackupUnreadable,
  );
});
