// Four languages. Each screen has its messages in a file of its own, all languages side by side: what one of them lacks,
// the compiler says. Plural and number rules are those of Intl.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

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

interface Choice {
  readonly language: Language;
  /** For numbers and times: the language as the browser has it, `en-GB`. */
  readonly locale: string;
  readonly choose: (language: Language) => void;
}

const KEPT_AS = 'chaintill-language';
const LanguageContext = createContext<Choice>({ language: 'en', locale: 'en', choose: () => {} });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(() => {
    const choose = (chosen: Language) => {
      localStorage.setItem(KEPT_AS, chosen);
      setLanguage(chosen);
    };
    const locale = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
    return { language, locale, choose };
  }, [language]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
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
