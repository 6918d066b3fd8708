// Four languages. Each screen has its messages in a file of its own, all languages side by side: what one of them lacks,
// the compiler says. Plural and number rules are those of Intl.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { chosenZone, ZONE_KEPT_AS } from './zone.ts';

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof languages;

type Message = string | ((...values: never[]) => string);
/** The same messages with other words. */
type Like<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };
export type Messages<T> = Readonly<Record<Language, Like<T>>>;

export function defineMessages<T extends Readonly<Record<string, Message>>>(
  en: T,
  others: Readonly<Record<Exclude<Language, 'en'>, Like<T>>>,
): Messages<T> {
  return { en: en as Like<T>, ...others };
}

/** `counted('en', { one: '# alarm', other: '# alarms' })(3)` is `3 alarms`. */
export function counted(
  language: Language,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string },
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat(language);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('#', digits.format(count));
}

/** What somebody chose; null: as the language, or the browser, has it. */
export interface Chosen {
  readonly language: Language;
  /** Whose numbers and dates, `de-CH`. */
  readonly numbers: string | null;
  readonly zone: string | null;
}

interface Choice {
  readonly language: Language;
  /** For numbers and times: the one that was chosen, or the language as the browser has it, `en-GB`. */
  readonly locale: string;
  readonly timeZone: string | undefined;
  readonly choose: (chosen: Partial<Chosen>) => void;
}

const KEPT_AS = 'chaintill-language';
const NUMBERS_KEPT_AS = 'chaintill-numbers';
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
    const choose = (change: Partial<Chosen>) =>
      setChosen((before) => {
        const after = { ...before, ...change };
        localStorage.setItem(KEPT_AS, after.language);
        keep(NUMBERS_KEPT_AS, after.numbers);
        keep(ZONE_KEPT_AS, after.zone);
        return after;
      });
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
  return { language: firstLanguage(), numbers: knownNumbers(), zone: chosenZone() };
}

/** A tag that this browser does not know would break every number. */
function knownNumbers(): string | null {
  const tag = localStorage.getItem(NUMBERS_KEPT_AS);
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

export function useMessages<T>(messages: Messages<T>): Like<T> {
  return messages[use(LanguageContext).language];
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT_AS) ?? '', ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages);
  return (known ?? 'en') as Language;
}
