// The languages for payers, on the hosted pages and in mails: the supported ones, and how a browser's is chosen. The
// texts are in the catalog (texts/texts.ts).

/** In the order of the pages' menu: by their native names, alphabetic scripts before characters. */
export const locales = [
  'de',
  'en',
  'es',
  'fr',
  'it',
  'nl',
  'pl',
  'pt',
  'tr',
  'ru',
  'ja',
  'zh',
] as readonly Locale[];

export type Locale =
  | 'de'
  | 'en'
  | 'es'
  | 'fr'
  | 'it'
  | 'ja'
  | 'nl'
  | 'pl'
  | 'pt'
  | 'ru'
  | 'tr'
  | 'zh';

/** The BCP 47 tag for browsers and screen readers. Chinese uses simplified characters. */
export function languageTag(locale: Locale): string {
  return locale === 'zh' ? 'zh-Hans' : locale;
}

/** A right-to-left language would return `rtl` here; markup and style sheet support it. */
export function directionOf(_locale: Locale): 'ltr' | 'rtl' {
  return 'ltr';
}

/** The native name as shown in a list: `Deutsch`, `日本語`. */
export function languageName(locale: Locale): string {
  const tag = languageTag(locale);
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/**
 * The language of a page: `?locale=` if supported, otherwise the first supported one in the browser's
 * `Accept-Language`, otherwise English. The published service calls Japanese `jp` (wire.md (h)).
 */
export function localeOf(requested: string | null, acceptLanguage: string | null): Locale {
  const browser = (acceptLanguage ?? '').slice(0, 200).split(',');
  for (const text of [requested ?? '', ...browser]) {
    const code = /^\s*([a-z]{2})(?![a-z])/i.exec(text)?.[1]?.toLowerCase() ?? '';
    const locale = code === 'jp' ? 'ja' : code;
    if (isLocale(locale)) return locale;
  }
  return 'en';
}

export function isLocale(code: string): code is Locale {
  return (locales as readonly string[]).includes(code);
}
