// Guarantees of payout files: a file saved by any spreadsheet is read as intended, and a file with an ambiguous amount
// is rejected.
import { expect, test } from 'vitest';
import { fileText } from '../../server/src/core/file-text.ts';
import { isFile, readBatch } from '../src/screens/withdrawals/batch-file.ts';

const HEAD = 'address;amount;currency;custom_id';

async function amountsOf(text: string): Promise<unknown> {
  const read = await readBatch(text);
  return isFile(read) ? read.map(({ request }) => request.amount) : read;
}

test('a file from a German spreadsheet is read: semicolons, decimal commas, byte order mark, Windows-1252', async () => {
  const rows = ['a;12,50;EUR;Müller', 'b;1.234,56;EUR;', 'c;"1.234.567,8";eur;', ';;;'];
  const text = [HEAD, ...rows, ''].join('\r\n');
  const files = [Buffer.from(text, 'latin1'), Buffer.from(`\uFEFF${text}`), Buffer.from(text)];
  for (const file of files) {
    const read = await readBatch(fileText(file));
    if (!isFile(read)) throw new Error(JSON.stringify(read));
    expect(read.map(({ request }) => request.amount)).toEqual(['12.50', '1234.56', '1234567.8']);
    expect(read[0]?.request.custom_id).toBe('Müller');
  }
});

test.each([
  ['commas', 'address,amount,currency\na,"12,50",EUR\nb,12.50,EUR', ['12.50', '12.50']],
  ['tabs', 'address\tamount\tcurrency\na\t12,50\tEUR', ['12.50']],
  ['a named separator', 'sep=;\r\naddress;amount;currency\r\na;12,50;EUR', ['12.50']],
  ['commas in a heading', '"address";"amount";"currency";;\na;12,50;EUR;;', ['12.50']],
  ['lines of an old Mac', 'address;amount;currency\ra;12,50;EUR', ['12.50']],
])('a file with %s is read', async (_name, text, amounts) =>
  expect(await amountsOf(text)).toEqual(amounts),
);

test('all ambiguous and invalid amounts are reported together, with their lines', async () => {
  const rows = ['a;12.000;EUR;', '', 'b;1;EUR;', 'c;1,234;EUR;', 'd;12,50 €;EUR;', 'e;0.001;BTC;'];
  expect(await amountsOf([HEAD, ...rows].join('\n'))).toEqual([
    { kind: 'amount', line: 2, text: '12.000' },
    { kind: 'amount', line: 5, text: '1,234' },
    { kind: 'amount', line: 6, text: '12,50 €' },
  ]);
});

test('an amount whose comma splits it into two cells is rejected, and not paid without its decimals', async () => {
  expect(await amountsOf('address,currency,amount\na,EUR,12,50')).toEqual([
    { kind: 'cells', line: 2 },
  ]);
});

test('the same payment has the same reference, however its amount is written', async () => {
  const references = await Promise.all(
    ['1234.50', '1.234,5', "1'234.50"].map(async (amount) => {
      const read = await readBatch(`address;amount;currency\na;${amount};EUR`);
      return isFile(read) ? read[0]?.request.custom_id : null;
    }),
  );
  expect(new Set(references).size).toBe(1);
  expect(references[0]).toMatch(/^batch-/);
});
