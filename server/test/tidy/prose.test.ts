// Nothing is decided by comparing sentences: what the program acts on is a value of a list, and texts for people are
// made from it at the edge. What nodes and libraries say in words is turned into values by the adapter that hears it.
import { expect, test } from 'vitest';
import { linesWith, sources } from './files.ts';

/** Who hears others, in their words. */
const ADAPTERS = /^server\/src\/(chains|rates\/providers|db)\//;
const OTHERS_WORDS: Readonly<Record<string, string>> = {
  'server/src/mails/mailer.ts': 'commands of SMTP',
  'server/src/events/guarded-post.ts': 'an error of the HTTP client that has no code',
  'server/src/events/post-through-node.ts': 'an error of the HTTP client whose code says less',
  'server/src/http/versions.ts': 'the name of a group of operations',
};

const SENTENCE = `'[A-Za-z]+ [A-Za-z][^']*'`;
const COMPARED = new RegExp(
  [
    String.raw`(?:===|!==|startsWith\(|endsWith\(|includes\() ?${SENTENCE}`,
    String.raw`\b(?:failure|reason|refusal|message|hold_reason)\b (?:<>|like|ilike|~) `,
    String.raw`\b(?:failure|reason|refusal)\b\??\.(?:startsWith|endsWith|includes|match)\(`,
    `is (?:not )?distinct from ${SENTENCE}`,
  ].join('|'),
);
test('nothing is decided by comparing sentences', () => {
  const found = sources('server/src')
    .filter(({ path }) => !ADAPTERS.test(path) && !(path in OTHERS_WORDS))
    .flatMap((file) => linesWith(file, COMPARED));
  expect(found).toEqual([]);
});
