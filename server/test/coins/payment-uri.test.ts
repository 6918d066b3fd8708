// Payment URIs for wallets, and links to block explorers.
import { expect, test } from 'vitest';
import type { Network } from '../../src/coins/coin.ts';
import { amountOf } from '../../src/core/money.ts';
import { coinOf, coins, networks } from './support.ts';

const bech32 = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const cash = 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2';
const cashTest = 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t';
const ether = '0x9858effd232b4033e47d90003d41ec34ecaeda94';
const ripple = 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3';

test.each([
  ['BTC', 'main', bech32, '0.001895', `bitcoin:${bech32}?amount=0.001895`],
  ['BTC', 'main', bech32, '1', `bitcoin:${bech32}?amount=1`],
  ['BTC', 'main', bech32, '100', `bitcoin:${bech32}?amount=100`],
  ['BTC', 'main', bech32, '0.00000001', `bitcoin:${bech32}?amount=0.00000001`],
  ['BTC', 'main', bech32, '20999999.9769', `bitcoin:${bech32}?amount=20999999.9769`],
  ['BTC', 'main', bech32, null, `bitcoin:${bech32}`],
  [
    'LTC',
    'test',
    'QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z',
    '2.5',
    'litecoin:QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z?amount=2.5',
  ],
  [
    'LTC',
    'test',
    'QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z',
    null,
    'litecoin:QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z',
  ],
  ['BCH', 'main', cash, '0.5', `${cash}?amount=0.5`],
  ['BCH', 'test', cashTest, '0.5', `${cashTest}?amount=0.5`],
  ['BCH', 'main', cash, null, cash],
  ['ETH', 'main', ether, '0.02850781', `ethereum:${ether}@1?value=28507810000000000`],
  ['ETH', 'test', ether, '1', `ethereum:${ether}@11155111?value=1000000000000000000`],
  ['ETH', 'regtest', ether, null, `ethereum:${ether}@31337`],
] as const)('%s on %s: %s with amount %s is %s', (code, network, address, amount, uri) => {
  const coin = coinOf(code);
  const units = amount === null ? null : amountOf(amount, coin);
  expect(coin.paymentUri({ address, tag: null }, units, network)).toBe(uri);
});

test.each([
  [
    'USDT',
    'main',
    '15.5',
    `ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7@1/transfer?address=${ether}&uint256=15500000`,
  ],
  [
    'USDC',
    'main',
    '0.000001',
    `ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48@1/transfer?address=${ether}&uint256=1`,
  ],
  [
    'USDC',
    'test',
    null,
    `ethereum:0x1c7d4b196cb0c7b01d743fbc6116a902379c7238@11155111/transfer?address=${ether}`,
  ],
] as const)('%s on %s: amount %s is paid to its contract', (code, network, amount, uri) => {
  const coin = coinOf(code);
  const units = amount === null ? null : amountOf(amount, coin);
  expect(coin.paymentUri({ address: ether, tag: null }, units, network)).toBe(uri);
});

test('a token without a configured contract has no deposit address', () => {
  expect(() => coinOf('USDT').paymentUri({ address: ether, tag: null }, 1n, 'regtest')).toThrow();
});

test.each([
  [2_751_702_755, '12.271023', `ripple:${ripple}?amount=12.271023&dt=2751702755`],
  [405, null, `ripple:${ripple}?dt=405`],
  [0, '1', `ripple:${ripple}?amount=1&dt=0`],
  [null, '1', `ripple:${ripple}?amount=1`],
  [null, null, `ripple:${ripple}`],
])('XRP with tag %s and amount %s is %s', (tag, amount, uri) => {
  const xrp = coinOf('XRP');
  const units = amount === null ? null : amountOf(amount, xrp);
  expect(xrp.paymentUri({ address: ripple, tag }, units, 'main')).toBe(uri);
});

test('transactions of public networks have a link, those of a private one have none', () => {
  const txid = 'ab'.repeat(32);
  for (const coin of coins.values()) {
    const links = networks.map((network: Network) => coin.explorerUrl(txid, network));
    const [main, other, regtest] = links;
    expect(regtest).toBeNull();
    for (const link of [main, other]) {
      const url = new URL(link ?? '');
      expect(url.protocol).toBe('https:');
      expect(url.pathname.endsWith(`/${txid}`)).toBe(true);
    }
    expect(main).not.toBe(other);
  }
});
