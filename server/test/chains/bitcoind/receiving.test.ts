// Which outputs are credited, and their exact amounts, on responses that a test network rarely gives.
import { describe, expect, it } from 'vitest';
import { addressOf, paymentsIn } from '../../../src/chains/bitcoind/receiving.ts';
import { ChainUnavailable } from '../../../src/chains/chain.ts';
import ltc from '../../../src/coins/definitions/ltc.ts';

const wallet = { coin: ltc, network: 'regtest' } as const;
const OURS = 'rltc1qqypqxpq9qcrsszg2pvxq6rs0zqg3yyc5l62ze4';
const TXID = 'ab'.repeat(32);
const script = { type: 'witness_v0_keyhash', addresses: [OURS] };

function paymentsOf(...vout: object[]) {
  return paymentsIn(wallet, [{ txid: TXID, vout }]);
}

describe('an output is a payment', () => {
  it('of exactly its amount, from one unit to the whole supply', () => {
    const vout = ['0.00000001', '0.10000000', '83999999.99999999', '84000000.00000000', '5'].map(
      (value, n) => ({ value, n, scriptPubKey: script }),
    );
    expect(paymentsOf(...vout).map(({ amount }) => amount)).toEqual([
      1n,
      10_000_000n,
      8_399_999_999_999_999n,
      8_400_000_000_000_000n,
      500_000_000n,
    ]);
  });

  it('each on its own when several go to one address', () => {
    const vout = [1, 2, 3].map((n) => ({ value: `${n}.00000000`, n, scriptPubKey: script }));
    const payments = paymentsOf(...vout);
    expect(payments.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(new Set(payments.map(({ address }) => address))).toEqual(new Set([OURS]));
  });

  it('with the address format of newer nodes', () => {
    expect(addressOf(wallet, { type: 'witness_v0_keyhash', address: OURS })).toBe(OURS);
  });
});

describe('an output is not a payment', () => {
  it.each([
    ['a bare multisig that names our key first', { type: 'multisig', addresses: [OURS, OURS] }],
    ['a bare public key', { type: 'pubkey', addresses: [OURS] }],
    ['OP_RETURN', { type: 'nulldata' }],
    ['the MWEB hogaddr', { type: 'witness_mweb_hogaddr', addresses: [OURS] }],
    [
      'an address of another network',
      { type: 'pubkeyhash', addresses: ['LhK2kQwiaAvhjWY799cZvMyYwnQAcxkarr'] },
    ],
    ['no address', { type: 'scripthash' }],
  ])('%s', (_, scriptPubKey) => {
    expect(paymentsOf({ value: '1.00000000', n: 0, scriptPubKey })).toEqual([]);
  });

  it('inside the extension block', () => {
    expect(paymentsOf({ ismweb: true, output_id: '00' })).toEqual([]);
  });

  it('of nothing', () => {
    expect(paymentsOf({ value: '0.00000000', n: 0, scriptPubKey: script })).toEqual([]);
  });
});

describe('an invalid output stops the reading', () => {
  it.each([
    ['no value', { n: 0 }],
    ['no index', { value: '1.00000000' }],
    ['a negative value', { value: '-1.00000000', n: 0 }],
    ['nine decimals', { value: '0.000000001', n: 0 }],
    ['an exponent', { value: '1e-8', n: 0 }],
  ])('%s', (_, output) => {
    expect(() => paymentsOf({ ...output, scriptPubKey: script })).toThrow(ChainUnavailable);
  });

  it('no script', () => {
    expect(() => paymentsOf({ value: '1.00000000', n: 0 })).toThrow(ChainUnavailable);
  });
});
