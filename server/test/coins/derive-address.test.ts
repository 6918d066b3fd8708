// Deposit addresses: the published ones, and the checks around their derivation.
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { ethereumAddressOf } from '../../src/coins/codecs/ethereum-address.ts';
import { receivingKey } from '../../src/coins/codecs/receiving-key.ts';
import { defined } from '../../src/core/assert.ts';
import { coinOf, coins, networkOf, networks, testWalletKey } from './support.ts';
import wallets from './vectors/wallets.json' with { type: 'json' };

test.each(wallets.addresses)('%s on %s: address %i of the published wallet is %s', (...vector) => {
  const [code, networkName, index, address] = vector as [string, string, number, string];
  const network = networkOf(networkName);
  const key = testWalletKey(code, network);
  expect(coinOf(code).deriveAddress(key, index, network)).toBe(address);
});

test('every derived address is canonical on its network and nothing on the main one', () => {
  for (const coin of coins.values()) {
    for (const network of networks) {
      const address = coin.deriveAddress(testWalletKey(coin.code, network), 3, network);
      expect(coin.parseAddress(address, network)).toEqual({ address, tag: null });
      const isShared = coin.nodes.family === 'evm' || coin.code === 'XRP';
      if (network !== 'main' && !isShared) expect(coin.parseAddress(address, 'main')).toBeNull();
    }
  }
});

test('the fast derivation produces the keys of the audited library', () => {
  for (let account = 0; account < 20; account += 1) {
    const node = HDKey.fromMasterSeed(new Uint8Array(32).fill(account)).derive(
      `m/84'/0'/${account}'`,
    );
    const chain = node.deriveChild(0);
    for (const index of [0, 1, account * 1_000_003, 0x7fffffff]) {
      const key = receivingKey(node.publicExtendedKey, index, 'main');
      expect(Buffer.from(key)).toEqual(Buffer.from(chain.deriveChild(index).publicKey ?? []));
    }
  }
});

test('more extended keys than are cached still produce their own addresses', () => {
  const keys = Array.from(
    { length: 70 },
    (_, n) =>
      HDKey.fromMasterSeed(new Uint8Array(32).fill(n)).derive("m/84'/0'/0'").publicExtendedKey,
  );
  const addresses = () => keys.map((key) => coinOf('BTC').deriveAddress(key, 0, 'main'));
  const first = addresses();
  expect(new Set(first).size).toBe(keys.length);
  expect(addresses()).toEqual(first);
});

test('a key of a test network derives no address of the main one', () => {
  for (const coin of coins.values()) {
    const key = testWalletKey(coin.code, 'test');
    expect(() => coin.deriveAddress(key, 0, 'main')).toThrow('main network');
  }
});

test('private keys, other dialects and damaged keys are rejected', () => {
  const account = HDKey.fromMasterSeed(new Uint8Array(32)).derive("m/84'/0'/0'");
  const damaged = `${account.publicExtendedKey.slice(0, -1)}1`;
  for (const key of [account.privateExtendedKey, wallets.zpub, damaged, 'xpub', '']) {
    expect(() => coinOf('BTC').deriveAddress(key, 0, 'main')).toThrow();
  }
});

test('a hardened, negative or invalid index is rejected', () => {
  for (const [code, hardened] of [
    ['BTC', 0x80000000],
    ['ETH', 16 * 0x80000000],
  ] as const) {
    const key = testWalletKey(code, 'main');
    for (const index of [-1, hardened, 0.5, Number.NaN]) {
      expect(() => coinOf(code).deriveAddress(key, index, 'main')).toThrow(RangeError);
    }
  }
});

test('an index of a further network is an address of its chain, on every network the same', () => {
  const key = testWalletKey('ETH', 'main');
  const audited = HDKey.fromExtendedKey(key).deriveChild(3).deriveChild(7).publicKey;
  const address = ethereumAddressOf(defined(audited, 'a public key'));
  for (const code of ['ETH', 'POL'])
    expect(coinOf(code).deriveAddress(key, 3 * 0x80000000 + 7, 'main')).toBe(address);
});

test('accounts are at the paths of BIP-84 and BIP-44', () => {
  const paths = (code: string) => networks.map((network) => coinOf(code).accountPath(network));
  expect(paths('BTC')).toEqual(["m/84'/0'/0'", "m/84'/1'/0'", "m/84'/1'/0'"]);
  expect(paths('LTC')).toEqual(["m/84'/2'/0'", "m/84'/1'/0'", "m/84'/1'/0'"]);
  expect(paths('BCH')).toEqual(["m/44'/145'/0'", "m/44'/1'/0'", "m/44'/1'/0'"]);
  expect(new Set(paths('ETH'))).toEqual(new Set(["m/44'/60'/0'"]));
  // Separate accounts: sending ether never uses up a nonce of a token's address.
  expect(new Set(paths('USDT'))).toEqual(new Set(["m/44'/60'/1'"]));
  expect(new Set(paths('USDC'))).toEqual(new Set(["m/44'/60'/2'"]));
  expect(new Set(paths('XRP'))).toEqual(new Set(["m/44'/144'/0'"]));
});
