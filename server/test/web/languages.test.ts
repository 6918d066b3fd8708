// The language of a customer's page, from the URL or the browser.
import { expect, test } from 'vitest';
import { languageName, languageTag, localeOf, locales } from '../../src/core/languages.ts';

test('a language is named as its speakers do, and Chinese is tagged as simplified', () => {
  expect(locales.map(languageName)).toEqual([
    'Deutsch',
    'English',
    'Español',
    'Français',
    'Italiano',
    'Nederlands',
    'Polski',
    'Português',
    'Türkçe',
    'Русский',
    '日本語',
    '简体中文',
  ]);
  expect(languageTag('zh')).toBe('zh-Hans');
});

test("the language in the URL comes first, then the browser's, then English", () => {
  expect(localeOf('fr', 'de')).toBe('fr');
  expect(localeOf(null, 'sv-SE, de-CH;q=0.9, en;q=0.8')).toBe('de');
  expect(localeOf(null, 'zh-CN,zh;q=0.9,en;q=0.8')).toBe('zh');
  expect(localeOf('xx', null)).toBe('en');
  expect(localeOf(null, null)).toBe('en');
  expect(localeOf('constructor', '__proto__')).toBe('en');
});

test('a three-letter language does not match a two-letter prefix', () => {
  expect(localeOf(null, 'fil, pl;q=0.5')).toBe('pl');
  expect(localeOf(null, 'dsb, frr, ita')).toBe('en');
});

test('Japanese is recognized by both of its codes', () => {
  expect(localeOf('jp', null)).toBe('ja');
  expect(localeOf('ja', null)).toBe('ja');
});
