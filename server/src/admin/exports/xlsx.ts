// A workbook that is streamed row by row: the parts that a spreadsheet program requires, in a zip (ECMA-376, parts 1
// and 2). Strings are inline, which avoids a shared string table in memory.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ColumnHead, ColumnKind } from './columns.ts';
import { cellsFor, headsOf, stylesPart, textCell } from './xlsx-cells.ts';

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
