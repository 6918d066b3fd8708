// Guarantees of payout files: a file saved by any spreadsheet is read as intended, and a file with an ambiguous amount
// is rejected.
import { expect, test } from 'vitest';
import { fileText } from '../../src/core/file-text.ts';
import { readPayoutFile } from '../../src/payout-batches/read-file.ts';

const HEAD = 'address;amount;currency;custom_id';

const read = (text: string, repeatedAs: string | null = null) =>
  readPayoutFile(text, { repeatedAs });

const amountsOf = async (text: string) =>
  (await read(text)).rows.map(({ request }) => request['amount']);

const problemsOf = async (text: string) =>
  (await read(text)).problems.map(({ target, args }) => [target, args['form_code'], args['text']]);

test('a file from a German spreadsheet is read: semicolons, decimal commas, byte order mark, Windows-1252', async () => {
  const rows = ['a;12,50;EUR;Müller', 'b;1.234,56;EUR;', 'c;"1.234.567,8";eur;', ';;;'];
  const text = [HEAD, ...rows, ''].join('\r\n');
  for (const file of [
    Buffer.from(text, 'latin1'),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(text),
  ]) {
    const { rows: found, problems } = await read(fileText(file));
    expect(problems).toEqual([]);
    expect(found.map(({ request }) => request['amount'])).toEqual([
      '12.50',
      '1234.56',
      '1234567.8',
    ]);
    expect(found[0]?.request['custom_id']).toBe('Müller');
  }
});

test.each([
  ['commas', 'address,amount,currency\na,"12,50",EUR\nb,12.50,EUR', ['12.50', '12.50']],
  ['tabs', 'address\tamount\tcurrency\na\t12,50\tEUR', ['12.50']],
  ['a named separator', 'sep=;\r\naddress;amount;currency\r\na;12,50;EUR', ['12.50']],
  ['commas in a heading', '"address";"amount";"currency";;\na;12,50;EUR;;', ['12.50']],
  ['lines of an old Mac', 'address;amount;currency\ra;12,50;EUR', ['12.50']],
])('a file with %s is read', async (_name, text, amounts) => {
  expect(await amountsOf(text)).toEqual(amounts);
});

test('all ambiguous and invalid amounts are reported together, with their lines', async () => {
  const rows = ['a;12.000;EUR;', '', 'b;1;EUR;', 'c;1,234;EUR;', 'd;12,50 €;EUR;', 'e;0.001;BTC;'];
  expect(await problemsOf([HEAD, ...rows].join('\n'))).toEqual([
    ['line 2', 'one_amount', '12.000'],
    ['line 5', 'one_amount', '1,234'],
    ['line 6', 'one_amount', '12,50 €'],
  ]);
});

test('an amount whose comma splits it into two cells is rejected, and not paid without its decimals', async () => {
  expect(await problemsOf('address,currency,amount\na,EUR,12,50')).toEqual([
    ['line 2', 'cells_of_columns', undefined],
  ]);
});

test('the same payment has the same reference, however its amount is written', async () => {
  const files = ['1234.50', '1.234,5', "1'234.50"].map((amount) =>
    read(`address;amount;currency\na;${amount};EUR`),
  );
  const references = (await Promise.all(files)).map(({ rows }) => rows[0]?.request['custom_id']);
  expect(new Set(references).size).toBe(1);
  expect(references[0]).toMatch(/^batch-/);
});

test('identical rows have different references, and a deliberate repetition has its own', async () => {
  const text = 'address;amount;currency\na;1;EUR\na;1;EUR';
  const files = await Promise.all([read(text), read(text, '0199-a'), read(text, '0199-b')]);
  const references = files.flatMap(({ rows }) => rows.map(({ request }) => request['custom_id']));
  expect(new Set(references).size).toBe(6);
});

test('a file has at most 10,000 rows', async () => {
  const file = (rows: number) =>
    read(['address,amount,currency', ...new Array<string>(rows).fill('a,1,EUR')].join('\n'));
  expect((await file(10_000)).rows).toHaveLength(10_000);
  expect((await file(10_001)).problems).toMatchObject([
    { target: 'file', args: { most: '10000' } },
  ]);
});

const START = 'address,amount,currency\n';

test.each([
  ['quotes in a cell', `${START}a${'"'.repeat(1_000_000)},1,EUR`],
  ['doubled quotes', `${START}"${'""'.repeat(1_000_000)}",1,EUR`],
  ['a quote that does not end', `${START}"${'a,\n'.repeat(500_000)}`],
  ['cells in a row', `${START}${'1,'.repeat(1_000_000)}`],
  ['columns', `${'amount,'.repeat(1_000_000)}\n1`],
  ['rows', `${START}${'1\n'.repeat(1_000_000)}`],
  ['rows that are wrong', `${START}${'a,"1,2,3",EUR\n'.repeat(200_000)}`],
  ['an amount', `${START}a,${'1'.repeat(2_000_000)},EUR`],
])('a file with too many %s costs little, and is rejected', async (_name, text) => {
  const { rows, problems } = await read(text);
  expect(rows).toEqual([]);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(problems).length).toBeLessThan(50_000);
});

test('others are served while a file is read', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await read(START + 'a,1,EUR\n'.repeat(5000));
  isOver = true;
  expect(turns).toBeGreaterThan(50);
});
