// An amount and its currency. Amounts are text all the way: they are never turned into numbers.

import { useLanguage } from '../i18n.tsx';
import { trimTrailing } from '../trim-trailing.ts';
import classes from './text.module.css';

interface Props {
  /** Decimal text, as the service gives it. */
  readonly amount: string;
  readonly currency: string;
}

export function Money({ amount, currency }: Props) {
  const { locale } = useLanguage();
  return (
    <span className={classes.money}>
      {amountIn(locale, amount, currency)} <span className={classes.currency}>{currency}</span>
    </span>
  );
}

/** The same as text, for sentences and buttons. */
export function moneyText(locale: string, { amount, currency }: Props): string {
  return `${amountIn(locale, amount, currency)} ${currency}`;
}

const ofCountries = new Set(Intl.supportedValuesOf('currency'));

/** `1234.5` of EUR is `1,234.50` in English and `1.234,50` in German; of coins no digit is lost, and none made up. */
export function amountIn(locale: string, amount: string, currency: string): string {
  const decimals = trimTrailing(amount.split('.')[1] ?? '', '0').length;
  const usual = ofCountries.has(currency) ? usualDecimals(currency) : 0;
  const digits = Math.max(decimals, usual);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as `${number}`);
}

function usualDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 0;
}
