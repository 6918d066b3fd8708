// The details of the doctor's findings as text, from their structured values. The compiler requires all of them in all
// languages.
import type { AlarmKind } from '../../shared/alarm-kinds.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import type { Language } from '../../shared/i18n.tsx';
import { saidBy } from '../../shared/said.ts';
import { moneyText } from '../../shared/ui/money.tsx';
import { de } from './details-de.ts';
import { en } from './details-en.ts';
import { es } from './details-es.ts';
import { fr } from './details-fr.ts';

/** Details of node checks are in nodes.ts. */
type Whole = OperatorApi['doctor']['output'][number]['detail'];
export type Detail = Exclude<Whole, { readonly code: OfNode }>;
type OfNode = Exclude<Extract<Whole['code'], `node_${string}`>, 'node_hangs'>;

/** A text for each code that has one. `time` is formatted for the reader. Alerts have their own texts. */
export type DetailTexts = {
  readonly [C in Exclude<Detail['code'], 'open_alarms'>]: (
    of: Detail extends infer D ? Having<D, C> : never,
    time: Notification['time'],
    invariant: Notification['invariant'],
  ) => string;
};
type Having<D, C> = D extends { readonly code: infer K } ? (C extends K ? D : never) : never;

const texts: Readonly<Record<Language, DetailTexts>> = { en, de, fr, es };

interface Notification {
  readonly locale: string;
  readonly language: Language;
  readonly time: (at: string) => string;
  readonly kind: (kind: AlarmKind) => string;
  readonly invariant: (code: string) => string;
}

export function detailText(reported: Detail, notification: Notification): string {
  const { language, locale, time, kind, invariant } = notification;
  const detail = withAmounts(reported, locale);
  if (detail.code === 'open_alarms') return [...new Set(detail.kinds)].map(kind).join(' · ');
  if (detail.code === 'small' && detail.dear === 0)
    return texts[language].none({ code: 'none' }, time, invariant);
  const labels = texts[language][detail.code] as (
    of: Detail,
    time: Notification['time'],
    invariant: Notification['invariant'],
  ) => string;
  return labels(detail, time, invariant);
}

const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z0-9]{2,10}(?:\.[a-z0-9_-]+)?)$/;

/** Formats `1234.5 EUR` as an amount in the reader's locale. Removes the error class name from a failure. */
function withAmounts(detail: Detail, locale: string): Detail {
  const shown = Object.entries(detail).map(([name, value]: [string, unknown]) => {
    if (name === 'said' && typeof value === 'string') return [name, saidBy(value)];
    const [, amount, currency] = (typeof value === 'string' && AMOUNT.exec(value)) || [];
    if (amount === undefined || currency === undefined) return [name, value];
    return [name, moneyText(locale, { amount, currency })];
  });
  return Object.fromEntries(shown) as Detail;
}
