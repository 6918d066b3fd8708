// Guarantee of docs/keys.md: the recovery phrase suffices to find the coins. The paths come from its table, another
// library than the service's derives the keys (libauth, not @scure/bip32), and the addresses must match those that the
// service assigns.
import { pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  deriveHdPath,
  deriveHdPrivateNodeFromSeed,
  encodeCashAddress,
  hash160,
  secp256k1,
} from '@bitauth/libauth';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { p2pkh, p2wpkh } from '@scure/btc-signer';
import { deriveAddress } from 'ripple-keypairs';
import { expect, test } from 'vitest';
import { extendedKeyVersions } from '../../src/coins/codecs/receiving-key.ts';
import type { Network } from '../../src/coins/coin.ts';
import { firstAddressOf } from '../../src/coins/nodes.ts';
import { defined } from '../../src/core/assert.ts';
import { coinOf, coins } from '../coins/support.ts';

/** BIP-39's first test vector of 24 words with nonzero entropy. */
const WORDS =
  'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length';

/** PBKDF2 as in BIP-39, without the library that the service uses. */
const seed = pbkdf2Sync(WORDS, 'mnemonic', 2048, 64, 'sha512');

/** Coin, path on the main network, path on test networks, from the table. */
function rows(): (readonly [code: string, main: string, test: string])[] {
  const text = readFileSync(new URL('../../../docs/keys.md', import.meta.url), 'utf8');
  const found = [...text.matchAll(/^\| (\w+) \| `(m\/[^`]+)` \| (?:`(m\/[^`]+)`|the same) \|/gm)];
  return found.map(([, code = '', main = '', other]) => [code, main, other ?? main]);
}

function publicKeyAt(path: string): Uint8Array {
  const node = defined(
    [deriveHdPrivateNodeFromSeed(seed)].find((item) => typeof item !== 'string'),
    'a node',
  );
  const child = deriveHdPath(node, path);
  if (typeof child === 'string') throw new Error(child);
  const key = secp256k1.derivePublicKeyCompressed(child.privateKey);
  if (typeof key === 'string') throw new Error(key);
  return key;
}

const segwit = (prefixes: Readonly<Record<Network, string>>) => (key: Uint8Array, on: Network) =>
  p2wpkh(key, { bech32: prefixes[on], pubKeyHash: 0, scriptHash: 0, wif: 0 }).address;
const doge = (key: Uint8Array, on: Network) => {
  const pubKeyHash = { main: 0x1e, test: 0x71, regtest: 0x6f }[on];
  return p2pkh(key, { bech32: '', pubKeyHash, scriptHash: 0, wif: 0 }).address;
};
const cash = (key: Uint8Array, on: Network) => {
  const prefix = ({ main: 'bitcoincash', test: 'bchtest', regtest: 'bchreg' } as const)[on];
  return encodeCashAddress({ prefix, type: 'p2pkh', payload: hash160(key) }).address;
};
const ethereum = (key: Uint8Array) => {
  const whole = secp256k1.uncompressPublicKey(key);
  if (typeof whole === 'string') throw new Error(whole);
  const hash = Buffer.from(keccak_256(whole.subarray(1)));
  return `0x${hash.subarray(-20).toString('hex')}`;
};
const ripple = (key: Uint8Array) => deriveAddress(Buffer.from(key).toString('hex').toUpperCase());

const addressOf: Readonly<Record<string, (key: Uint8Array, on: Network) => string | undefined>> = {
  BTC: segwit({ main: 'bc', test: 'tb', regtest: 'bcrt' }),
  LTC: segwit({ main: 'ltc', test: 'tltc', regtest: 'rltc' }),
  BCH: cash,
  DOGE: doge,
  ETH: ethereum,
  USDT: ethereum,
  USDC: ethereum,
  XRP: ripple,
};

/** By network: the index before `n`. */
function furtherNetworks(): ReadonlyMap<string, number> {
  const text = readFileSync(new URL('../../../docs/keys.md', import.meta.url), 'utf8');
  const found = [...text.matchAll(/^\| `(\w+)` \| `(\d+)` \|$/gm)];
  return new Map(found.map(([, network = '', chain]) => [network, Number(chain)]));
}

const further = [...coins.values()].filter(({ nodes }) => firstAddressOf(nodes) > 0);

test('the tables have every coin and every additional network', () => {
  const firsts = [...coins.values()].filter((coin) => !further.includes(coin));
  expect(new Set(rows().map(([code]) => code))).toEqual(new Set(firsts.map(({ code }) => code)));
  expect(new Set(furtherNetworks().keys())).toEqual(new Set(further.map(({ network }) => network)));
});

test.each(further.map(({ code }) => code))('%s: another library finds its addresses', (code) => {
  const coin = coinOf(code);
  const chain = furtherNetworks().get(coin.network);
  const account = coin.accountPath('main');
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS));
  const key = master.derive(account).publicExtendedKey;
  for (const index of [0, 1, 1000]) {
    const given = coin.deriveAddress(key, firstAddressOf(coin.nodes) + index, 'main');
    expect(given).toBe(ethereum(publicKeyAt(`${account}/${chain}/${index}`)));
  }
  // Its keys are those of a coin in the table.
  expect(rows().map(([, main]) => main)).toContain(`${account}/0/n`);
});

test.each(rows())('%s: another library finds the addresses at %s and %s', (code, main, other) => {
  const coin = coinOf(code);
  const encode = defined(addressOf[code], `addresses of ${code}`);
  for (const network of ['main', 'test', 'regtest'] as const) {
    const versions = extendedKeyVersions(network);
    const master = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS), versions);
    const account = master.derive(coin.accountPath(network)).publicExtendedKey;
    const path = network === 'main' ? main : other;
    for (const index of path.endsWith('/n') ? [0, 1, 2, 3, 1000] : [0]) {
      const found = encode(publicKeyAt(path.replace(/n$/, String(index))), network);
      const given = coin.deriveAddress(account, index, network);
      // Upper case in an address of Ethereum is its checksum (EIP-55).
      const plain = given.startsWith('0x') ? given.toLowerCase() : given;
      expect([network, index, found]).toEqual([network, index, plain]);
    }
  }
});
