// The languages of the dashboard, and the one that this browser uses.
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof languages;

const STORAGE_KEY = 'chaintill-language';

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}

/** The stored choice, or the first of the browser's languages that has texts. */
export function currentLanguage(): Language {
  const wanted = [localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages);
  return (known ?? 'en') as Language;
}
