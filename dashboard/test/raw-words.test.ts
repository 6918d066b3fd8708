// Codes that responses contain, such as `broken_books`, are shown as text in the reader's language. A new code of the
// service needs its texts here as well.
import { expect, test } from 'vitest';
import { textsOf } from '../../server/src/core/texts/texts.ts';
import { filesBelow } from '../../server/test/tidy/files.ts';
import { languages, loadTexts } from '../src/shared/i18n.tsx';
import { foundStatusIn } from '../src/shared/statuses.tsx';

const server = (folder: string) => filesBelow(`server/src/${folder}`, /\.ts$/);
const allIn = (folder: string, form: RegExp) =>
  server(folder).flatMap(({ text }) => [...text.matchAll(form)].map(([, found = '']) => found));

test('every reason for a missing response has a text', () => {
  const [union = ''] = allIn('events', /type PostFailure =([^;]+);/g);
  const reasons = [...union.matchAll(/'(\w+)'/g)].map(([, reason]) => reason);
  expect(Object.keys(textsOf('callbacks', 'en').failures)).toEqual(reasons);
});

test('search results show the status texts of their own screen', async () => {
  for (const language of ['en', 'de', 'fr', 'es'] as const) await loadTexts(language, 'common');
  expect(foundStatusIn('de', 'invoice', 'unresolved')).toBe('ungeklärt');
  // The English text is the code itself.
  for (const language of (Object.keys(languages) as (keyof typeof languages)[]).slice(1))
    expect(foundStatusIn(language, 'deposit', 'unmatched')).not.toBe('unmatched');
  expect(foundStatusIn('fr', 'invoice', 'of_a_later_release')).toBe('of a later release');
});
