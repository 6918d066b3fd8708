// Parses amounts that people type, paste or save in a spreadsheet, in any locale. Shared with the dashboard. The API
// accepts only plain decimal strings and does not use this parser.
import { trimTrailing } from './escape-text.ts';

export type TypedAmount =
  | { readonly kind: 'amount'; readonly amount: string }
  /** Locales read the text differently: `1.000` is one thousand or one. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [larger: string, smaller: string] }
  | { readonly kind: 'not_a_number' };

const NOT_A_NUMBER: TypedAmount = { kind: 'not_a_number' };
const DIGITS_MAX = 60;
/** No-break, figure, thin and narrow no-break spaces, which `Intl` and spreadsheets put between digit groups. */
const SPACES = /[\u00A0\u2007\u2009\u202F]/g;
const APOSTROPHES = /[\u2019\u02BC]/g;
const DECIMAL_SIGNS = ['.', ','];
const GROUP_SIGNS = ['.', ',', ' ', "'"];

export function readTypedAmount(text: string): TypedAmount {
  const clean = text.replace(SPACES, ' ').replace(APOSTROPHES, "'").trim();
  const [, sign = '', digits = ''] = /^([-+\u2212]?)(.*)$/s.exec(clean) ?? [];
  if (!/^[\d.,' ]+$/.test(digits) || digits.length > DIGITS_MAX) return NOT_A_NUMBER;
  const readings = readingsOf(digits).map((reading) => (isMinus(sign) ? `-${reading}` : reading));
  const [first, second] = readings;
  if (first === undefined) return NOT_A_NUMBER;
  if (second === undefined) return { kind: 'amount', amount: first };
  return { kind: 'ambiguous', readings: [first, second] };
}

/** Plain decimal text that every locale reads the same way: `1.000` becomes `1.00`, and `1.234` becomes `1.2340`. */
export function unambiguous(plain: string): string {
  if (readTypedAmount(plain).kind !== 'ambiguous') return plain;
  const short = trimTrailing(plain, '0');
  const decimals = short.split('.')[1]?.length ?? 0;
  return short + '0'.repeat(decimals === 3 ? 1 : 2 - decimals);
}

function readingsOf(digits: string): readonly string[] {
  const found = GROUP_SIGNS.flatMap((group) => [
    ...(isGrouped(digits, group) ? [digits.replaceAll(group, '')] : []),
    ...DECIMAL_SIGNS.flatMap((decimal) => withDecimals(digits, group, decimal)),
  ]);
  const plain = DECIMAL_SIGNS.flatMap((decimal) => withDecimals(digits, '', decimal));
  const whole = /^\d+$/.test(digits) ? [digits] : [];
  return [...new Set([...found, ...plain, ...whole].map(withoutZeros))];
}

function withDecimals(digits: string, group: string, decimal: string): readonly string[] {
  if (group === decimal) return [];
  const [whole = '', decimals = '', ...rest] = digits.split(decimal);
  if (rest.length > 0 || !/^\d+$/.test(decimals)) return [];
  const isWhole = group === '' ? /^\d*$/.test(whole) : isGrouped(whole, group);
  return isWhole ? [`${whole.replaceAll(group, '')}.${decimals}`] : [];
}

/** Groups of three digits, or the Indian system: three digits in the last group, two in the others. */
function isGrouped(whole: string, group: string): boolean {
  const [first = '', ...groups] = whole.split(group);
  const last = groups.pop();
  if (last?.length !== 3 || !/^[1-9]\d{0,2}$/.test(first)) return false;
  if (!/^\d+$/.test([...groups, last].join(''))) return false;
  const isIndian = first.length < 3 && groups.every(({ length }) => length === 2);
  return isIndian || groups.every(({ length }) => length === 3);
}

const withoutZeros = (plain: string) => plain.replace(/^0*(?=\d)/, '').replace(/^\./, '0.');

const isMinus = (sign: string) => sign === '-' || sign === '\u2212';
