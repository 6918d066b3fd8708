// Each kind of alarm in words: what is so, and what to do. The compiler wants all kinds in all languages.
import { type Language, useLanguage } from '../../shared/i18n.tsx';
import { de } from './kinds-de.ts';
import { en } from './kinds-en.ts';
import { es } from './kinds-es.ts';
import { fr } from './kinds-fr.ts';
import type { Alarm } from './queries.ts';

export interface KindText {
  readonly is: string;
  readonly advice: string;
}

export type KindTexts = Readonly<Record<Alarm['kind'], KindText>>;

const texts: Readonly<Record<Language, KindTexts>> = { en, de, fr, es };

/** One that a later release raised, whose dashboard this is not, is shown by its name. */
export function useKindText(): (kind: Alarm['kind']) => KindText {
  const ofLanguage = texts[useLanguage().language];
  return (kind) =>
    kind in ofLanguage ? ofLanguage[kind] : { is: kind.replaceAll('_', ' '), advice: '' };
}
