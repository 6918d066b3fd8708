// Guarantees of the form of a policy: what it does not know stays as it was written, and what it adds is a policy.
import { expect, test } from 'vitest';
import {
  documentOf,
  itemsOf,
  kindNames,
  kinds,
  movedUp,
  numberOf,
  partsOf,
  policyFields,
  withAction,
  withPart,
  withText,
  withWhen,
} from '../src/screens/policy/rule-fields.ts';

const RULES = [
  { name: 'a', note: 'why', when: { amountAbove: '5', another: { x: 1 } }, do: { hold: 2 }, y: 3 },
  { name: 'rest', do: 'allow' },
];
const DOCUMENT = JSON.stringify(
  { currency: 'EUR', timeZone: 'Europe/Berlin', rules: RULES },
  null,
  2,
);
const read = (document: string) => policyFields(document) ?? expect.fail('no policy');

test('what is read and written again is the same text, with all that the form does not know', () => {
  const policy = read(DOCUMENT);
  const rules = policy.rules.map(({ rule, when, action, approvals }) =>
    withWhen(withAction(rule, action, approvals), when),
  );
  expect(documentOf(policy, rules)).toBe(DOCUMENT);
});

test('texts that are no policy have no form', () => {
  const others = ['', '{', '[]', '{"rules": 1}', '{"rules": [1]}', '{"rules": [{"do": "what"}]}'];
  for (const text of others) expect(policyFields(text)).toBeNull();
});

test.each(kindNames)('the parts of %s are read and changed, and nothing beside them', (kind) => {
  const { initial } = kinds[kind];
  for (const part of partsOf(kind)) {
    const changed = withPart(initial, part, 'new');
    const expected = part.name === null ? 'new' : { ...(initial as object), [part.name]: 'new' };
    expect(changed).toEqual(expected);
  }
});

test('a rule moves before its neighbour; a note that is emptied is gone', () => {
  expect(movedUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
  expect(movedUp(['a', 'b'], 0)).toEqual(['a', 'b']);
  expect(withText({ name: 'a', note: 'b' }, 'note', '')).toEqual({ name: 'a' });
  expect([numberOf('12'), numberOf('1x'), itemsOf(' a, ,b ')]).toEqual([12, '1x', ['a', 'b']]);
});
