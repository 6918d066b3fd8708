// The seed and the account keys, by the published vectors of BIP-39, BIP-32 and BIP-84.
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { expect, test } from 'vitest';
import { firstAddressOf } from '../../src/coins/nodes.ts';
import { accountKeys, createMnemonic, openMaster } from '../../src/keys/seed.ts';
import { coinOf, coins } from '../coins/support.ts';
import wallets from '../coins/vectors/wallets.json' with { type: 'json' };

// BIP-39, test vectors (github.com/trezor/python-mnemonic, vectors.json).
test.each([
  ['00', `${'abandon '.repeat(23)}art`],
  [
    '7f',
    `${'legal winner thank year wave sausage worth useful '.repeat(2)}legal winner thank year wave sausage worth title`,
  ],
  [
    '80',
    `${'letter advice cage absurd amount doctor acoustic avoid '.repeat(2)}letter advice cage absurd amount doctor acoustic bless`,
  ],
  ['ff', `${'zoo '.repeat(23)}vote`],
])('32 bytes of %s are the published 24 words', (byte, words) => {
  expect(createMnemonic(Buffer.from(byte.repeat(32), 'hex'))).toBe(words);
});

test('a seed of fewer or more than 32 bytes is rejected', () => {
  for (const length of [0, 16, 31, 33, 64]) {
    expect(() => createMnemonic(new Uint8Array(length))).toThrow(RangeError);
  }
});

test('the account key of BTC is that of BIP-84, written as xpub', async () => {
  const keys = accountKeys(await openMaster(wallets.mnemonic, 'main'), coinOf('BTC'), 'main');
  expect(keys.fingerprint).toBe(wallets.fingerprint);
  const base58check = createBase58check(sha256);
  const body = (text: string) => Buffer.from(base58check.decode(text)).subarray(4).toString('hex');
  expect(keys.extendedPublicKey.startsWith('xpub')).toBe(true);
  expect(body(keys.extendedPublicKey)).toBe(body(wallets.zpub));
});

test('account keys are public, and say whether they are of a test network', async () => {
  for (const [network, start] of [
    ['main', 'xpub'],
    ['test', 'tpub'],
    ['regtest', 'tpub'],
  ] as const) {
    const master = await openMaster(wallets.mnemonic, network);
    for (const coin of coins.values()) {
      expect(accountKeys(master, coin, network).extendedPublicKey.slice(0, 4)).toBe(start);
    }
  }
});

test('each coin has its own key on the main network', async () => {
  const master = await openMaster(wallets.mnemonic, 'main');
  // Further networks of a family share the keys of its first.
  const firsts = [...coins.values()].filter(({ nodes }) => firstAddressOf(nodes) === 0);
  const keys = firsts.map((coin) => accountKeys(master, coin, 'main').extendedPublicKey);
  expect(new Set(keys).size).toBe(firsts.length);
});

test('a mnemonic with a wrong word is rejected', async () => {
  const wrong = wallets.mnemonic.replace(/about$/, 'abandon');
  await expect(openMaster(wrong, 'main')).rejects.toThrow('not a BIP-39 mnemonic');
});
