// Guarantees of the policy form: it leaves unsupported parts unchanged, and its additions are a valid policy.
import { beforeAll, expect, test } from 'vitest';
import { textsOf } from '../../server/src/core/texts/texts.ts';
import { BUILT_IN } from '../../server/src/policy/store-policies.ts';
import {
  documentOf,
  itemsOf,
  kindNames,
  kinds,
  movedUp,
  numberOf,
  partsOf,
  policyFields,
  settingOf,
  withAction,
  withPart,
  withRuleNames,
  withSetting,
  withText,
  withWhen,
} from '../src/screens/policy/rule-fields.ts';
import { sentencesOf } from '../src/screens/policy/sentences.ts';
import { type Language, loadTexts } from '../src/shared/i18n.tsx';
import { nameInDocument, ruleName } from '../src/shared/reason-texts.ts';

beforeAll(async () => {
  for (const language of ['en', 'de', 'fr', 'es'] as const) await loadTexts(language, 'policy');
});

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

test('a policy that is read and written again is unchanged, including fields that the form does not support', () => {
  const policy = read(DOCUMENT);
  const rules = policy.rules.map(({ rule, when, action, approvals }) =>
    withWhen(withAction(rule, action, approvals), when),
  );
  expect(documentOf(policy, rules)).toBe(DOCUMENT);
});

test('text that is not a policy has no form', () => {
  const others = ['', '{', '[]', '{"rules": 1}', '{"rules": [1]}', '{"rules": [{"do": "what"}]}'];
  for (const text of others) expect(policyFields(text)).toBeNull();
});

test.each(kindNames)('only the parts of %s are read and changed', (kind) => {
  const { initial } = kinds[kind];
  for (const part of partsOf(kind)) {
    const changed = withPart(initial, part, 'new');
    const expected = part.name === null ? 'new' : { ...(initial as object), [part.name]: 'new' };
    expect(changed).toEqual(expected);
  }
});

test('a rule moves before its neighbor; an emptied note is removed', () => {
  expect(movedUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
  expect(movedUp(['a', 'b'], 0)).toEqual(['a', 'b']);
  expect(withText({ name: 'a', note: 'b' }, 'note', '')).toEqual({ name: 'a' });
  expect([numberOf('12'), numberOf('1x'), itemsOf(' a, ,b ')]).toEqual([12, '1x', ['a', 'b']]);
});

test("currency and time zone use the service's defaults, and are written before the rules once set", () => {
  const bare = read('{"rules": [{"name": "rest", "do": "allow"}]}');
  expect([settingOf(bare, 'currency'), settingOf(bare, 'timeZone')]).toEqual(['EUR', 'UTC']);
  const said = withSetting(read(DOCUMENT), 'currency', 'USD');
  expect(JSON.parse(said)).toEqual({ ...JSON.parse(DOCUMENT), currency: 'USD' });
  expect(Object.keys(JSON.parse(withSetting(bare, 'timeZone', 'Europe/Paris')))).toEqual([
    'timeZone',
    'rules',
  ]);
});

const others: readonly Language[] = ['de', 'fr', 'es'];

test("every built-in rule has a name in each language; names of merchants' rules are unchanged", () => {
  const builtIn = read(BUILT_IN).rules.map(({ rule }) => String(rule['name']));
  for (const language of others) {
    const names = textsOf('reasons', language).rules;
    for (const name of builtIn) {
      expect(nameInDocument(name, 0, names)).not.toBe(name);
      expect(nameInDocument(name, 3, names)).toBe(name);
    }
    const bySetting = { rule: 'withdrawalMaxEur', rule_code: 'above_transaction_limit' };
    expect(ruleName(bySetting, names)).toBe(names.above_transaction_limit);
    expect(ruleName({ ...bySetting, rule_code: null }, names)).toBe('withdrawalMaxEur');
    const named = read(withRuleNames({ document: BUILT_IN, version: 0 }, names));
    const shown = named.rules.map(({ rule }) => rule['name']);
    expect(shown).toEqual([names.lookalike_address, names.everything_else]);
    expect(withRuleNames({ document: BUILT_IN, version: 1 }, names)).toBe(BUILT_IN);
  }
});

test("a rule shown as a sentence has no word of another language, amounts in the reader's format, and its time zone", () => {
  const when = {
    sumAbove: { amount: '20000', hours: 24, per: 'customer' },
    outsideHours: { from: '07:00', to: '20:00', days: ['mon', 'fri'] },
    risk: ['unknown'],
    feeLevel: ['fast'],
  };
  const document = withSetting(
    read(JSON.stringify({ rules: [{ name: 'all', when, do: 'refuse' }] })),
    'timeZone',
    'Europe/Berlin',
  );
  const [rule] =
    sentencesOf(document, 1, {
      language: 'de',
      locale: 'de-DE',
      names: textsOf('reasons', 'de').rules,
    }) ?? [];
  expect(rule?.conditions).toEqual([
    'die Summe innerhalb von 24 h übersteigt 20.000,00 EUR (je Kunde)',
    'die Uhrzeit liegt außerhalb von 07:00 bis 20:00 (Mo, Fr, Europe/Berlin)',
    'das Risiko des Ziels ist unbekannt',
    'die Stufe der Netzwerkgebühr ist schnell',
  ]);
  const always = JSON.stringify({ rules: [{ when: { outsideHours: { from: '7', to: '8' } } }] });
  for (const language of others)
    expect(
      sentencesOf(always, 1, { language, locale: language, names: {} })?.[0]?.conditions[0],
    ).not.toMatch(/undefined|\(,|every/);
});
