// The settings that customers see: a merchant's name, a contact, and the language of emails.
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { readSettings } from '../../src/projects/settings.ts';

function problemsOf(settings: Record<string, unknown>): [string, string][] {
  try {
    readSettings(JSON.stringify(settings));
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.map(({ target, code }) => [target, code]);
  }
}

test.each(['Corner Bakery', 'Bäckerei “Ecke”', 'パン屋', 'x'.repeat(100)])(
  '%j is a valid name',
  (merchantName) => {
    expect(problemsOf({ merchantName })).toEqual([]);
  },
);

test.each([
  [5, 'must_be_string'],
  [' ', 'must_be_filled'],
  ['x'.repeat(101), 'length_must_be_less_than_or_equal'],
  ['Two\nlines', 'has_invalid_format'],
  ['Corner\u202Eyrekab', 'has_invalid_format'],
  ['Nul\u0000', 'has_invalid_format'],
])('%j is not a valid name: %s', (merchantName, code) => {
  expect(problemsOf({ merchantName })).toEqual([['merchantName', code]]);
});

test.each(['help@shop.example', 'https://shop.example/help?from=till'])(
  '%s is a valid contact',
  (merchantContact) => {
    expect(problemsOf({ merchantContact })).toEqual([]);
  },
);

test.each([
  'http://shop.example',
  'https://user:password@shop.example',
  'javascript:alert(1)',
  'mailto:help@shop.example',
  'help@shop.example?bcc=all@shop.example',
  'a@b.example, c@d.example',
  '+31 20 123 4567',
  '',
])('%j is invalid', (merchantContact) => {
  expect(problemsOf({ merchantContact })).toEqual([['merchantContact', 'has_invalid_format']]);
});

test('all invalid ones are reported together, with the available languages', () => {
  expect(
    problemsOf({ merchantName: '', merchantContact: 5, mailLanguage: 'sv', other: 1 }),
  ).toEqual([
    ['merchantName', 'must_be_filled'],
    ['merchantContact', 'must_be_string'],
    ['mailLanguage', 'must_be_included_in'],
    ['other', 'not_supported'],
  ]);
  expect(problemsOf({ mailLanguage: 'zh' })).toEqual([]);
});
