// What the doctor's findings tell, from their values, in words. The compiler wants all of it in all languages.
import type { AlarmKind } from '../../shared/alarm-kinds/kinds.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import type { Language } from '../../shared/i18n.tsx';
import { de } from './details-de.ts';
import { en } from './details-en.ts';
import { es } from './details-es.ts';
import { fr } from './details-fr.ts';

type Detail = NonNullable<OperatorApi['doctor']['output'][number]['detail']>;

/** For each code, words of what has it; `time` is a moment as the reader writes it. Alarms have words of their own. */
export type DetailTexts = {
  readonly [C in Exclude<Detail['code'], 'alarms_stand'>]: (
    of: Detail extends infer D ? Having<D, C> : never,
    time: (at: string) => string,
  ) => string;
};
type Having<D, C> = D extends { readonly code: infer K } ? (C extends K ? D : never) : never;

const texts: Readonly<Record<Language, DetailTexts>> = { en, de, fr, es };

interface Telling {
  readonly language: Language;
  readonly time: (at: string) => string;
  readonly kind: (kind: AlarmKind) => string;
}

export function detailText(detail: Detail, { language, time, kind }: Telling): string {
  if (detail.code === 'alarms_stand') return [...new Set(detail.kinds)].map(kind).join(' · ');
  if (detail.code === 'small' && detail.dear === 0)
    return texts[language].none({ code: 'none' }, time);
  const words = texts[language][detail.code] as (of: Detail, time: Telling['time']) => string;
  return words(detail, time);
}
