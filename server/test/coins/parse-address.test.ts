// Which texts are addresses, by the published vectors of each format.
import { decodeCashAddress } from '@bitauth/libauth';
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { scriptOf } from '../../src/chains/bitcoind/script-of.ts';
import {
  decodeSegwitAddress,
  encodeSegwitAddress,
} from '../../src/coins/codecs/bitcoin-address.ts';
import { defined } from '../../src/core/assert.ts';
import { canonical, coins, networkOf, networks } from './support.ts';
import base58 from './vectors/base58.json' with { type: 'json' };
import cash from './vectors/cashaddr.json' with { type: 'json' };
import eip55 from './vectors/eip55.json' with { type: 'json' };
import segwit from './vectors/segwit.json' with { type: 'json' };

const segwitPrefixes = { main: 'bc', test: 'tb', regtest: 'bcrt' } as const;
/** OP_1 is 0x51; OP_0 is 0 (BIP-141). */
const opcode = (version: number) => (version === 0 ? 0 : 0x50 + version);

test.each(segwit.valid)('BTC %s: %s is valid and pays its script', (...vector) => {
  const [name, text = '', script] = vector;
  const network = networkOf(name);
  expect(canonical('BTC', text, network)).toBe(text.toLowerCase());
  const { version, program } = defined(decodeSegwitAddress(text, segwitPrefixes[network]), text);
  const made = Buffer.from([opcode(version), program.length, ...program]).toString('hex');
  expect(made).toBe(script);
});

test.each(segwit.invalid)('no coin accepts %s (%s)', (text = '') => {
  for (const prefix of Object.values(segwitPrefixes)) {
    expect(decodeSegwitAddress(text, prefix)).toBeNull();
  }
  for (const coin of coins.values()) {
    for (const network of networks) expect(coin.parseAddress(text, network)).toBeNull();
  }
});

const published = Object.entries(base58).flatMap(([code, vectors]) =>
  coins.has(code) ? (vectors as string[][]).map((vector) => [code, ...vector]) : [],
);

test.each(published)(
  '%s %s: %s is valid and pays its script',
  (code = '', name = '', text = '', script = '') => {
    expect(canonical(code, text, networkOf(name))).toBe(text);
    expect(Buffer.from(scriptOf(text)).toString('hex')).toBe(script);
  },
);

test.each(base58.litecoinOldToNew)(
  'LTC %s: the old form %s pays the same script as %s',
  (...vector) => {
    const [name, old = '', current = ''] = vector;
    expect(canonical('LTC', old, networkOf(name))).toBe(current);
    expect(canonical('LTC', current, networkOf(name))).toBe(current);
  },
);

test.each(base58.privateKeys)('no coin accepts the private key %s as an address', (text) => {
  for (const coin of coins.values()) {
    for (const network of networks) expect(coin.parseAddress(text, network)).toBeNull();
  }
});

test.each(cash.legacy)('BCH: the legacy form %s is %s', (legacy = '', current = '') => {
  expect(canonical('BCH', legacy, 'main')).toBe(current);
  expect(canonical('BCH', current, 'main')).toBe(current);
});

test.each(cash.valid)(
  'BCH %s: %s is valid, with or without prefix, in either case',
  (...vector) => {
    const [name, text = '', hash = ''] = vector;
    const network = networkOf(name);
    const bare = text.slice(text.indexOf(':') + 1);
    for (const form of [text, bare, text.toUpperCase(), bare.toUpperCase()]) {
      expect(canonical('BCH', form, network)).toBe(text);
    }
    const mixed = text.slice(0, -1) + text.slice(-1).toUpperCase();
    const mixedLetters = text.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
    expect(mixedLetters).not.toBe(text);
    for (const form of [mixedLetters, `${text.split(':')[0]}:${bare.toUpperCase()}`]) {
      expect(canonical('BCH', form, network)).toBeNull();
    }
    if (mixed !== text) expect(canonical('BCH', mixed, network)).toBeNull();
    const decoded = decodeCashAddress(text);
    expect(
      typeof decoded === 'string' ? decoded : Buffer.from(decoded.payload).toString('hex'),
    ).toBe(hash);
  },
);

test.each(cash.tokenAware)('BCH %s: the token-aware %s pays the same script as %s', (...vector) => {
  const [name, tokenAware = '', plain = ''] = vector;
  expect(canonical('BCH', tokenAware, networkOf(name))).toBe(plain);
});

test.each(cash.noPayee)('BCH: %s has a valid checksum but pays no known script', (text) => {
  for (const network of networks) expect(canonical('BCH', text, network)).toBeNull();
});

test.each(eip55.checksummed)('ETH: %s is valid, also in lower and upper case', (text) => {
  const lower = text.toLowerCase();
  const upper = `0x${text.slice(2).toUpperCase()}`;
  for (const form of [text, lower, upper]) expect(canonical('ETH', form, 'main')).toBe(lower);
});

test('ETH: mixed case with a wrong checksum is rejected, whichever letter is wrong', () => {
  const text = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  for (let at = 2; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    if (flipped === letter) continue;
    expect(canonical('ETH', text.slice(0, at) + flipped + text.slice(at + 1), 'main')).toBeNull();
  }
});

test('ETH: an address without 0x, with 0X, too short or too long is rejected', () => {
  const hex = '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
  for (const text of [hex, `0X${hex}`, `0x${hex.slice(1)}`, `0x${hex}0`, `0x${hex.slice(1)}g`]) {
    expect(canonical('ETH', text, 'main')).toBeNull();
  }
});

test('LTC: segwit of the three networks is accepted, the extension block is not', () => {
  const mweb =
    'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf';
  expect(canonical('LTC', mweb, 'main')).toBeNull();
  expect(canonical('LTC', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 'main')).not.toBeNull();
  // Version 2 in a valid form, and 9, which the extension block uses for itself.
  for (const version of [2, 9]) {
    const text = segwitText('ltc', version);
    expect(decodeSegwitAddress(text, 'ltc')?.version).toBe(version);
    expect(canonical('LTC', text, 'main')).toBeNull();
  }
  expect(canonical('LTC', segwitText('ltc', 1), 'main')).toBe(segwitText('ltc', 1));
});

test('every accepted BTC address is payable by the transaction library, to the same script', () => {
  const spendable = segwit.valid.filter(([, , script = '']) => /^(0014|0020|5120)/.test(script));
  for (const [name, text = '', script] of spendable) {
    if (name === 'regtest') continue;
    const decoded = Address(name === 'main' ? NETWORK : TEST_NETWORK).decode(text.toLowerCase());
    expect(Buffer.from(OutScript.encode(decoded)).toString('hex')).toBe(script);
  }
});

test('blanks, other scripts, empty and very long texts are no addresses', () => {
  const good = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3'];
  const spoiled = good.flatMap((text) => [
    ` ${text}`,
    `${text} `,
    `${text}\n`,
    `${text}\0`,
    `${text}\u200b`,
  ]);
  // U+212A, the Kelvin sign, is a k in lower case.
  const kelvin = [
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'BITCOINCASH:QR6M7J9NJLDWWZLG9V7V53UNLR4JKMX6EYLEP8EKG2',
  ].map((text) => text.replace('K', '\u212a'));
  for (const text of ['', ...spoiled, ...kelvin, 'bc1'.repeat(50), 'r'.repeat(10_000_000)]) {
    for (const coin of coins.values()) {
      for (const network of networks) expect(coin.parseAddress(text, network)).toBeNull();
    }
  }
});

function segwitText(prefix: string, version: number): string {
  return encodeSegwitAddress({ prefix, version, program: new Uint8Array(32).fill(7) });
}
