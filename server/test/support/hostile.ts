// The corpus of hostile texts: anything that a merchant, a customer, a file or an attacker could enter so that a
// screen, a terminal, an email, a spreadsheet or a parser does more than display it.
import { hostileTexts } from './obeyed.ts';

export { hostileTexts, obeyed } from './obeyed.ts';

/** Set when a page runs a script of the corpus. */
const HIT = 'hostileHit';

/** Characters that reorder text: marks, embeddings, overrides and isolates (Unicode UAX 9). */
export const bidiTexts = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e']
  .concat([...'\u2066\u2067\u2068\u2069'])
  .map((character) => `pay${character}001`);

/** Line ends of some program: in a header, an email, a file or a terminal. */
export const lineEnds = ['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'] as const;

/** An injected header and body, for each line end. */
export const headerTexts = lineEnds.flatMap((end) => [
  `x${end}Bcc: all@evil.example`,
  `x${end}${end}<b>own body</b>`,
]);

export const markupTexts = [
  `<script>window.${HIT}=1</script>`,
  `"><img src=x onerror="window.${HIT}=1">`,
  `' onfocus='window.${HIT}=1' autofocus='`,
  `</title><svg/onload=window.${HIT}=1>`,
  `<a href="javascript:window.${HIT}=1">pay</a>`,
  '<!--<!DOCTYPE html>-->]]>&lt;i&gt;&#60;i&#62;',
];

/** Formulas, as the first cell and after each separator. */
export const formulaTexts = ['', ',', ';', '\t'].flatMap((before) =>
  ['=1+1', '+1+1', '-1+1', '@SUM(1)', '=cmd|"/c calc"!A1'].map((text) => `${before}${text}`),
);

export const linkTexts = [
  'https://evil.example/pay',
  'www.evil.example',
  'evil.example/pay',
  'me@evil.example',
  '[pay](https://evil.example)',
];

/** Names that a program could mistake for its own. */
export const nameTexts = [
  '__proto__',
  'constructor',
  'toString',
  'null',
  '../../etc/passwd',
  '%00',
];

/** Every text that a text field accepts: none contains NUL. */
export const hostileCorpus: readonly string[] = [
  ...hostileTexts,
  ...bidiTexts,
  ...headerTexts,
  ...markupTexts,
  ...formulaTexts,
  ...linkTexts,
  ...nameTexts,
];

/** The whole corpus in one text, for a field with a length limit. */
export const hostileText = (lengthMax: number): string =>
  [...hostileCorpus.join(' ')].slice(0, lengthMax).join('');

const BAIT_UNITS = [
  'a',
  'aA0',
  '0',
  '1,',
  '1.',
  '1 ',
  "1'",
  '-',
  '_',
  '.',
  '..',
  '/',
  '//',
  '\\',
  '@',
  'a@',
  'a.',
  ':',
  '::',
  '(',
  ')',
  '((a',
  '[',
  '{',
  '[[',
  '{"a":',
  '"',
  "'",
  '""',
  ';',
  ',',
  ',"',
  '\t',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '+',
  '=',
  '&',
  '&a=',
  '?',
  '?dt=',
  '%',
  '%20',
  '%ff',
  '#',
  '*',
  '|',
  '^',
  '$',
  '~',
  '!',
  '<',
  '<a ',
  '&lt;',
  '😀',
  'e\u0301',
  '\u0301',
  '\u200d',
  '\u202e',
  'ß',
  'İ',
  '٣',
  '１',
  '\u00a0',
  '\u3002',
  'http://',
  '://',
  '2026-',
  'T00:',
  'Z',
  '+00:',
  'Etc/',
  'bitcoin:',
  'r',
  '1Q',
  'bc1q',
  '0x',
  'X7',
];
const BAIT_ENDS = ['', '!', '@', '.', '\u0301', ' x', '/', ')', '0'];
/** The last is longer than any field accepts. */
const BAIT_LENGTHS = [30, 300, 2_000, 20_000];

/** Long enough that a backtracking or quadratic parser takes seconds; the same in every run. */
export function baits(count = 1000): readonly string[] {
  return Array.from({ length: count }, (_, n) => {
    const unit = BAIT_UNITS[n % BAIT_UNITS.length] ?? '';
    const other = BAIT_UNITS[(n * 7 + Math.floor(n / BAIT_UNITS.length)) % BAIT_UNITS.length] ?? '';
    const end = BAIT_ENDS[n % BAIT_ENDS.length] ?? '';
    const length = BAIT_LENGTHS[Math.floor(n / BAIT_UNITS.length) % BAIT_LENGTHS.length] ?? 0;
    const text = n % 3 === 0 ? unit : n % 3 === 1 ? unit + other : other.repeat(3) + unit;
    return text.repeat(Math.ceil(length / text.length)).slice(0, length) + end;
  });
}
