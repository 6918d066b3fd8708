// Spreadsheet cells by column kind, and the styles that they refer to (ECMA-376, part 1, 18.3 and 18.8). No cell is
// ever a formula, which prevents formula injection, and no cell's content affects another.
import { decimal, divide, formatDecimal, parseDecimal, pow10 } from '../../core/decimal.ts';
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
export function headsOf({ head, kind }: ColumnHead): readonly string[] {
  if (kind === 'time') return [`${head} (UTC)`];
  return kind === 'amount' ? [head, `${head}_exact`] : [head];
}

export function cellsFor(kind: ColumnKind, text: string): string {
  if (kind === 'amount') return amountCell(text) + textCell(text);
  if (kind === 'time') return timeCell(text);
  return kind === 'count' ? countCell(text) : textCell(text);
}

export function textCell(text: string): string {
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
export function escaped(text: string): string {
  const short = text.slice(0, CELL_LENGTH_MAX);
  const clean = short.replace(UNFIT, '').replace(ESCAPE, '_x005F_').replaceAll('\r', '_x000D_');
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Amounts with all digits of a number, times to the second. */
export function stylesPart(main: string): string {
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
