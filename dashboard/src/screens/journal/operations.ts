// Texts of operations. The compiler requires all that the audit log can contain, in all languages.
import type { JournaledOperation } from '../../shared/api-types.ts';
import { type Language, useLanguage } from '../../shared/i18n.tsx';
import { de } from './operations-de.ts';
import { en } from './operations-en.ts';
import { es } from './operations-es.ts';
import { fr } from './operations-fr.ts';

export type OperationTexts = Readonly<Record<JournaledOperation, string>>;

const texts: Readonly<Record<Language, OperationTexts>> = { en, de, fr, es };

/** An operation that an earlier release named differently is shown by its code. */
export function useOperationText(): (operation: string) => string {
  const words: Readonly<Record<string, string>> = texts[useLanguage().language];
  return (operation) => words[operation] ?? operation;
}
