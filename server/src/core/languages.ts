// The languages of payer pages and mails.
import { memoize } from './memoize.ts';

/** In the order of the language menu: by native name, with alphabetic scripts first. */
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
] as const;

export type Locale = (typeof locales)[number];

/** The BCP 47 tag. Chinese is written with simplified characters. */
export function languageTag(locale: Locale): string {
  return locale === 'zh' ? 'zh-Hans' : locale;
}

/** Markup and style sheet support `rtl`, but no right-to-left language is offered yet. */
export function directionOf(_locale: Locale): 'ltr' | 'rtl' {
  return 'ltr';
}

/** The native name for a list: `Deutsch`, `日本語`. */
export const languageName = memoize((locale: Locale): string => {
  const tag = languageTag(locale);
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
});

/** The first supported language of `?locale=`, `Accept-Language` and English. `jp` is Japanese (wire.md (h)). */
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
