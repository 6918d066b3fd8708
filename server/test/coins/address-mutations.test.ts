// A typo never produces another valid address, and every valid address has one canonical form.
import { encodeCashAddress } from '@bitauth/libauth';
import fc from 'fast-check';
import { addr } from 'micro-eth-signer';
import { encodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { expect, test } from 'vitest';
import { encodeBase58Address } from '../../src/coins/codecs/base58-address.ts';
import { encodeSegwitAddress } from '../../src/coins/codecs/bitcoin-address.ts';
import type { Network } from '../../src/coins/coin.ts';
import { type Random, randomInt, seededRandom } from '../../src/core/random.ts';
import { coinOf, coins, networks, testWalletKey } from './support.ts';

/** Our own addresses, and forms that we don't generate. */
const samples: readonly (readonly [string, Network, readonly string[]])[] = [
  [
    'BTC',
    'main',
    [
      ...derived('BTC', 'main'),
      '36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm',
      'bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu',
    ],
  ],
  [
    'LTC',
    'main',
    [
      ...derived('LTC', 'main'),
      'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA',
      'MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2',
    ],
  ],
  [
    'BCH',
    'main',
    [
      ...derived('BCH', 'main'),
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
    ],
  ],
  [
    'ETH',
    'main',
    derived('ETH', 'main')
      .map((text) => addr.addChecksum(text))
      .filter(isWellChecked),
  ],
  [
    'XRP',
    'main',
    [
      'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3',
      'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb',
    ],
  ],
];
const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:?=&-_ ';
const MUTATIONS = 5000;

test.each(samples)(
  '%s on %s: thousands of addresses with one wrong character are all rejected',
  (code, network, texts) => {
    const random = seededRandom(`mutations of ${code}`);
    const accepted: string[] = [];
    for (let n = 0; n < MUTATIONS; n += 1) {
      const text = texts[n % texts.length] ?? '';
      const mutated = mutate(text, random);
      if (mutated !== text && coinOf(code).parseAddress(mutated, network) !== null)
        accepted.push(mutated);
    }
    expect(accepted).toEqual([]);
  },
);

test('a parsed address that is formatted again parses to the same', () => {
  const anyHash = fc.uint8Array({ minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(
      anyHash,
      fc.constantFrom(...coins.keys()),
      fc.constantFrom(...networks),
      (hash, code, network) => {
        const coin = coinOf(code);
        for (const text of everyForm(hash)) {
          const first = coin.parseAddress(text, network);
          if (first === null) continue;
          const written = coin.formatAddress(first);
          expect(coin.parseAddress(written, network)).toEqual(first);
          expect(coin.formatAddress(coin.parseAddress(written, network) ?? first)).toBe(written);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('no text makes a parser throw', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 160, unit: 'binary' }),
    fc.string({ maxLength: 160 }),
  );
  fc.assert(
    fc.property(
      anyText,
      fc.constantFrom(...coins.values()),
      fc.constantFrom(...networks),
      (text, coin, network) => {
        const parsed = coin.parseAddress(text, network);
        expect(parsed === null || parsed.address.length > 0).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

function derived(code: string, network: Network): string[] {
  const key = testWalletKey(code, network);
  return Array.from({ length: 25 }, (_, index) => coinOf(code).deriveAddress(key, index, network));
}

/**
 * An ETH address is checked only by the case of its letters (EIP-55), so the test covers addresses that a typo leaves
 * in mixed case. With few letters, or all in one case, a typo passes: the format can't detect it.
 */
function isWellChecked(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return count(/[a-f]/g) > 3 && count(/[A-F]/g) > 3;
}

/** One character replaced, dropped, doubled, or swapped with the next. */
function mutate(text: string, random: Random): string {
  const at = randomInt(random, text.length);
  const [before, sign, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  const kind = randomInt(random, 10);
  if (kind === 0) return before + after;
  if (kind === 1) return before + sign + sign + after;
  if (kind === 2) return before + after.charAt(0) + sign + after.slice(1);
  return before + SIGNS.charAt(randomInt(random, SIGNS.length)) + after;
}

/** Every address form of every coin for one 20-byte hash. */
function everyForm(hash: Uint8Array): string[] {
  const base58 = [0x00, 0x05, 0x30, 0x32, 0x6f, 0xc4, 0x3a].map((version) =>
    encodeBase58Address({ version, hash }),
  );
  const segwit = ['bc', 'tb', 'bcrt', 'ltc', 'tltc', 'rltc'].flatMap((prefix) =>
    [0, 1].map((version) => encodeSegwitAddress({ prefix, version, program: hash })),
  );
  const cash = (['bitcoincash', 'bchtest', 'bchreg'] as const).flatMap((prefix) =>
    (['p2pkh', 'p2sh', 'p2pkhWithTokens', 'p2shWithTokens'] as const).map(
      (type) => encodeCashAddress({ prefix, type, payload: hash }).address,
    ),
  );
  const hex = `0x${Buffer.from(hash).toString('hex')}`;
  const classic = encodeAccountID(hash);
  const extended = [false, true].flatMap((isTest) =>
    ([false, 0, 4_294_967_295] as const).map((tag) => encodeXAddress(hash, tag, isTest)),
  );
  const ripple = [classic, `${classic}?dt=0`, `${classic}?dt=77`, ...extended];
  return [
    ...base58,
    ...segwit,
    ...segwit.map((text) => text.toUpperCase()),
    ...cash,
    hex,
    addr.addChecksum(hex),
    ...ripple,
  ];
}
