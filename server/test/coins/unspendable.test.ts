// Addresses that nobody can own, in every coin and every form that a merchant may enter, and similar addresses that can
// be owned.
import { bech32m } from '@scure/base';
import { classicAddressToXAddress } from 'ripple-address-codec';
import { describe, expect, test } from 'vitest';
import { encodeBase58Address } from '../../src/coins/codecs/base58-address.ts';
import { encodeSegwitAddress } from '../../src/coins/codecs/bitcoin-address.ts';
import type { Coin, Network } from '../../src/coins/coin.ts';
import { isUnspendable } from '../../src/coins/payee.ts';
import { bitcoindNodes, definedCoin, definedCoins } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';

const NETWORKS: readonly Network[] = ['main', 'test', 'regtest'];
const coins = [...definedCoins.values()];
const evmCoins = coins.filter(({ nodes }) => nodes.family === 'evm');
const bitcoinCoins = coins.filter(({ nodes }) => nodes.family === 'bitcoind');

function refuses(coin: Coin, text: string, network: Network = 'main'): boolean {
  const { address } = defined(coin.parseAddress(text, network), `${text} is of ${coin.code}`);
  const facts = { config: { network }, knownCoins: definedCoins } as Parameters<
    typeof isUnspendable
  >[0];
  return isUnspendable(facts, coin, address);
}

describe.each(evmCoins.map((coin) => [coin.code, coin] as const))('%s', (_code, coin) => {
  test.each([
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['0x…dEaD', '0x000000000000000000000000000000000000dEaD'],
    ['ecrecover', `0x${'0'.repeat(39)}1`],
    ['a BLS precompile', `0x${'0'.repeat(38)}11`],
    ['P256VERIFY', `0x${'0'.repeat(37)}100`],
    ['a system contract of Polygon and BNB Smart Chain', `0x${'0'.repeat(36)}1010`],
    ['ArbSys', `0x${'0'.repeat(38)}64`],
    ['the highest address', `0x${'f'.repeat(40)}`],
    ['the system address', `0x${'f'.repeat(39)}e`],
    ['what stands for ether', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
  ])('%s', (_what, address) => {
    for (const network of NETWORKS) expect(refuses(coin, address, network)).toBe(true);
  });

  test("every token's contract, on every network of the family", () => {
    const contracts = evmCoins.flatMap(({ token }) => token?.contracts.main ?? []);
    expect(contracts.length).toBeGreaterThan(5);
    for (const contract of contracts) expect(refuses(coin, contract)).toBe(true);
  });

  test('not an address of a key', () => {
    expect(refuses(coin, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
    expect(refuses(coin, `0x${'0'.repeat(35)}10000`)).toBe(false);
  });
});

test.each([
  ['ETH', '0x00000000219ab540356cbb839cbe05303d7705fa'],
  ['USDT', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
  ['POL', '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'],
  ['BNB', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'],
  ['ETH.base', '0x4200000000000000000000000000000000000006'],
  ['USDC.base', '0x4200000000000000000000000000000000000010'],
  ['ETH.base', '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'],
  ['ETH.arbitrum', '0x00000000000000000000000000000000000a4b05'],
  ['ETH.arbitrum', '0xa4b00000000000000000000000000000000000f6'],
])('%s has %s on its own list', (code, address) => {
  expect(refuses(definedCoin(code), address)).toBe(true);
});

describe.each(bitcoinCoins.map((coin) => [coin.code, coin] as const))('%s', (code, coin) => {
  const { base58 } = bitcoindNodes(code);

  test.each([
    ['all zeros', '00'.repeat(20)],
    ['all ones', 'ff'.repeat(20)],
    ['the hash of no key', 'b472a266d0bd89c13706a4132ccfb16f7c3b9fcb'],
    ["the eater's", '759d6677091e973b9e9d99f19c68fbf43e3f05f9'],
  ])('a hash of %s, to a key and to a script, on every network', (_what, hex) => {
    const hash = Buffer.from(hex, 'hex');
    for (const network of NETWORKS) {
      const { keyHash, scriptHash } = base58[network];
      for (const version of [keyHash, ...scriptHash])
        expect(refuses(coin, encodeBase58Address({ version, hash }), network)).toBe(true);
    }
  });

  test('not the hash of a key', () => {
    const hash = Buffer.from('751e76e8199196d454941c45d1b3a323f1433bd6', 'hex');
    const version = base58.main.keyHash;
    expect(refuses(coin, encodeBase58Address({ version, hash }))).toBe(false);
  });
});

test('the known burn addresses', () => {
  const [btc, bch, doge] = [definedCoin('BTC'), definedCoin('BCH'), definedCoin('DOGE')];
  for (const text of ['1111111111111111111114oLvT2', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr'])
    for (const coin of [btc, bch]) expect(refuses(coin, text)).toBe(true);
  expect(refuses(bch, 'bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqfnhks603')).toBe(true);
  expect(refuses(btc, 'mvCounterpartyXXXXXXXXXXXXXXW24Hef', 'test')).toBe(true);
  expect(refuses(doge, 'DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr')).toBe(true);
});

describe.each([
  ['BTC', { main: 'bc', test: 'tb', regtest: 'bcrt' }],
  ['LTC', { main: 'ltc', test: 'tltc', regtest: 'rltc' }],
] as const)('witnesses of %s', (code, prefixes) => {
  const coin = definedCoin(code);
  const G = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

  test.each([
    ['pay-to-anchor', 1, '4e73'],
    ['a program of version 1 that is no key', 1, 'ff'.repeat(20)],
    ['a key that is no point', 1, '00'.repeat(32)],
    [
      "BIP-341's point without a secret",
      1,
      `50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0`,
    ],
    ['a key hash of zeros', 0, '00'.repeat(20)],
    ['a script hash of zeros', 0, '00'.repeat(32)],
  ])('%s', (_what, version, hex) => {
    const program = Buffer.from(hex, 'hex');
    for (const network of NETWORKS) {
      const text = encodeSegwitAddress({ prefix: prefixes[network], version, program });
      expect(refuses(coin, text, network)).toBe(true);
      expect(refuses(coin, text.toUpperCase(), network)).toBe(true);
    }
  });

  test('not taproot keys, key hashes and script hashes', () => {
    const prefix = prefixes.main;
    const texts = [
      encodeSegwitAddress({ prefix, version: 1, program: Buffer.from(G, 'hex') }),
      encodeSegwitAddress({ prefix, version: 0, program: Buffer.from(G, 'hex') }),
      encodeSegwitAddress({ prefix, version: 0, program: Buffer.from(G, 'hex').subarray(12) }),
    ];
    for (const text of texts) expect(refuses(coin, text)).toBe(false);
  });
});

test('witness versions without rules can be spent by anyone', () => {
  const text = bech32m.encode('bc', [2, ...bech32m.toWords(Buffer.alloc(32, 7))]);
  expect(refuses(definedCoin('BTC'), text)).toBe(true);
});

describe('XRP', () => {
  const xrp = definedCoin('XRP');

  test.each([
    ['ACCOUNT_ZERO', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['ACCOUNT_ONE', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
    ['NAMEt', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ'],
    ['NaN', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
    ['the genesis account', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ])('%s, with and without a tag, and as an X-address', (_name, account) => {
    for (const text of [account, `${account}?dt=0`, `${account}?dt=77`])
      expect(refuses(xrp, text)).toBe(true);
    for (const tag of [false as const, 77]) {
      expect(refuses(xrp, classicAddressToXAddress(account, tag, false))).toBe(true);
      expect(refuses(xrp, classicAddressToXAddress(account, tag, true), 'test')).toBe(true);
    }
  });

  test('not an account of a key', () => {
    expect(refuses(xrp, 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe?dt=7')).toBe(false);
  });
});

test('unassigned demo destinations are rejected', () => {
  const payees = coins.flatMap((coin) =>
    [coin.demo.payee, coin.demo.highRiskPayee].flatMap((text) =>
      text === null ? [] : [refuses(coin, text, 'test')],
    ),
  );
  expect(payees).not.toContain(true);
});
