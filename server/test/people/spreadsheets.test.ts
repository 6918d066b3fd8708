// Guarantees of files opened in LibreOffice: no text is evaluated, whatever the reader's separator; numbers are
// numbers, dates are dates, and references are texts, according to their column.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { column, csvOf } from '../../src/admin/exports/columns.ts';
import { xlsxOf } from '../../src/admin/exports/xlsx.ts';
import { type Cell, type LibreOffice, openLibreOffice } from '../support/libre-office.ts';

const ACTS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  '=cmd|"/c calc"!A1',
];
const BEFORE = ['', ' ', '\t', '\n', '\r\n', '"', "'", '" ', '\u00A0', '\u200B', '\uFEFF', '\v'];
const AMID = [
  ';',
  ';;',
  '; ',
  ';"',
  '\t',
  '\t"',
  '\n',
  '\r',
  'b\n',
  ',',
  ',"',
  '";"',
  '"\t"',
  '",',
];

const HOSTILE = [
  ...ACTS.flatMap((text) => BEFORE.map((before) => `${before}${text}`)),
  ...ACTS.flatMap((text) => AMID.map((amid) => `a${amid}${text}`)),
  ...ACTS.flatMap((text) => AMID.map((amid) => `${amid}${text}${amid}x`)),
];

async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* each(rows: readonly (readonly string[])[]) {
  yield* rows;
}

const TEXTS = [column('first', 'text'), column('second', 'text'), column('amount', 'amount')];

let office: LibreOffice;
beforeAll(async () => {
  office = await openLibreOffice();
});
afterAll(() => office.close());

/** What LibreOffice evaluates without the guard: one text as it is, the others when split at another separator. */
const unguarded = (separator: string) =>
  Buffer.from(separator === ',' ? 'a,=1+1\r\n' : `x,"b${separator}=1+1\r\n`);

test.each([',', ';', '\t'])(
  'no text in a CSV file is evaluated when split at "%s", where an unguarded one is',
  async (separator) => {
    const rows = HOSTILE.flatMap((text) => [
      [text, 'x', '-5.50'],
      ['x', text, '1'],
    ]);
    const bytes = await bytesOf(csvOf(TEXTS, each(rows)));
    const files = { 'texts.csv': bytes, 'control.csv': unguarded(separator) };
    const [texts = [], control = []] = await office.open(files, separator);
    const cells = texts.flat();
    const formulasOf = (all: readonly Cell[]) => all.flatMap(({ formula }) => formula ?? []);
    expect(formulasOf(control.flat())).toHaveLength(1);
    expect(formulasOf(cells)).toEqual([]);
    const begins = cells.filter(
      ({ type, text }) => type === 'string' && /^[=@＝＋－＠]/.test(text),
    );
    expect(begins.map(({ text }) => text)).toEqual([]);
    // Cells of the file were read, and negative numbers stay numbers for a reader with the file's own separator.
    expect(cells.length).toBeGreaterThan(HOSTILE.length);
    if (separator === ',') expect(cells.some(({ value }) => value === '-5.5')).toBe(true);
  },
);

test('a workbook has numbers to sum next to the exact amounts, dates with their zone, and references as texts', async () => {
  const columns = [
    column('reference', 'text'),
    column('amount', 'amount'),
    column('booked_at', 'time'),
    column('count', 'count'),
    column('note', 'text'),
  ];
  const rows = [
    ['007', '12345678901234567.89', '2026-11-28T10:15:30.000Z', '3', '_x000D_ & <b>'],
    ['12E5', '-0.00000001', '2026-03-29T00:59:59.000Z', '0', 'a\rb'],
    ['2026-11', '100000000000000000000.5', '', '', '=1+1'],
    ['1.000', '5', '2026-11-28T00:00:00.000Z', '12', '\u0001x\ud800'],
  ];
  const bytes = await bytesOf(xlsxOf(columns, each(rows)));
  const [[head = [], ...cells] = []] = await office.open({ 'book.xlsx': bytes });
  expect(head.slice(0, 6).map(({ text }) => text)).toEqual([
    'reference',
    'amount',
    'amount_exact',
    'booked_at (UTC)',
    'count',
    'note',
  ]);
  const shown = cells.slice(0, 4).map((row) => row.slice(0, 6));
  const types = shown.map((row) => row.map(({ type }) => type));
  expect(types[0]).toEqual(['string', 'float', 'string', 'date', 'float', 'string']);
  expect(shown.map(([reference]) => reference?.text)).toEqual(['007', '12E5', '2026-11', '1.000']);
  expect(shown.map(([, , exact]) => exact?.text)).toEqual([
    '12345678901234567.89',
    '-0.00000001',
    '100000000000000000000.5',
    '5',
  ]);
  expect(shown[0]?.[1]?.value).toBe('1.23456789012346E+016');
  expect(shown[1]?.[1]?.value).toBe('-0.00000001');
  expect(shown[0]?.[3]?.value).toBe('2026-11-28T10:15:30');
  expect(shown[1]?.[3]?.value).toBe('2026-03-29T00:59:59');
  expect(shown.map((row) => row[5]?.text)).toEqual(['_x000D_ & <b>', 'a\rb', '=1+1', 'x']);
  expect(shown.flat().filter(({ formula }) => formula !== null)).toEqual([]);
});
