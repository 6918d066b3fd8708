// The texts that payers read, on pages and in mails: none missing in any language, none left in English, the same
// values filled in, and the language chosen as browsers ask.
import { expect, test } from 'vitest';
import {
  fill,
  type Locale,
  languageName,
  languageTag,
  localeOf,
  locales,
  numberText,
  type Plural,
  pluralOf,
} from '../../src/core/languages.ts';
import { mailTextsOf } from '../../src/subscriptions/mail-texts.ts';
import { stringsOf } from '../../src/web/strings.ts';

const textsOf = (locale: Locale) => ({ page: stringsOf(locale), mail: mailTextsOf(locale) });
const foreign = locales.filter((locale) => locale !== 'en');

/** Every text with the path to it; of a text with plurals the form that all languages have. */
function texts(value: object, path = ''): readonly (readonly [string, string])[] {
  if ('other' in value && typeof value.other === 'string') return [[path, value.other]];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' ? [[`${path}${key}`, item] as const] : texts(item, `${path}${key}.`),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test.each(foreign)(
  '%s has the texts of English, with the same values, and none empty',
  (locale) => {
    const own = new Map(texts(textsOf(locale)));
    const english = texts(textsOf('en'));
    expect([...own.keys()]).toEqual(expect.arrayContaining(english.map(([path]) => path)));
    expect(own.size).toBe(english.length);
    for (const [path, text] of english) {
      expect([path, placeholders(own.get(path) ?? '')]).toEqual([path, placeholders(text)]);
      expect(own.get(path)?.trim()).not.toBe('');
    }
  },
);

/** Words that a language shares with English. */
const SHARED: Partial<Readonly<Record<Locale, readonly string[]>>> = {
  de: ['Status'],
  fr: ['Contact', 'Transactions', 'Transaction'],
  nl: ['Contact', 'Status'],
  pl: ['Status'],
};

test.each(foreign)('nothing is left in English by accident in %s', (locale) => {
  const english = new Map(texts(textsOf('en')));
  const same = texts(textsOf(locale)).filter(([path, text]) => text === english.get(path));
  expect(same.map(([, text]) => text).filter((text) => !SHARED[locale]?.includes(text))).toEqual(
    [],
  );
});

/** Of whole numbers, as these are what is counted. */
function categoriesOf(locale: Locale): Set<string> {
  const rules = new Intl.PluralRules(languageTag(locale));
  return new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
}

test.each(locales)('a counted text in %s has one form, or one for each plural', (locale) => {
  const forms: Plural = stringsOf(locale).confirmations;
  const named = Object.keys(forms);
  if (named.length > 1)
    expect(named).toEqual(expect.arrayContaining([...categoriesOf(locale), 'other']));
  for (const form of Object.values(forms))
    expect(placeholders(form)).toEqual(['{needed}', '{seen}']);
});

test('the form and the digits follow the rules of the language', () => {
  const needed = (locale: Locale, count: number) =>
    fill(pluralOf(locale, stringsOf(locale).confirmations, count), {
      seen: 0,
      needed: numberText(locale, count),
    });
  expect(needed('en', 1)).toBe('0 of 1 confirmation');
  expect(needed('en', 33)).toBe('0 of 33 confirmations');
  expect(needed('pl', 1)).toBe('0 z 1 potwierdzenia');
  expect(needed('pl', 22)).toBe('0 z 22 potwierdzeń');
  expect(needed('de', 1200)).toBe('0 von 1.200 Bestätigungen');
});

test('a language is named as its speakers do, and Chinese is tagged as simplified', () => {
  expect(locales.map(languageName)).toEqual([
    ...['Deutsch', 'English', 'Español', 'Français', 'Italiano', 'Nederlands'],
    ...['Polski', 'Português', 'Türkçe', 'Русский', '日本語', '简体中文'],
  ]);
  expect(languageTag('zh')).toBe('zh-Hans');
});

test('the requested in the address comes first, then the browser, then English', () => {
  expect(localeOf('fr', 'de')).toBe('fr');
  expect(localeOf(null, 'sv-SE, de-CH;q=0.9, en;q=0.8')).toBe('de');
  expect(localeOf(null, 'zh-CN,zh;q=0.9,en;q=0.8')).toBe('zh');
  expect(localeOf('xx', null)).toBe('en');
  expect(localeOf(null, null)).toBe('en');
  expect(localeOf('constructor', '__proto__')).toBe('en');
});

test('a language of three letters is not the one that begins alike', () => {
  expect(localeOf(null, 'fil, pl;q=0.5')).toBe('pl');
  expect(localeOf(null, 'dsb, frr, ita')).toBe('en');
});

test('Japanese is known by both of its codes', () => {
  expect(localeOf('jp', null)).toBe('ja');
  expect(localeOf('ja', null)).toBe('ja');
});

test('values are filled in once: a value with braces stays as it is', () => {
  expect(fill('{a} of {b}', { a: '{b}', b: 2 })).toBe('{b} of 2');
});
