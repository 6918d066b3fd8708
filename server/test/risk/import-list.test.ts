// Lists of sanctioned addresses as they are published: every format, and what is rejected.
import { expect, test } from 'vitest';
import { definedCoins } from '../../src/coins/registry.ts';
import { importList, LIST_BYTES_MAX, LIST_LINES_MAX } from '../../src/risk/import-list.ts';
import { ListError } from '../../src/risk/list-candidates.ts';
import { listCoins } from './support/list-coins.ts';

const context = { coins: listCoins, network: 'main' } as const;

function read(text: string) {
  return importList(Buffer.from(text), context);
}

async function found(text: string): Promise<readonly string[]> {
  const list = await read(text);
  expect(list.rejected).toEqual([]);
  return list.addresses.map(({ currency, address }) => `${currency} ${address}`);
}

test('plain lines are addresses; comments and blank lines are not', async () => {
  const text = '\uFEFF# a list, of two\r\n\r\nqabcd # the first\r\n  rwxyz  \r\n#qhidden\r\n';
  expect(await found(text)).toEqual(['BCH qabcd', 'XRP rwxyz']);
});

test('a line without a coin code applies to every coin that accepts it', async () => {
  expect(await found('1ABCD')).toEqual(['BTC 1abcd', 'BCH qabcd']);
});

test('an address that networks of one family share is stored once', async () => {
  const text = `0x${'12'.repeat(20)}`;
  const list = await importList(Buffer.from(text), { coins: definedCoins, network: 'main' });
  expect(list.addresses).toHaveLength(1);
});

test('addresses are canonical and do not repeat', async () => {
  expect(await found('currency,address\nBTC,1ABCD\nBTC,1abcd')).toEqual(['BTC 1abcd']);
});

test.each([
  ['address first', 'address,currency\n1abcd,BTC'],
  ['currency first', 'Currency;Name;Wallet Address\nbtc;Somebody, Ltd;1abcd'],
  ['tabs and quotes', '"Coin"\t"Address"\n"Bitcoin"\t"1abcd"'],
  ['no heading', 'x1,BTC,2020-01-01,1abcd\n,,,'],
  ['OFAC code', 'address,currency\n1abcd,XBT'],
  ['OFAC identification type', 'type,address,coin\nsdn,1abcd,Digital Currency Address - XBT'],
  ['a comment first', '# made, today\naddress,currency\n1abcd,BTC'],
])('CSV: %s', async (_, text) => {
  expect(await found(text)).toEqual(['BTC 1abcd']);
});

test.each([
  ['strings', '["qabcd"]'],
  ['objects', '[{"address":"qabcd","currency":"BCH","more":[1]}]'],
  ['objects with a coin', '[{"coin":"bch","address":"qabcd"}]'],
  ['by code', '{"XBT":[],"BCH":["qabcd"]}'],
  ['objects by code', '{"BCH":[{"address":"qabcd"}]}'],
  ['under a plain key', ' {"sanctioned_addresses":["qabcd"]}'],
])('JSON: %s', async (_, text) => {
  expect(await found(text)).toEqual(['BCH qabcd']);
});

test('a coin code decides between coins that share an address form', async () => {
  expect(await found('{"XBT":["1abcd"]}')).toEqual(['BTC 1abcd']);
});

test('an address under the code of a token or fork applies to the coins that accept it', async () => {
  expect(await found('{"BSV":["1abcd"]}')).toEqual(['BTC 1abcd', 'BCH qabcd']);
});

test('addresses of unsupported coins are counted, not rejected', async () => {
  expect(await read('address,currency\n4monero,XMR\nqabcd,BCH')).toEqual({
    addresses: [{ currency: 'BCH', address: 'qabcd' }],
    rejected: [],
    rejectedCount: 0,
    ignoredCount: 1,
  });
});

test('rejected lines are reported with their line numbers', async () => {
  const plain = await read('# list\n1abcd\n\nnonsense');
  expect(plain.rejected).toEqual([
    {
      where: 'line 4',
      text: 'nonsense',
      reason: 'not an address of any coin',
      coin: null,
      isTagged: false,
    },
  ]);
  const csv = await read('address,currency\n\n# comment\n1abcd,BTC\nqabcd,BTC\n,BTC');
  expect(csv.rejected.map(({ where, text }) => [where, text])).toEqual([
    ['line 5', 'qabcd'],
    ['line 6', ''],
  ]);
  const json = await read('{"XBT":["1abcd", 5, "qabcd"]}');
  expect(json.rejected.map(({ where }) => where)).toEqual(['XBT[1]', 'XBT[2]']);
});

test('an XRP address with a tag is rejected: it is one customer of a shared address', async () => {
  const list = await read('rabcd?dt=7\nrwxyz');
  expect(list.addresses).toEqual([{ currency: 'XRP', address: 'rwxyz' }]);
  expect(list.rejected.map(({ where }) => where)).toEqual(['line 1']);
});

test('the report of rejected lines is limited, their count is not', async () => {
  const list = await read(`${'x'.repeat(10_000)}\n`.repeat(150));
  expect(list.rejected).toHaveLength(100);
  expect(list.rejectedCount).toBe(150);
  expect(list.rejected[0]?.text).toHaveLength(80);
});

test.each([
  ['broken JSON', '{"XBT":["1abcd"'],
  ['JSON of another shape', '{"XBT":"1abcd"}'],
  ['an unclosed quote', 'address,currency\n1abcd,"BTC'],
  ['CSV without an address', 'a,b\nc,d'],
])('%s is not a list', async (_, text) => {
  await expect(read(text)).rejects.toThrow(ListError);
});

test('a binary file is not a list', async () => {
  await expect(importList(Buffer.from([0x31, 0xff, 0xfe]), context)).rejects.toThrow(ListError);
});

test('size and line count are limited', async () => {
  const large = Buffer.alloc(LIST_BYTES_MAX + 1, 0x20);
  await expect(importList(large, context)).rejects.toThrow('larger than');
  const long = Buffer.alloc(LIST_LINES_MAX + 2, 0x0a);
  await expect(importList(long, context)).rejects.toThrow('lines');
});

test('an empty list is a list', async () => {
  expect(await found('# nobody yet\n')).toEqual([]);
});
