// What nodes reject as dust, by output type and coin: the thresholds of Bitcoin Core (policy/policy.cpp and
// transaction_tests.cpp), ten times those on Litecoin, and BCHN's own.
import { expect, test } from 'vitest';
import { dustOf } from '../../../src/chains/bitcoind/fee-rules.ts';
import { encodeBase58Address } from '../../../src/coins/codecs/base58-address.ts';

const key = '751e76e8199196d454941c45d1b3a323f1433bd6';
const base58 = (version: number) => encodeBase58Address({ version, hash: Buffer.from(key, 'hex') });

const addresses = {
  p2wpkh: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  p2wsh: 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  p2tr: 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
} as const;

test.each([
  ['BTC', base58(0x6f), 546n],
  ['BTC', base58(0xc4), 540n],
  ['BTC', addresses.p2wpkh, 294n],
  ['BTC', addresses.p2wsh, 330n],
  ['BTC', addresses.p2tr, 330n],
  ['LTC', base58(0x30), 5_460n],
  ['LTC', base58(0x32), 5_400n],
  ['LTC', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 2_940n],
  ['BCH', 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2', 546n],
  ['BCH', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 540n],
  // P2SH with 32 bytes.
  ['BCH', 'bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6', 576n],
])('%s to %s: below %s', (coin, address, dust) => {
  expect(dustOf(coin, address)).toBe(dust);
});
