// A workbook that is streamed row by row: the parts that a spreadsheet program requires, in a zip (ECMA-376, parts 1
// and 2). Strings are inline, which avoids a shared string table in memory.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { decimal, divide, formatDecimal, parseDecimal, pow10 } from '../../core/money.ts';
import type { ColumnHead, ColumnKind } from './columns.ts';

/** Excel specifications and limits: characters in a cell. */
const CELL_LENGTH_MAX = 32_767;
/** Digits that an IEEE 754 double preserves. */
const DIGITS_MAX = 15;
const DAY_MILLISECONDS = 86_400_000;
/** 1970-01-01 in days since 1899-12-30, the epoch of spreadsheets. */
const EPOCH_DAYS = 25_569;

const TEXT = 1;
const AMOUNT = 2;
const TIME = 3;
const COUNT = 4;

/** In the order of the numbers above. The first is the default style. */
const FORMATS = [0, 49, 164, 165, 1];

/** Spreadsheets have no time zones, so the heading names it. An amount is a summable number next to its exact text. */
function headsOf({ head, kind }: ColumnHead): readonly string[] {
  if (kind === 'time') return [`${head} (UTC)`];
  return kind === 'amount' ? [head, `${head}_exact`] : [head];
}

function cellsFor(kind: ColumnKind, text: string): string {
  if (kind === 'amount') return amountCell(text) + textCell(text);
  if (kind === 'time') return timeCell(text);
  return kind === 'count' ? countCell(text) : textCell(text);
}

function textCell(text: string): string {
  if (text === '') return '<c/>';
  return `<c s="${TEXT}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function amountCell(text: string): string {
  const value = parseDecimal(text);
  return value === null ? textCell(text) : `<c s="${AMOUNT}"><v>${rounded(text)}</v></c>`;
}

function countCell(text: string): string {
  return /^-?\d{1,15}$/.test(text) ? `<c s="${COUNT}"><v>${text}</v></c>` : textCell(text);
}

function timeCell(text: string): string {
  const time = new Date(text).getTime();
  if (text === '' || Number.isNaN(time)) return textCell(text);
  return `<c s="${TIME}"><v>${time / DAY_MILLISECONDS + EPOCH_DAYS}</v></c>`;
}

/** Rounded to the digits that a number preserves, half away from zero. The exact amount is in the next cell. */
function rounded(text: string): string {
  const { digits, scale } = parseDecimal(text) ?? decimal('0');
  const size = digits < 0n ? -digits : digits;
  const dropped = `${size}`.length - DIGITS_MAX;
  if (dropped <= 0) return text;
  const unit = pow10(dropped);
  const kept = divide(size + unit / 2n, unit, 'down') * unit;
  return formatDecimal({ digits: digits < 0n ? -kept : kept, scale });
}

/** Characters that XML 1.0, 2.2 forbids: controls except tab and line ends, unpaired surrogates, and noncharacters. */
const UNFIT = /(?![\t\n\r])\p{Cc}(?<![\u0080-\u009F])|\p{Surrogate}|[\uFFFE\uFFFF]/gu;
/** Sequences that spreadsheets decode as one character (22.9.2.19, ST_Xstring): escaped, they stay literal. */
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** XML would normalize a carriage return to a line feed. */
function escaped(text: string): string {
  const short = text.slice(0, CELL_LENGTH_MAX);
  const clean = short.replace(UNFIT, '').replace(ESCAPE, '_x005F_').replaceAll('\r', '_x000D_');
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Amounts with all digits of a number, times to the second. */
function stylesPart(main: string): string {
  const xfs = FORMATS.map(
    (id) =>
      `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return (
    `<styleSheet xmlns="${main}"><numFmts count="2">` +
    '<numFmt numFmtId="164" formatCode="#,##0.00################"/>' +
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="1"><font/></fonts><fills count="2"><fill/><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs></styleSheet>`
  );
}

type Cells = readonly string[];

/** Excel specifications and limits: rows on a sheet. */
const SHEET_ROWS_MAX = 1_048_576;
const GATHERED = 64_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export async function* xlsxOf(
  columns: readonly ColumnHead[],
  rows: AsyncIterable<Cells>,
  rowsMax = SHEET_ROWS_MAX,
): AsyncGenerator<Buffer> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    ready.push(piece);
  });
  const take = () => {
    const taken = Buffer.concat(ready);
    ready = [];
    return taken;
  };
  const kinds = columns.map(({ kind }) => kind);
  const head = columns.flatMap(headsOf).map(textCell).join('');
  let sheets = 0;
  let sheet = null as Sheet | null;
  for await (const cells of withStart(rows)) {
    if (sheet === null || sheet.rows >= rowsMax) {
      sheet?.end();
      sheets += 1;
      sheet = openSheet(zip, sheets);
      sheet.add(head);
    }
    if (cells !== null) sheet.add(rowOf(kinds, cells));
    if (ready.length > 0) yield take();
  }
  sheet?.end();
  for (const [name, text] of partsOf(sheets)) {
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(Buffer.from(HEAD + text), true);
  }
  zip.end();
  yield take();
}

function rowOf(kinds: readonly ColumnKind[], cells: Cells): string {
  return kinds.map((kind, n) => cellsFor(kind, cells[n] ?? '')).join('');
}

/** An empty list still gets its header row. */
async function* withStart(rows: AsyncIterable<Cells>): AsyncGenerator<Cells | null> {
  yield null;
  yield* rows;
}

interface Sheet {
  readonly rows: number;
  add(cells: string): void;
  end(): void;
}

function openSheet(zip: Zip, n: number): Sheet {
  const part = new ZipDeflate(`xl/worksheets/sheet${n}.xml`, { level: 1 });
  zip.add(part);
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  let rows = 0;
  return {
    get rows() {
      return rows;
    },
    add(cells) {
      rows += 1;
      text += `<row>${cells}</row>`;
      if (text.length < GATHERED) return;
      part.push(Buffer.from(text));
      text = '';
    },
    end: () => part.push(Buffer.from(`${text}</sheetData></worksheet>`), true),
  };
}

/** Written last, once the number of sheets is known. */
function partsOf(sheets: number): readonly (readonly [name: string, text: string])[] {
  const each = (show: (n: number) => string) =>
    Array.from({ length: sheets }, (_, n) => show(n + 1)).join('');
  const sheetTypes = each(
    (n) =>
      `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${KIND}.worksheet+xml"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${sheetTypes}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
        (n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="rId${n}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELATIONS}">${each(
        (n) =>
          `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesPart(MAIN)],
  ];
}
