// Random addresses of every form, each with the coins that share it, and typos of addresses. The seed is fixed;
// CHAINTILL_TEST_SEED sets another one.
import { encodeCashAddress } from '@bitauth/libauth';
import { addr } from 'micro-eth-signer';
import { encodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { encodeBase58Address } from '../../../src/coins/codecs/base58-address.ts';
import { encodeSegwitAddress } from '../../../src/coins/codecs/bitcoin-address.ts';
import { definedCoins } from '../../../src/coins/registry.ts';
import { type Random, randomInt, seededRandom } from '../../../src/core/random.ts';

export const SEED = process.env['CHAINTILL_TEST_SEED'] ?? 'many addresses';

export type TestedNetwork = 'main' | 'test';

export interface AddressForm {
  readonly name: string;
  /** The other coins of the network that use the same address form. */
  readonly sharedWith: readonly string[];
  /** `hash` has 32 random bytes. */
  make(hash: Uint8Array): string;
}

export function randomOf(use: string): Random {
  return seededRandom(`${SEED}: ${use}`);
}

/** Draws many at once: hashing for each address would take most of the time. */
export function* hashesOf(random: Random, count: number): Generator<Uint8Array> {
  const AT_ONCE = 1000;
  for (let made = 0; made < count; made += AT_ONCE) {
    const bytes = random.bytes(32 * AT_ONCE);
    for (let n = 0; n < AT_ONCE && made + n < count; n++) yield bytes.subarray(32 * n, 32 * n + 32);
  }
}

function base58(name: string, version: number, sharedWith: readonly string[]): AddressForm {
  const make = (hash: Uint8Array) => encodeBase58Address({ version, hash: hash.subarray(0, 20) });
  return { name, sharedWith, make };
}

function segwit(prefix: string): AddressForm[] {
  const form = (name: string, version: number, bytes: number): AddressForm => ({
    name,
    sharedWith: [],
    make: (hash) => encodeSegwitAddress({ prefix, version, program: hash.subarray(0, bytes) }),
  });
  return [form('P2WPKH', 0, 20), form('P2WSH', 0, 32), form('P2TR', 1, 32)];
}

function cash(prefix: 'bitcoincash' | 'bchtest'): AddressForm[] {
  const form = (type: 'p2pkh' | 'p2sh', bytes: number, cut: number): AddressForm => ({
    name: `cashaddr ${type} of ${bytes} bytes${cut > 0 ? ' without prefix' : ''}`,
    sharedWith: [],
    make: (hash) =>
      encodeCashAddress({ prefix, type, payload: hash.subarray(0, bytes) }).address.slice(cut),
  });
  const without = prefix.length + 1;
  return [
    form('p2pkh', 20, 0),
    form('p2pkh', 20, without),
    form('p2sh', 20, 0),
    form('p2sh', 32, without),
  ];
}

const ethereum: AddressForm = {
  name: 'EIP-55',
  // Tokens are paid to the addresses of their network.
  sharedWith: [...definedCoins.values()].flatMap(({ code, nodes }) =>
    nodes.family === 'evm' && code !== 'ETH' ? [code] : [],
  ),
  make: (hash) => addr.addChecksum(`0x${Buffer.from(hash.subarray(0, 20)).toString('hex')}`),
};

function ripple(isTest: boolean): AddressForm[] {
  const form = (name: string, tag: number | false): AddressForm => ({
    name,
    sharedWith: [],
    make: (hash) => encodeXAddress(hash.subarray(0, 20), tag, isTest),
  });
  const classic: AddressForm = {
    name: 'classic',
    sharedWith: [],
    make: (hash) => encodeAccountID(hash.subarray(0, 20)),
  };
  return [classic, form('X-address', false), form('X-address with a tag', 4_294_967_295)];
}

/**
 * By coin and network. Base58 encodes a version byte, not the coin: BTC's `1...` is BCH's legacy form, and `3...` is
 * shared by BCH and the old P2SH of LTC. On test networks all three share P2PKH and the old P2SH, which DOGE uses too.
 */
export const forms: Readonly<
  Record<string, Readonly<Record<TestedNetwork, readonly AddressForm[]>>>
> = {
  BTC: {
    main: [base58('P2PKH', 0x00, ['BCH']), base58('P2SH', 0x05, ['BCH', 'LTC']), ...segwit('bc')],
    test: [
      base58('P2PKH', 0x6f, ['BCH', 'LTC']),
      base58('P2SH', 0xc4, ['BCH', 'LTC', 'DOGE']),
      ...segwit('tb'),
    ],
  },
  LTC: {
    main: [
      base58('P2PKH', 0x30, []),
      base58('P2SH', 0x32, []),
      base58('old P2SH', 0x05, ['BCH', 'BTC']),
      ...segwit('ltc'),
    ],
    test: [
      base58('P2PKH', 0x6f, ['BCH', 'BTC']),
      base58('P2SH', 0x3a, []),
      base58('old P2SH', 0xc4, ['BCH', 'BTC', 'DOGE']),
      ...segwit('tltc'),
    ],
  },
  BCH: {
    main: [base58('legacy P2PKH', 0x00, ['BTC']), ...cash('bitcoincash')],
    test: [base58('legacy P2PKH', 0x6f, ['BTC', 'LTC']), ...cash('bchtest')],
  },
  DOGE: {
    main: [base58('P2PKH', 0x1e, []), base58('P2SH', 0x16, [])],
    test: [base58('P2PKH', 0x71, []), base58('P2SH', 0xc4, ['BTC', 'LTC', 'BCH'])],
  },
  ETH: { main: [ethereum], test: [ethereum] },
  XRP: { main: ripple(false), test: ripple(true) },
};

const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Another text: one character replaced, dropped, doubled, or swapped with the next. */
export function oneSignWrong(text: string, random: Random): string {
  for (;;) {
    const draw = randomInt(random, text.length * SIGNS.length * 10);
    const at = draw % text.length;
    const sign = SIGNS.charAt(Math.floor(draw / text.length) % SIGNS.length);
    const wrong = slip(text, { at, sign, kind: Math.floor(draw / text.length / SIGNS.length) });
    if (wrong !== text) return wrong;
  }
}

function slip(text: string, how: { at: number; sign: string; kind: number }): string {
  const { at, sign, kind } = how;
  const [before, old, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  if (kind === 0) return before + after;
  if (kind === 1) return before + old + old + after;
  if (kind === 2) return before + after.charAt(0) + old + after.slice(1);
  return before + sign + after;
}
