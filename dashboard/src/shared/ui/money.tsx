// An amount and its currency. Amounts are decimal text throughout and never become numbers.

import { useLanguage } from '../i18n.tsx';
import { trimTrailing } from '../trim-trailing.ts';
import classes from './text.module.css';

interface Props {
  /** Decimal text from the service. */
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

/** The amount as text, for sentences and buttons. */
export function moneyText(locale: string, { amount, currency }: Props): string {
  return `${amountIn(locale, amount, currency)} ${currency}`;
}

const ofCountries = new Set(Intl.supportedValuesOf('currency'));

/** `1234.5` EUR is `1,234.50` in English and `1.234,50` in German. Coin amounts keep all digits, and none are added. */
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
