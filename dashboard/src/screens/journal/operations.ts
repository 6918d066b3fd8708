// What somebody did, in words. The compiler wants all that the journal can name in all languages.
import type { JournaledOperation } from '../../shared/api-types.ts';
import { type Language, useLanguage } from '../../shared/i18n.tsx';
import { de } from './operations-de.ts';
import { en } from './operations-en.ts';
import { es } from './operations-es.ts';
import { fr } from './operations-fr.ts';

export type OperationTexts = Readonly<Record<JournaledOperation, string>>;

const texts: Readonly<Record<Language, OperationTexts>> = { en, de, fr, es };

/** What an earlier release called otherwise is shown by its name. */
export function useOperationText(): (operation: string) => string {
  const words: Readonly<Record<string, string>> = texts[useLanguage().language];
  return (operation) => words[operation] ?? operation;
}
