// Guarantee: all errors of a policy are reported together with their position, and a policy whose meaning differs from
// its appearance is rejected.
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';
import { BUILT_IN } from '../../src/policy/store-policies.ts';
import { fixture } from './fixture.ts';

const rest = { name: 'rest', do: 'allow' };

function problemsOf(document: object): string[] {
  try {
    readPolicy(fixture, JSON.stringify(document), 1);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.map(({ target, code }) => `${target} ${code}`);
  }
}

const problemsWith = (when: unknown) =>
  problemsOf({ rules: [{ name: 'a', when, do: 'refuse' }, rest] });

test('the built-in policy is valid', () => {
  expect(readPolicy(fixture, BUILT_IN, 0).rules.map(({ name }) => name)).toEqual([
    'lookalike_address',
    'everything_else',
  ]);
});

test('all problems are reported together', () => {
  const rules = [
    { name: '', when: { amountAbowe: '1' }, do: 'allow' },
    { name: 'a', when: { amountAbove: 100 }, do: { hold: 11 } },
    { name: 'a', when: { coin: ['PEPE'] }, do: 'wait', extra: 1 },
    rest,
  ];
  expect(problemsOf({ currency: 'EUR', timezone: 'UTC', timeZone: 'Mars/Base', rules })).toEqual([
    'timezone not_supported',
    'timeZone has_invalid_format',
    'rules.0.name must_be_filled',
    'rules.0.when.amountAbowe not_supported',
    'rules.1.when.amountAbove has_invalid_format',
    'rules.1.do has_invalid_format',
    'rules.2.extra not_supported',
    'rules.2.when.coin must_be_included_in',
    'rules.2.do has_invalid_format',
    'rules.2.name must_be_unique',
  ]);
});

test.each<[string, unknown, string]>([
  ['more decimals than the currency has', { amountAbove: '1.001' }, 'amountAbove bad_precision'],
  ['a negative amount', { amountAbove: '-1' }, 'amountAbove has_invalid_format'],
  ['a window without its length', { sumAbove: { amount: '1' } }, 'sumAbove.hours must_be_integer'],
  [
    'a window of years',
    { countAbove: { count: 1, hours: 10_000 } },
    'countAbove.hours must_be_less_than_or_equal',
  ],
  [
    'an unknown scope',
    { countAbove: { count: 1, hours: 1, per: 'shop' } },
    'countAbove.per must_be_included_in',
  ],
  ['an empty list', { key: [] }, 'key has_invalid_format'],
  ['the risk that is refused anyway', { risk: ['high'] }, 'risk must_be_included_in'],
  ['a guard that is off', { looksLikeKnown: false }, 'looksLikeKnown has_invalid_format'],
  [
    'a time that no clock shows',
    { outsideHours: { from: '7', to: '18:00' } },
    'outsideHours.from has_invalid_format',
  ],
  ['a prototype', JSON.parse('{"__proto__": true}'), '__proto__ not_supported'],
  ['no condition where one is announced', {}, ' must_be_filled'],
])('%s is rejected', (_name, when, problem) => {
  expect(problemsWith(when)[0]).toBe(`rules.0.when${problem.startsWith(' ') ? '' : '.'}${problem}`);
});

test('the default rule is required, and must be last', () => {
  const rule = { name: 'a', when: { amountAbove: '1' }, do: 'refuse' };
  expect(problemsOf({ rules: [rule] })).toEqual(['rules has_invalid_format']);
  expect(problemsOf({ rules: [] })).toEqual(['rules has_invalid_format']);
  expect(problemsOf({ rules: [rest, rule] })).toEqual(['rules.0 has_invalid_format']);
});

test.each(['', '[]', 'null', '{"rules": ['])('%s is not a policy', (text) => {
  expect(() => readPolicy(fixture, text, 1)).toThrow(/the policy/);
});
