// XRP destinations: classic addresses, X-addresses and the `?dt=` that merchants append.
import { codec, encodeXAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import { expect, test } from 'vitest';
import { coinOf, networks } from './support.ts';
import vectors from './vectors/x-address.json' with { type: 'json' };

const xrp = coinOf('XRP');
const address = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';
const withoutTag = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb';
const withTag276 = 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoKj3MnFGMXEFMnvJV';

test.each(vectors.valid)(
  '%s with tag %s is %s on the main network and %s on others',
  (...vector) => {
    const [classic, tag, main, other] = vector as [string, number | null, string, string];
    const destination = { address: classic, tag };
    expect(xrp.parseAddress(main, 'main')).toEqual(destination);
    for (const network of ['test', 'regtest'] as const) {
      expect(xrp.parseAddress(other, network)).toEqual(destination);
      expect(xrp.parseAddress(main, network)).toBeNull();
    }
    expect(xrp.parseAddress(other, 'main')).toBeNull();
    for (const network of networks) {
      expect(xrp.parseAddress(xrp.formatAddress(destination), network)).toEqual(destination);
    }
  },
);

test.each(vectors.invalid)('the X-address %s is rejected (%s)', (text = '') => {
  for (const network of networks) expect(xrp.parseAddress(text, network)).toBeNull();
});

test.each([
  ['0', 0],
  ['1', 1],
  ['2751702755', 2_751_702_755],
  ['4294967295', 4_294_967_295],
])('?dt=%s is tag %i', (text, tag) => {
  expect(xrp.parseAddress(`${address}?dt=${text}`, 'main')).toEqual({ address, tag });
  expect(xrp.formatAddress({ address, tag })).toBe(`${address}?dt=${text}`);
});

test('an address without ?dt= has no tag', () => {
  expect(xrp.parseAddress(address, 'main')).toEqual({ address, tag: null });
  expect(xrp.formatAddress({ address, tag: null })).toBe(address);
});

test.each([
  '?dt=',
  '?dt',
  '?',
  '?dt=4294967296',
  '?dt=99999999999',
  '?dt=-1',
  '?dt=+1',
  '?dt=01',
  '?dt=1.0',
  '?dt=1e3',
  '?dt=0x10',
  '?dt=abc',
  '?dt=1 ',
  '?dt=%31',
  '?dt=1&dt=1',
  '?dt=1&dt=2',
  '?dt=1?dt=1',
  '?dt=1&memo=a',
  '?DT=1',
  '?tag=1',
  '&dt=1',
  ':1',
  '#1',
])('%s after an address is rejected', (query) => {
  expect(xrp.parseAddress(address + query, 'main')).toBeNull();
});

test('an X-address and ?dt= must agree', () => {
  expect(xrp.parseAddress(`${withTag276}?dt=276`, 'main')).toEqual({ address, tag: 276 });
  expect(xrp.parseAddress(`${withTag276}?dt=277`, 'main')).toBeNull();
  expect(xrp.parseAddress(`${withTag276}?dt=0`, 'main')).toBeNull();
  expect(xrp.parseAddress(`${withoutTag}?dt=0`, 'main')).toEqual({ address, tag: 0 });
  expect(xrp.parseAddress(`${withoutTag}?dt=276`, 'main')).toBeNull();
  expect(xrp.parseAddress(`${withTag276}?dt=276&dt=276`, 'main')).toBeNull();
});

test('an X-address with a tag above 32 bits is rejected, not truncated', () => {
  // The library reads tag 1 here: it only reads the lower half.
  const bytes = Uint8Array.from([
    0x05,
    0x44,
    ...new Uint8Array(20).fill(9),
    1,
    1,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
  ]);
  const text = codec.encodeChecked(bytes);
  expect(xAddressToClassicAddress(text).tag).toBe(1);
  expect(xrp.parseAddress(text, 'main')).toBeNull();
  const proper = encodeXAddress(new Uint8Array(20).fill(9), 1, false);
  expect(xrp.parseAddress(proper, 'main')?.tag).toBe(1);
});

test('seeds, public keys and Bitcoin addresses are no XRP addresses', () => {
  for (const text of [
    'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
    'aB44YfzW24VDEJQ2UuLPV2PvqcPCSoLnL7y5M1EzhdW4LnK5xMS3',
    'n9MXXueo837zYH36DvMc13BwHcqtfAWNJY5czWVbp7uYTj7x17TH',
    '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo',
  ]) {
    expect(xrp.parseAddress(text, 'main')).toBeNull();
  }
});
