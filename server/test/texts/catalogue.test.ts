// The catalog of texts: every language has the texts of English with the same arguments and the plurals of its own
// rules, and nothing is left in English.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { areasOf, argumentsOf, readArea } from '../../scripts/text-types.ts';
import { ELSEWHERE_STATUS, ERROR_STATUS } from '../../src/core/error-codes.ts';
import { type Locale, languageTag, locales } from '../../src/core/languages.ts';
import { localesFolder } from '../../src/core/places.ts';
import { type TextFile, textsFrom } from '../../src/core/texts/format.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import { filesBelow } from '../tidy/files.ts';

/** Customers' texts are in twelve languages; those for the instance's people are in these. */
const OF_PAYERS = ['payment-page', 'receipt-mail', 'subscription-mail'];
const LANGUAGES_OF_PEOPLE: readonly Locale[] = ['en', 'de', 'fr', 'es'];

/** The API answers in English: clients translate the codes of its errors, as the dashboard does (`refusals`). */
const ENGLISH_ONLY = ['api-errors'];

function languagesOf(area: string): readonly Locale[] {
  if (ENGLISH_ONLY.includes(area)) return ['en'];
  return OF_PAYERS.includes(area) ? locales : LANGUAGES_OF_PEOPLE;
}
const areas = areasOf(localesFolder, 'en');
const translated = areas.flatMap((area) =>
  languagesOf(area).flatMap((language) => (language === 'en' ? [] : [[language, area] as const])),
);

function textsIn(source: TextFile, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(source).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as const]
      : textsIn(value, `${path}${key}.`),
  );
}

const read = (language: string, area: string) =>
  new Map(textsIn(readArea(localesFolder, language, area)));

test('each area exists in each of its languages', () => {
  const missing = areas.flatMap((area) =>
    languagesOf(area).filter(
      (language) => !existsSync(join(localesFolder, language, `${area}.json`)),
    ),
  );
  expect(missing).toEqual([]);
});

test('no area is in a language that does not read it', () => {
  const superfluous = locales.flatMap((language) =>
    areasOf(localesFolder, language).filter((area) => !languagesOf(area).includes(language)),
  );
  expect(superfluous).toEqual([]);
});

test('each error of the API has a known code, a text for the code itself, and is used', () => {
  const { errors, problems, forms } = readArea(localesFolder, 'en', 'api-errors') as Readonly<
    Record<string, TextFile>
  >;
  const sources = filesBelow('server/src', /\.ts$/)
    .map(({ text }) => text)
    .join('\n');
  const codes = { ...ERROR_STATUS, ...ELSEWHERE_STATUS };
  const [errorKeys, problemKeys, formKeys] = [errors, problems, forms].map((texts) =>
    Object.keys(texts ?? {}),
  );
  const unknown = errorKeys?.filter((key) => !((key.split('.')[0] ?? '') in codes));
  expect(unknown).toEqual([]);
  const keys = [errorKeys, problemKeys, formKeys].flat().map(String);
  expect(keys.filter((key) => !isUsed(key, sources))).toEqual([]);
});

/** The reason in `invalid_coin_address.unspendable` stands in the details of the error. */
const isUsed = (key: string, sources: string) =>
  [key, key.replace('invalid_coin_address.', '')].some((name) => sources.includes(`'${name}'`));

test.each(translated)('%s has the texts of %s with the same arguments', (language, area) => {
  const [own, english] = [read(language, area), read('en', area)];
  expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, text] of english)
    expect([key, ...argumentsOf(own.get(key) ?? '')]).toEqual([key, ...argumentsOf(text)]);
});

test.each(translated)(
  'nothing is empty in %s, %s, or left in English by accident',
  (language, area) => {
    const english = read('en', area);
    const same = [...read(language, area)].filter(
      ([key, text]) => text.trim() === '' || (text === english.get(key) && hasWords(text)),
    );
    expect(
      same.map(([, text]) => text).filter((text) => !SHARED[language]?.includes(text)),
    ).toEqual([]);
  },
);

/** Whether anything is left without its arguments. */
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\w+(?:, number)?\}/g, ''));

/** Words that a language shares with English. */
const SHARED: Partial<Readonly<Record<Locale, readonly string[]>>> = {
  de: [
    'Terminal',
    'Terminals',
    'Checkout',
    '(optional)',
    'Checkouts',
    'Shop',
    'Shops',
    'Logo',
    'Domain',
    'Administrator',
    'Coins',
    'Details',
    'ID',
    'true',
    'System',
    'Webhook',
    'Webhook {event}',
    'Webhooks',
    'Alarm',
    'Block',
    'Browser',
    'Budget',
    'Code',
    'Coin',
    'Commitment',
    'Journal',
    'Limit',
    'Link',
    'Mail',
    'Mails',
    'Name',
    'Navigation',
    'Passkey',
    'Passkeys',
    'Person',
    'Problem',
    'Rest',
    'Slack',
    'Status',
    'Tag',
    'Telegram',
    'Text',
    'Token',
    'Transfer',
    'URL',
    'Version',
    'Version {version}',
    'Wallets',
  ],
  fr: [
    '{count, plural, one {# minute} other {# minutes}}',
    'terminal',
    'Terminal',
    'Checkout',
    'Checkouts',
    'checkout',
    'Logo',
    'Page',
    'Actions',
    'Notifications',
    'Instance',
    'Webhook',
    'true',
    'Webhook {event}',
    'Webhooks',
    'Budget',
    'Cause',
    'Code',
    'Confirmations',
    'Contact',
    'Correction',
    'Corrections',
    'Description',
    'Messages',
    'Destination',
    'E-mail',
    'Id',
    'Invitation',
    'Journal',
    'Message',
    'Navigation',
    'Note',
    'Slack',
    'Sources',
    'Tag',
    'Telegram',
    'Transaction',
    'Transactions',
    'Type',
    'URL',
    'Version',
    'Version {version}',
    'Versions',
    'corrections',
    'destination',
    'minutes',
    'secrets',
    'session',
    'transaction',
    '{count, plural, one {# confirmation} other {# confirmations}}',
  ],
  es: [
    'terminal',
    'Terminal',
    'Checkout',
    'Checkouts',
    'checkout',
    'Logo',
    'Webhook',
    'true',
    'Webhook {event}',
    'Webhooks',
    'Auditor',
    'Id',
    'Roles',
    'Roles…',
    'Slack',
    'Telegram',
    'Token',
    'URL',
    'no',
    'token',
  ],
  nl: ['Contact', 'Status'],
  pl: ['Status'],
};

/** The plural categories of whole numbers, for counts. */
function categoriesOf(language: Locale): string[] {
  const rules = new Intl.PluralRules(languageTag(language));
  return [...new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))];
}

test.each(areas.flatMap((area) => languagesOf(area).map((language) => [language, area] as const)))(
  'a plural in %s, %s, has one form or all forms of the language',
  (language, area) => {
    for (const [key, text] of read(language, area))
      for (const element of parse(text, { ignoreTag: true })) {
        if (element.type !== TYPE.plural) continue;
        const forms = Object.keys(element.options);
        if (forms.length > 1)
          expect([key, ...forms]).toEqual(expect.arrayContaining(categoriesOf(language)));
      }
  },
);

test("the form and the digits follow the language's rules", () => {
  const confirmations = (language: Locale, needed: number) =>
    textsOf('payment-page', language).confirmations({ seen: 0, needed });
  expect(confirmations('en', 1)).toBe('0 of 1 confirmation');
  expect(confirmations('en', 33)).toBe('0 of 33 confirmations');
  expect(confirmations('pl', 1)).toBe('0 z 1 potwierdzenia');
  expect(confirmations('pl', 22)).toBe('0 z 22 potwierdzeń');
  expect(confirmations('de', 1200)).toBe('0 von 1.200 Bestätigungen');
});

test('a value with braces or markup stays as it is', () => {
  const { greeting } = textsFrom<{ greeting: (values: { name: string }) => string }>(
    { greeting: 'Hello {name}' },
    'en',
  );
  expect(greeting({ name: '{b} <i>#' })).toBe('Hello {b} <i>#');
});
