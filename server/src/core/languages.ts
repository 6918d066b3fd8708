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

/**
 * A text that depends on a number: one form for each category of plurals that the language's own rule puts whole
 * numbers in (Unicode CLDR, "Language Plural Rules"). `other` stands for those left out.
 */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

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

/** Replaces `{name}` by its value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The form of `forms` for a whole number. */
export function pluralOf(locale: Locale, forms: Plural, count: number): string {
  return forms[new Intl.PluralRules(languageTag(locale)).select(count)] ?? forms.other;
}

/** A whole number as the language writes it. */
export function numberText(locale: Locale, count: number): string {
  return new Intl.NumberFormat(languageTag(locale)).format(count);
}
