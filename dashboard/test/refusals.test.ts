// Every field problem has a text in each language, with the values that the service sends.
import { expect, test } from 'vitest';
import { argumentsOf, readArea } from '../../server/scripts/text-types.ts';
import { type ErrorDetail, rule } from '../../server/src/core/errors.ts';
import { localesFolder } from '../../server/src/core/places.ts';
import { textsOf } from '../../server/src/core/texts/texts.ts';
import { problemIn } from '../src/shared/refusals.ts';

const TEXT = 'the value';
const made: Readonly<Record<string, unknown>> = {
  atLeast: '5',
  atMost: '5',
  different: TEXT,
  coinAddress: 'BTC',
  oneOf: ['one', 'other'],
  exactlyOneOf: ['one', 'other'],
  lengthAtMost: 5,
  lengthAtLeast: 5,
  keysAtMost: 5,
  precision: 5,
  bytesAtMost: 5,
  levelsAtMost: 5,
  limitExceeded: TEXT,
  refusedByPolicy: TEXT,
};

const forms = Object.entries(readArea(localesFolder, 'en', 'api-errors')['forms'] ?? {});

const makeForm = rule.form as (target: string, code: string, values: object) => ErrorDetail;

const problems = [
  ...Object.entries(rule).flatMap(([name, make]) =>
    name === 'form'
      ? []
      : [
          (make as (target: string, value: unknown) => ReturnType<typeof rule.filled>)(
            'field',
            made[name],
          ),
        ],
  ),
  ...forms.map(([code, text]) => {
    const values = [...argumentsOf(String(text)).keys()].map((name) => [name, TEXT]);
    return makeForm('field', code, Object.fromEntries(values));
  }),
  ...(['tag_missing', 'tag_required', 'unspendable'] as const).map((reason) =>
    rule.coinAddress('field', 'XRP', { reason }),
  ),
  ...(['main', 'test', 'regtest'] as const).map((other) =>
    rule.coinAddress('field', 'BTC', { reason: 'other_network', ours: 'main', other }),
  ),
];

test.each(['en', 'de', 'fr', 'es'] as const)('in %s every problem has a text', (language) => {
  const texts = textsOf('refusals', language);
  for (const problem of problems) {
    const reported = problemIn(texts, problem);
    expect(reported, problem.message).toMatch(/^\S.*[.]$/s);
    // "{"hold": n}" is the syntax of a policy.
    expect(reported?.replace('{"hold": n}', ''), problem.message).not.toMatch(
      /[{}]|undefined|null/,
    );
    for (const value of [problem.args['value'], problem.args['rule'], problem.args['most']])
      if (value !== undefined) expect(reported).toContain(String(value));
    if (language !== 'en') expect(reported).not.toBe(problemIn(textsOf('refusals', 'en'), problem));
  }
});

test('a stored problem without its values has no text', () => {
  const stored = { target: 'amount', message: '' };
  const texts = textsOf('refusals', 'en');
  expect(problemIn(texts, { ...stored, code: 'must_be_greater_than' })).toBeNull();
  expect(problemIn(texts, { ...stored, code: 'has_invalid_format' })).toBeNull();
  expect(problemIn(texts, { ...stored, code: 'must_be_filled' })).toBe('Required.');
});

test.each([
  ['en', /who approves.* links for people/],
  ['de', /wer freigibt.*links für Personen/],
  ['fr', /qui approuve.* liens de connexion des personnes/],
  ['es', /quién aprueba.* enlaces de acceso de quienes/],
] as const)('what only an owner can do is listed: %s', (language, reported) => {
  expect(textsOf('refusals', language).errors.owner_required).toMatch(reported);
});
