// Error texts in the page's language, loaded with the first error, so that screens do not wait for them.
import { type Language, languages } from '../i18n.tsx';
import { loadArea, loadedTexts } from '../text-files.ts';
import { type Problem, problemIn, type RefusalTexts } from './problems.ts';

/** Never fails: without texts an error shows the service's own sentence. */
export async function loadRefusalMessages(): Promise<void> {
  await loadArea(pageLanguage(), 'refusals').catch(() => null);
}

/** Read from where `LanguageProvider` stores it. */
function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return lang in languages ? (lang as Language) : 'en';
}

const texts = (): RefusalTexts | undefined => loadedTexts(pageLanguage(), 'refusals');

export function refusalText({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  const errors: Readonly<Record<string, string>> = texts()?.errors ?? {};
  return errors[code] ?? message;
}

export function problemText(problem: Problem): string {
  const loaded = texts();
  return (loaded && problemIn(loaded, problem)) ?? problem.message;
}
