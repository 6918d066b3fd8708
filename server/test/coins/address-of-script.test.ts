// An output script and its address map to each other, for all kinds of all coins and networks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptOf } from '../../src/chains/bitcoind/script-of.ts';
import { encodeBase58Address } from '../../src/coins/codecs/base58-address.ts';
import type { Network } from '../../src/coins/coin.ts';
import { defined } from '../../src/core/assert.ts';
import { canonical, coinOf, coins, networks } from './support.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const keyHash = bytes(20).map((hash) => [0x76, 0xa9, 20, ...hash, 0x88, 0xac]);
const scriptHash = bytes(20).map((hash) => [0xa9, 20, ...hash, 0x87]);
const longScriptHash = bytes(32).map((hash) => [0xaa, 32, ...hash, 0x87]);
const witnessKeyHash = bytes(20).map((hash) => [0, 20, ...hash]);
const witnessScriptHash = bytes(32).map((hash) => [0, 32, ...hash]);
const taproot = bytes(32).map((key) => [0x51, 32, ...key]);

/** By the signature scheme of the family's coins. */
const kindsOf = {
  witness: [keyHash, scriptHash, witnessKeyHash, witnessScriptHash, taproot],
  cash: [keyHash, scriptHash, longScriptHash],
  legacy: [keyHash, scriptHash],
} as const;
const paying = [...coins.values()].flatMap(({ code, nodes }) =>
  nodes.family === 'bitcoind' ? [[code, kindsOf[nodes.transactions]] as const] : [],
);

function addressOf(code: string, script: readonly number[], network: Network): string | null {
  const { addressOfScript } = coinOf(code);
  return defined(addressOfScript, `${code} pays scripts`)(Uint8Array.from(script), network);
}

describe.each(paying)('of %s', (code, kinds) => {
  it('every script that pays an address has it in its canonical form, and the address has the script', () => {
    fc.assert(
      fc.property(fc.constantFrom(...networks), fc.oneof(...kinds), (network, script) => {
        const address = defined(addressOf(code, script, network), 'an address');
        expect(canonical(code, address, network)).toBe(address);
        expect([...scriptOf(address)]).toEqual(script);
      }),
    );
  });

  it('a script that is longer, shorter or different pays no one', () => {
    const change = fc.record({ at: fc.nat(), to: fc.nat(255) });
    fc.assert(
      fc.property(fc.oneof(...kinds), change, (script, { at, to }) => {
        expect(addressOf(code, [...script, 0], 'main')).toBeNull();
        expect(addressOf(code, script.slice(0, -1), 'main')).toBeNull();
        expect(addressOf(code, script.slice(1), 'main')).toBeNull();
        const changed = script.with(at % script.length, to);
        const address = addressOf(code, changed, 'main');
        if (address !== null) expect([...scriptOf(address)]).toEqual(changed);
      }),
    );
  });
});

const KEY = Array.from({ length: 33 }, () => 2);

describe.each(paying)('%s outputs pay no one', (code) => {
  it.each([
    ['nothing', []],
    ['data', [0x6a, 20, ...KEY.slice(0, 20)]],
    ['a bare key', [33, ...KEY, 0xac]],
    ['a bare multisig', [0x51, 33, ...KEY, 33, ...KEY, 0x52, 0xae]],
    ['an output with CashTokens', [0xef, ...KEY.slice(0, 32), 0x10, 1, 0x76, 0xa9, 20]],
    ['the extension block', [0x58, 32, ...KEY.slice(0, 32)]],
    ['an anchor', [0x51, 2, 0x4e, 0x73]],
    ['a witness of the future', [0x52, 32, ...KEY.slice(0, 32)]],
  ])('%s', (_, script) => {
    for (const network of networks) expect(addressOf(code, script, network)).toBeNull();
  });
});

it('BTC and LTC have no script hashes of 32 bytes, and BCH no witnesses', () => {
  const long = [0xaa, 32, ...KEY.slice(0, 32), 0x87];
  expect(addressOf('BTC', long, 'main')).toBeNull();
  expect(addressOf('LTC', long, 'main')).toBeNull();
  expect(addressOf('BCH', [0, 20, ...KEY.slice(0, 20)], 'main')).toBeNull();
});

it('the script hash of Litecoin is shown with its own version', () => {
  const hash = Uint8Array.from(KEY.slice(0, 20));
  const script = [0xa9, 20, ...hash, 0x87];
  expect(addressOf('LTC', script, 'main')).toBe(encodeBase58Address({ version: 0x32, hash }));
});
