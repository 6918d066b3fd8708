// Words of ours that an answer brings as they are called there, as it does `broken_books`: a screen tells each in the
// reader's language. What the service comes to say anew must get its words here as well.
import { expect, test } from 'vitest';
import { filesBelow } from '../../server/test/tidy/files.ts';
import { failureMessages } from '../src/screens/callbacks/failures.ts';
import { awayMessages, awayText } from '../src/screens/wallets/away.ts';
import { languages } from '../src/shared/i18n.tsx';
import { foundStatusIn } from '../src/shared/statuses/found.ts';

const others = ['de', 'fr', 'es'] as const;

const server = (folder: string) => filesBelow(`server/src/${folder}`, /\.ts$/);
const allIn = (folder: string, form: RegExp) =>
  server(folder).flatMap(({ text }) => [...text.matchAll(form)].map(([, found = '']) => found));

test('every reason of the signer to be away has words', () => {
  const said = ['keys', 'addresses']
    .flatMap((folder) => allIn(folder, /new SignerAway\(\s*['`]([^`\n]+?)['`],?\s*\)/g))
    .map((text) => text.replaceAll(/\$\{[^}]+\}/g, '/a/path'));
  expect(said.length).toBeGreaterThan(7);
  for (const language of others)
    for (const text of said) expect(awayText(awayMessages[language], text), text).not.toBe(text);
  expect(awayText(awayMessages.de, 'something new')).toBe('something new');
});

test('every reason of an attempt to have no answer has words', () => {
  const [union = ''] = allIn('events', /type PostFailure =([^;]+);/g);
  const reasons = [...union.matchAll(/'(\w+)'/g)].map(([, reason]) => reason);
  expect(Object.keys(failureMessages.en)).toEqual(reasons);
});

test('what the search finds stands in words of its own screen', () => {
  expect(foundStatusIn('de', 'invoice', 'unresolved')).toBe('ungeklärt');
  for (const language of Object.keys(languages) as (keyof typeof languages)[])
    expect(foundStatusIn(language, 'deposit', 'unmatched')).not.toBe('unmatched');
  expect(foundStatusIn('fr', 'invoice', 'of_a_later_release')).toBe('of a later release');
});
