// Coins that arrive with a token (CashTokens): parsed from a block's bytes and from the mempool's JSON alike, with the
// token recognized.

import { expect, test } from 'vitest';
import { rawBlock } from '../../../src/chains/bitcoind/raw-block.ts';
import { paymentsIn, paymentsInBlock } from '../../../src/chains/bitcoind/receiving.ts';
import { splitTokenPrefix } from '../../../src/coins/codecs/cash-address.ts';
import bch from '../../../src/coins/definitions/bch.ts';
import ltc from '../../../src/coins/definitions/ltc.ts';
import { bitcoindNodes } from '../../../src/coins/registry.ts';
import { defined } from '../../../src/core/assert.ts';
import { fakeBlock } from './fake-block.ts';

const wallet = { coin: bch, network: 'regtest' } as const;
const HASH160 = `${'00'.repeat(19)}01`;
const script = Buffer.from(`76a914${HASH160}88ac`, 'hex');
const OURS = defined(bch.addressOfScript?.(script, 'regtest'), 'P2PKH pays an address');
/** Not a palindrome: categories are displayed in reverse byte order, like txids. */
const CATEGORY = Array.from({ length: 32 }, (_, n) => n);
const category = Buffer.from(CATEGORY).reverse().toString('hex');
const prefix = (rest: string) =>
  Buffer.concat([Buffer.of(0xef), Buffer.from(CATEGORY), Buffer.from(rest, 'hex')]);

/** The prefixes of the specification (CHIP-2022-02, "Token Encoding"), with this category. */
const tokens = [
  ['1001', { amount: '1', nft: null }],
  ['10fdfd00', { amount: '253', nft: null }],
  ['10ffffffffffffffff7f', { amount: '9223372036854775807', nft: null }],
  ['20', { amount: '0', nft: { capability: 'none', commitment: '' } }],
  ['31fc', { amount: '252', nft: { capability: 'mutable', commitment: '' } }],
  ['6001cc', { amount: '0', nft: { capability: 'none', commitment: 'cc' } }],
  ['7202cccdfe00000100', { amount: '65536', nft: { capability: 'minting', commitment: 'cccd' } }],
] as const;

function paidIn(bytes: Buffer, coin = bch) {
  const block = fakeBlock({ parentHash: '00'.repeat(32), time: 1, script: bytes, amount: 800n });
  const raw = rawBlock(Buffer.from(block.hex, 'hex'), block.hash, bitcoindNodes(coin.code).blocks);
  return paymentsInBlock({ coin, network: 'regtest' }, raw);
}

test.each(tokens)('in a block, with the prefix %s', (rest, token) => {
  expect(paidIn(Buffer.concat([prefix(rest), script]))).toMatchObject([
    { address: OURS, amount: 800n, index: 0, token: { category, ...token } },
  ]);
});

test.each(tokens)('in the mempool, what a block has as %s', (_rest, token) => {
  const { amount, nft } = token;
  // As Bitcoin Cash Node writes it: no fungible amount is "0", and no commitment "".
  const tokenData = { category, amount, ...(nft !== null && { nft }) };
  const scriptPubKey = { type: 'pubkeyhash', addresses: [OURS] };
  const vout = [{ value: '0.00000800', n: 3, scriptPubKey, tokenData }];
  expect(paymentsIn(wallet, [{ txid: 'ab'.repeat(32), vout }])).toEqual([
    {
      txid: 'ab'.repeat(32),
      index: 3,
      address: OURS,
      tag: null,
      amount: 800n,
      token: { category, ...token },
    },
  ]);
});

test.each([
  ['is cut off', Buffer.of(0xef, ...CATEGORY)],
  ['holds no token', prefix('00')],
  ['has a reserved bit', prefix('9001')],
  ['has an amount of nothing', prefix('1000')],
  ['has an amount in too many bytes', prefix('10fd0100')],
  ['has a capability without that token', prefix('1101')],
  ['has a commitment without that token', prefix('5001cc01')],
])('an output with a prefix that %s has no address', (_what, wrong) => {
  expect(splitTokenPrefix(Buffer.concat([wrong, script]))).toBeNull();
  expect(paidIn(Buffer.concat([wrong, script]))).toEqual([]);
});

test('plain coins carry no token, and on other chains the byte starts no token', () => {
  expect(paidIn(script)).toEqual([expect.not.objectContaining({ token: expect.anything() })]);
  expect(paidIn(Buffer.concat([prefix('1001'), script]), ltc)).toEqual([]);
});
