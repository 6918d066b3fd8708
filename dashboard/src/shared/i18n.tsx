// The page's language, and the locale and time zone of numbers and dates.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { currentLanguage, type Language, storeLanguage } from './languages.ts';
import { loadUsedTexts } from './text-files.ts';
import { chosenZone, ZONE_STORAGE_KEY } from './zone.ts';

export { type Language, languages } from './languages.ts';

/** The person's choice. Null: the default of the language or browser. */
export interface Chosen {
  readonly language: Language;
  /** The locale of numbers and dates, `de-CH`. */
  readonly numbers: string | null;
  readonly zone: string | null;
}

interface Choice {
  readonly language: Language;
  /** For numbers and times: the chosen locale, or the browser's variant of the language, `en-GB`. */
  readonly locale: string;
  readonly timeZone: string | undefined;
  readonly choose: (chosen: Partial<Chosen>) => void;
}

const NUMBERS_STORAGE_KEY = 'chaintill-numbers';
const LanguageContext = createContext<Choice>({
  ...{ language: 'en', locale: 'en', timeZone: undefined, choose: () => {} },
});

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, setChosen] = useState<Chosen>(firstChoice);
  const { language, numbers, zone } = chosen;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(() => {
    const choose = (change: Partial<Chosen>) => {
      if (change.language !== undefined) storeLanguage(change.language);
      if (change.numbers !== undefined) keep(NUMBERS_STORAGE_KEY, change.numbers);
      if (change.zone !== undefined) keep(ZONE_STORAGE_KEY, change.zone);
      // The old texts stay until the new ones are loaded.
      void loadUsedTexts(currentLanguage()).then(() =>
        setChosen((before) => ({ ...before, ...change })),
      );
    };
    const own = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
    return { language, locale: numbers ?? own, timeZone: zone ?? undefined, choose };
  }, [language, numbers, zone]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

function keep(name: string, value: string | null): void {
  if (value === null) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
}

function firstChoice(): Chosen {
  return { language: currentLanguage(), numbers: knownNumbers(), zone: chosenZone() };
}

/** A locale that this browser does not support would break every number format. */
function knownNumbers(): string | null {
  const tag = localStorage.getItem(NUMBERS_STORAGE_KEY);
  return tag === null || !isNumberFormat(tag) ? null : tag;
}

export function isNumberFormat(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

export function useLanguage(): Choice {
  return use(LanguageContext);
}
