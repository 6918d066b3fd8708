// Each kind of alarm in words: what is so, and what to do. The compiler wants all kinds in all languages.
import type { OperatorApi } from '../api-types.ts';
import { type Language, useLanguage } from '../i18n.tsx';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export type AlarmKind = OperatorApi['alarms.list']['output']['rows'][number]['kind'];

export interface KindText {
  readonly is: string;
  readonly advice: string;
}

export type KindTexts = Readonly<Record<AlarmKind, KindText>>;

const texts: Readonly<Record<Language, KindTexts>> = { en, de, fr, es };

/** One that a later release raised, whose dashboard this is not, is shown by its name. */
export function useKindText(): (kind: AlarmKind) => KindText {
  const ofLanguage = texts[useLanguage().language];
  return (kind) =>
    kind in ofLanguage ? ofLanguage[kind] : { is: kind.replaceAll('_', ' '), advice: '' };
}
