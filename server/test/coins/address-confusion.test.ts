// One coin's address entered for another coin: the complete matrix of forms, coins and networks. Money sent to the
// right address on the wrong chain is lost, so every form that two coins share is listed here.
import { expect, test } from 'vitest';
import { coins, networks } from './support.ts';

/** Tokens are paid to addresses of their network, and all networks of the family share them. */
const ETHEREUM = [...coins.values()]
  .filter(({ nodes }) => nodes.family === 'evm')
  .flatMap(({ code }) => networks.map((network) => `${code}/${network}`));
const RIPPLE = ['XRP/main', 'XRP/test', 'XRP/regtest'];
/** Base58 version bytes that these coins have in common; the text does not tell them apart. */
const SHARED_TEST_KEY_HASH = [
  'BCH/test',
  'BCH/regtest',
  'BTC/test',
  'BTC/regtest',
  'LTC/test',
  'LTC/regtest',
  // Dogecoin has its own on its test network.
  'DOGE/regtest',
];

test.each([
  [
    'BTC P2PKH, as BCH once wrote it too',
    '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo',
    ['BCH/main', 'BTC/main'],
  ],
  [
    'BTC P2SH, as BCH and LTC once wrote it too',
    '36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm',
    ['BCH/main', 'BTC/main', 'LTC/main'],
  ],
  ['BTC P2WPKH', 'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', ['BTC/main']],
  ['BTC P2WSH', 'bc1qyucykdlhp62tezs0hagqury402qwhk589q80tqs5myh3rxq34nwqhkdhv7', ['BTC/main']],
  ['BTC P2TR', 'bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu', ['BTC/main']],
  ['test P2PKH', 'mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ', SHARED_TEST_KEY_HASH],
  ['test P2SH', '2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK', [...SHARED_TEST_KEY_HASH, 'DOGE/test']],
  ['BTC test P2WPKH', 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54', ['BTC/test']],
  ['BTC regtest P2WPKH', 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9', ['BTC/regtest']],
  ['LTC P2PKH', 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA', ['LTC/main']],
  ['LTC P2SH', 'MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2', ['LTC/main']],
  ['LTC P2WPKH', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', ['LTC/main']],
  ['LTC test P2SH', 'QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z', ['LTC/test', 'LTC/regtest']],
  ['BCH P2PKH', 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2', ['BCH/main']],
  ['BCH P2PKH without prefix', 'qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2', ['BCH/main']],
  ['BCH P2SH', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', ['BCH/main']],
  ['BCH test P2SH', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', ['BCH/test']],
  ['BCH test P2SH without prefix', 'pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', ['BCH/test']],
  ['BCH regtest P2PKH', 'bchreg:qrv9c2m36qrqkzwf3p4whq272zv3mksjf5ln6v9le5', ['BCH/regtest']],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ETHEREUM],
  ['XRP', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf', RIPPLE],
  ['XRP with tag', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf?dt=7', RIPPLE],
  ['XRP X-address', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb', ['XRP/main']],
  [
    'XRP test X-address',
    'TVE26TYGhfLC7tQDno7G8dGtxSkYQn49b3qD26PK7FcGSKE',
    ['XRP/test', 'XRP/regtest'],
  ],
  ['BTC with a tag', '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo?dt=7', []],
  ['a payment URI', 'bitcoin:1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', []],
  ['DOGE P2PKH', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', ['DOGE/main']],
  ['DOGE P2SH', 'A7HRQk3GFCW2QasvdZxXuYj8kkQK5QrYLs', ['DOGE/main']],
  ['DOGE test P2PKH', 'nhRsrUaxZou6sewjqaS37cJrMRJRgwVXdk', ['DOGE/test']],
  [
    'an extended public key',
    'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V',
    [],
  ],
])('%s is valid for exactly the coins and networks that have it', (_form, text, expected) => {
  const accepting = [...coins.values()].flatMap((coin) =>
    networks.flatMap((network) =>
      coin.parseAddress(text, network) === null ? [] : [`${coin.code}/${network}`],
    ),
  );
  expect(accepting.sort()).toEqual([...expected].sort());
});
