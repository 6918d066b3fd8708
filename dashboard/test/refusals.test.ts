// Every refusal and every problem of a field is told in each language, with the values that the service gives.
import { expect, test } from 'vitest';
import { rule } from '../../server/src/core/errors.ts';
import { type FormCode, forms } from '../../server/src/core/problem-codes.ts';
import { messages as de } from '../src/shared/refusals/de.ts';
import { messages as en } from '../src/shared/refusals/en.ts';
import { messages as es } from '../src/shared/refusals/es.ts';
import { messages as fr } from '../src/shared/refusals/fr.ts';
import { problemIn } from '../src/shared/refusals/problems.ts';

const TEXT = 'the value';
const made: Readonly<Record<string, unknown>> = {
  ...{ atLeast: '5', atMost: '5', different: TEXT, coinAddress: 'BTC' },
  ...{ oneOf: ['one', 'other'], exactlyOneOf: ['one', 'other'] },
  ...{ lengthAtMost: 5, lengthAtLeast: 5, keysAtMost: 5, precision: 5 },
  ...{ bytesAtMost: 5, levelsAtMost: 5 },
  ...{ limitExceeded: TEXT, refusedByPolicy: TEXT },
};

const formCodes = Object.keys(forms) as FormCode[];
const placesOf = (form: FormCode) =>
  [...forms[form].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

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
  ...formCodes.map((form) =>
    rule.form('field', form, Object.fromEntries(placesOf(form).map((name) => [name, TEXT]))),
  ),
  ...(['tag_missing', 'tag_required', 'unspendable'] as const).map((reason) =>
    rule.coinAddress('field', 'XRP', { text: '', args: { reason } }),
  ),
  ...(['main', 'test', 'regtest'] as const).map((other) =>
    rule.coinAddress('field', 'BTC', {
      text: '',
      args: { reason: 'other_network', ours: 'main', other },
    }),
  ),
];

test.each(Object.entries({ en, de, fr, es }))(
  'in %s nothing is left open',
  (language, messages) => {
    for (const problem of problems) {
      const reported = problemIn(messages, problem);
      expect(reported, problem.message).toMatch(/^\S.*[.]$/s);
      // "{"hold": n}" is no place, but what a policy says.
      expect(reported.replace('{"hold": n}', ''), problem.message).not.toMatch(
        /[{}]|undefined|null/,
      );
      for (const value of [problem.args['value'], problem.args['rule'], problem.args['most']])
        if (value !== undefined) expect(reported).toContain(String(value));
      if (language !== 'en') expect(reported).not.toBe(problemIn(en, problem));
    }
  },
);

test.each([
  [en, /who approves.* link for somebody/],
  [de, /wer freigibt.* Link für jemanden/],
  [fr, /qui approuve.* lien pour quelqu’un/],
  [es, /quién aprueba.* enlace para alguien/],
])('what only an owner may do is told as each that is refused so: %#', ({ errors }, reported) => {
  expect(errors.owner_required).toMatch(reported);
});
