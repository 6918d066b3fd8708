// The texts of the hosted pages: the choice of a language, and filling in values. One file per language
// in strings/. Texts are plain text; the page escapes them like everything else.
import de from './strings/de.ts';
import en from './strings/en.ts';
import es from './strings/es.ts';
import fr from './strings/fr.ts';
import ja from './strings/ja.ts';
import pt from './strings/pt.ts';
import ru from './strings/ru.ts';
import type { Strings } from './strings-type.ts';

const languages = { en, de, fr, es, pt, ru, ja } satisfies Readonly<Record<string, Strings>>;

export type Locale = keyof typeof languages;

/** Right-to-left ones would name `rtl` here; the markup and the style sheet are ready for it. */
export function directionOf(_locale: Locale): 'ltr' | 'rtl' {
  return 'ltr';
}

export function stringsOf(locale: Locale): Strings {
  return languages[locale];
}

/**
 * The language of a page: `?locale=` if it is one of ours, else the first of the browser's
 * `Accept-Language` that is, else English. `jp` is what the published service calls Japanese (wire.md (h)).
 */
export function localeOf(requested: string | null, acceptLanguage: string | null): Locale {
  const browser = (acceptLanguage ?? '').slice(0, 200).split(',');
  for (const text of [requested ?? '', ...browser]) {
    const code = text.trim().toLowerCase().slice(0, 2);
    const locale = code === 'jp' ? 'ja' : code;
    if (isLocale(locale)) return locale;
  }
  return 'en';
}

function isLocale(code: string): code is Locale {
  return Object.hasOwn(languages, code);
}

/** Replaces `{name}` by its value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
