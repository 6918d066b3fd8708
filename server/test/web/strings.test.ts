// The texts of the hosted page in every language: none missing, the language chosen as browsers ask.
import { expect, test } from 'vitest';
import { fill, type Locale, localeOf, stringsOf } from '../../src/web/strings.ts';

const LOCALES: readonly Locale[] = ['en', 'de', 'fr', 'es', 'pt', 'ru', 'ja'];

/** Every text with the path to it. */
function texts(value: object, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' ? [[`${path}${key}`, item] as const] : texts(item, `${path}${key}.`),
  );
}

test.each(LOCALES)('%s fills in the same values as English, and leaves no text empty', (locale) => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  const own = new Map(texts(stringsOf(locale)));
  for (const [path, english] of texts(stringsOf('en'))) {
    expect([path, placeholders(own.get(path) ?? '')]).toEqual([path, placeholders(english)]);
    expect(own.get(path)?.trim()).not.toBe('');
  }
});

test('the requested in the address comes first, then the browser, then English', () => {
  expect(localeOf('fr', 'de')).toBe('fr');
  expect(localeOf(null, 'nl-NL, de-CH;q=0.9, en;q=0.8')).toBe('de');
  expect(localeOf('xx', null)).toBe('en');
  expect(localeOf(null, null)).toBe('en');
  expect(localeOf('constructor', '__proto__')).toBe('en');
});

test('Japanese is known by both of its codes', () => {
  expect(localeOf('jp', null)).toBe('ja');
  expect(localeOf('ja', null)).toBe('ja');
});

test('values are filled in once: a value with braces stays as it is', () => {
  expect(fill('{a} of {b}', { a: '{b}', b: 2 })).toBe('{b} of 2');
});
