// The page's language, and the locale and time zone of numbers and dates.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { type TextSource, textsFrom } from '../../../server/src/core/texts/format.ts';
import type { Texts } from '../../../server/src/core/texts/types.ts';
import { chosenZone, ZONE_STORAGE_KEY } from './zone.ts';

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof languages;

const STORAGE_KEY = 'chaintill-language';

/** The stored choice, or the first of the browser's languages that has texts. */
export function currentLanguage(): Language {
  const wanted = [localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages);
  return (known ?? 'en') as Language;
}

export type { Texts };
export type AreaName = keyof Texts;
export type AreaTexts<Area extends AreaName> = Texts[Area] &
  Omit<Texts['common'], keyof Texts[Area]>;

const FOLDER = '../../../locales';
const files = import.meta.glob<TextSource>(
  [
    '../../../locales/{en,de,fr,es}/*.json',
    '!**/{api-errors,payment-page,people-mail,subscription-mail}.json',
  ],
  { import: 'default' },
);
const loading = new Map<string, Promise<object>>();
const loaded = new Map<string, object>();
const used = new Set<AreaName>();

const keyOf = (language: Language, area: AreaName) => `${FOLDER}/${language}/${area}.json`;

/** The same promise for each call, as React requires. A failed load is repeated by the next call. */
export function loadArea(language: Language, area: AreaName): Promise<object> {
  used.add(area);
  const key = keyOf(language, area);
  const promise = loading.get(key) ?? readArea(language, area);
  loading.set(key, promise);
  promise.catch(() => loading.delete(key));
  return promise;
}

async function readArea(language: Language, area: AreaName): Promise<object> {
  const common = area === 'common' ? {} : loadArea(language, 'common');
  const key = keyOf(language, area);
  const source = await files[key]?.();
  if (source === undefined) throw new Error(`${key} is not in the catalogue`);
  const texts = { ...(await common), ...textsFrom<object>(source, language) };
  loaded.set(key, texts);
  return texts;
}

/** Resolves when `textsIn` has the texts. */
export async function loadTexts(language: Language, ...areas: readonly AreaName[]): Promise<void> {
  await Promise.all(areas.map((area) => loadArea(language, area)));
}

export function loadedTexts<Area extends AreaName>(
  language: Language,
  area: Area,
): AreaTexts<Area> | undefined {
  return loaded.get(keyOf(language, area)) as AreaTexts<Area> | undefined;
}

/** For code outside of components, which runs after the screen has loaded the area. */
export function textsIn<Area extends AreaName>(language: Language, area: Area): AreaTexts<Area> {
  const texts = loadedTexts(language, area);
  if (texts === undefined) throw new Error(`${keyOf(language, area)} is not loaded`);
  return texts;
}

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
  language: 'en',
  locale: 'en',
  timeZone: undefined,
  choose: () => {},
});

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, setChosen] = useState<Chosen>(firstChoice);
  const { language, numbers, zone } = chosen;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(() => {
    const choose = (change: Partial<Chosen>) => {
      if (change.language !== undefined) localStorage.setItem(STORAGE_KEY, change.language);
      if (change.numbers !== undefined) keep(NUMBERS_STORAGE_KEY, change.numbers);
      if (change.zone !== undefined) keep(ZONE_STORAGE_KEY, change.zone);
      // The old texts stay until the new ones are loaded.
      void loadTexts(currentLanguage(), ...used).then(() =>
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

/**
 * The texts of the catalog in the page's language. A screen's route loads its areas before the screen renders
 * (routes/frame.tsx). A component that needs another area suspends until the area is loaded.
 */
export function useTexts<Area extends AreaName>(area: Area): AreaTexts<Area> {
  const { language } = useLanguage();
  return loadedTexts(language, area) ?? (use(loadArea(language, area)) as AreaTexts<Area>);
}
