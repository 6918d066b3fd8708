// Amounts that people type: how they are parsed (server/src/core/typed-amount.ts), and how they are shown in the
// reader's locale, so that the parsed value is unambiguous.
import { readTypedAmount, unambiguous } from '../../../server/src/core/typed-amount.ts';
import type { Texts } from './text-files.ts';
import { trimTrailing } from './trim-trailing.ts';

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
