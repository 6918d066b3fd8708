// Error texts in the page's language, loaded with the first error, so that no screen's bundle contains them.
import { type Language, languages } from '../i18n.tsx';
import { type Problem, problemIn, type RefusalMessages } from './problems.ts';

const files: Readonly<Record<Language, () => Promise<{ readonly messages: RefusalMessages }>>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
};

const loaded = new Map<Language, RefusalMessages>();

/** Never fails: without texts an error shows the service's own sentence. */
export async function loadRefusalMessages(): Promise<void> {
  const language = pageLanguage();
  if (loaded.has(language)) return;
  const file = await files[language]().catch(() => null);
  if (file !== null) loaded.set(language, file.messages);
}

/** As `LanguageProvider` stores it. */
function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return lang in languages ? (lang as Language) : 'en';
}

export function refusalText({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  const errors: Readonly<Record<string, string>> = loaded.get(pageLanguage())?.errors ?? {};
  return errors[code] ?? message;
}

export function problemText(problem: Problem): string {
  const messages = loaded.get(pageLanguage());
  return messages === undefined ? problem.message : problemIn(messages, problem);
}
