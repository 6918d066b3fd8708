// The languages that payers are spoken to in, on the hosted pages and in mails: which there are, which one a browser
// asks for, and how a text takes its values. The texts themselves are with what says them.

/** In the order in which the pages offer them: by name, as their speakers call them, letters before characters. */
export const locales = [
  ...['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'],
  ...['ru', 'ja', 'zh'],
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

/** As browsers and screen readers need it (BCP 47). Chinese is written in simplified characters. */
export function languageTag(locale: Locale): string {
  return locale === 'zh' ? 'zh-Hans' : locale;
}

/** Right-to-left ones would name `rtl` here; the markup and the style sheet are ready for it. */
export function directionOf(_locale: Locale): 'ltr' | 'rtl' {
  return 'ltr';
}

/** What its speakers call it, as it stands in a list: `Deutsch`, `日本語`. */
export function languageName(locale: Locale): string {
  const tag = languageTag(locale);
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/**
 * The language of a page: `?locale=` if it is one of ours, else the first of the browser's
 * `Accept-Language` that is, else English. `jp` is what the published service calls Japanese (wire.md (h)).
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
