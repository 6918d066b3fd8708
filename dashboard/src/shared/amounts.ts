// Amounts are decimal text and never become floating-point numbers: exact sums, and what people type.
import { readTypedAmount, unambiguous } from '../../../server/src/core/typed-amount.ts';
import type { Texts } from './i18n.tsx';

type AmountTexts = Texts['common']['amounts'];

const USUAL_DECIMALS = 2;

/** All digits, with at least two decimals: `1,000.00` is unambiguous. */
export function fullAmount(locale: string, plain: string): string {
  const digits = Math.max(USUAL_DECIMALS, plain.split('.')[1]?.length ?? 0);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(plain as `${number}`);
}

/** The amount in input format: without grouping, with the locale's decimal separator. */
export function writtenIn(locale: string, plain: string): string {
  return unambiguous(plain).replace('.', decimalSign(locale));
}

/** Plain decimal text. Empty if the text is not an amount or is ambiguous. */
export function plainAmount(text: string): string {
  const read = readTypedAmount(text);
  return read.kind === 'amount' ? read.amount : '';
}

export const isAmbiguous = (text: string) => readTypedAmount(text).kind === 'ambiguous';

/** Why the text is not accepted. Null if it is accepted. */
export function amountProblem(text: string, locale: string, t: AmountTexts): string | null {
  const read = readTypedAmount(text);
  if (read.kind === 'amount') return null;
  if (read.kind === 'not_a_number')
    return t.notAnAmount({ text, example: writtenIn(locale, '1234.50') });
  const [larger, smaller] = read.readings;
  return t.ambiguous({
    text,
    larger: fullAmount(locale, larger),
    smaller: fullAmount(locale, withoutZeros(smaller)),
    largerTyped: writtenIn(locale, larger),
    smallerTyped: writtenIn(locale, smaller),
  });
}

const withoutZeros = (plain: string) => trimTrailing(trimTrailing(plain, '0'), '.');

function decimalSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value;
  return sign === ',' ? ',' : '.';
}

interface Scaled {
  readonly units: readonly bigint[];
  readonly decimals: number;
}

/** All in the smallest unit that any of them uses. */
export function scaled(amounts: readonly string[]): Scaled {
  const decimals = Math.max(0, ...amounts.map((text) => text.split('.')[1]?.length ?? 0));
  const units = amounts.map((text) => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(`${whole}${part.padEnd(decimals, '0')}`);
  });
  return { units, decimals };
}

export function sumOf(amounts: readonly string[]): string {
  const { units, decimals } = scaled(amounts);
  const sum = units.reduce((total, each) => total + each, 0n);
  const digits = `${sum < 0n ? -sum : sum}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = trimTrailing(digits.slice(digits.length - decimals), '0');
  return `${sum < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

export interface AmountParts {
  /** The digits to read: at most eight significant ones, and a currency's usual decimals. */
  readonly read: string;
  /** Zeros at the end of the decimals, or an amount of zero. */
  readonly zeros: string;
  /** The digits after these. Without them, the amount is truncated toward zero. */
  readonly rest: string;
}

const SIGNIFICANT = 8;

/** Splits a formatted amount. `decimals`: the digits after its decimal sign; `usual`: those that the currency has. */
export function amountParts(text: string, decimals: number, usual: number): AmountParts {
  const whole = decimals === 0 ? text.length : text.length - decimals - 1;
  const least = usual === 0 ? whole : whole + 1 + usual;
  let [cut, count] = [0, 0];
  for (; cut < text.length && (cut < least || count < SIGNIFICANT); cut += 1) {
    const digit = text.charAt(cut);
    if (digit >= (count === 0 ? '1' : '0') && digit <= '9') count += 1;
  }
  const kept = text.slice(0, cut);
  const trimmed = count === 0 ? 0 : Math.max(whole, trimTrailing(kept, '0').length);
  const end = trimmed === whole + 1 ? whole : trimmed;
  return { read: kept.slice(0, end), zeros: kept.slice(end), rest: text.slice(cut) };
}

export const negated = (amount: string) =>
  amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

/**
 * Removes a repeated character from the end of a text in one pass. The expression `x+$` takes quadratic time when a run
 * of `x` is not at the end.
 */
export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
