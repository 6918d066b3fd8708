// A setting's value as text: on and off, automatic actions, language names, amounts with units.
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { amountIn } from '../../shared/ui/values.tsx';
import { type FeeRow, kinds, type LeastRow, type SettingName } from './fields.ts';

export function useValueText(): (name: SettingName, value: string) => string {
  const t = useTexts('projects');
  const { locale } = useLanguage();
  return (name, value) => {
    const { kind, unit } = kinds[name];
    if (value === '') return t.notSet;
    if (kind === 'switch') return value === 'true' ? t.on : t.off;
    if (kind === 'choice') return (t as Readonly<Record<string, unknown>>)[value] as string;
    if (kind === 'language')
      return new Intl.DisplayNames([locale], { type: 'language' }).of(value) ?? value;
    const units = { hours: t.hours, minutes: t.minutes, '%': '%', EUR: 'EUR' } as const;
    const shown = shownIn(locale, value, unit);
    return unit === undefined ? value : `${shown} ${units[unit]}`;
  };
}

/** One row per line: `withdrawals BTC: 0.5 %`. */
export function useFeesText(): (rows: readonly FeeRow[]) => string {
  const names: Readonly<Record<string, string>> = useTexts('projects').feeNames;
  const { labelled } = useTexts('common');
  const { locale } = useLanguage();
  const lineOf = ({ operation, currency, percent }: FeeRow) =>
    labelled({
      label: `${names[operation]} ${currency}`.trim(),
      value: `${shownIn(locale, percent)} %`,
    });
  return (rows) => rows.map(lineOf).join('\n');
}

/** One row per line: `0.001 BTC`. */
export function useLeastText(): (rows: readonly LeastRow[]) => string {
  const { locale } = useLanguage();
  const lineOf = ({ coin, amount }: LeastRow) => `${shownIn(locale, amount, coin)} ${coin}`;
  return (rows) => rows.map(lineOf).join('\n');
}

/** While it is being edited, it may not be a valid number. */
function shownIn(locale: string, value: string, unit = ''): string {
  return /^\d+(\.\d+)?$/.test(value) ? amountIn(locale, value, unit) : value;
}
