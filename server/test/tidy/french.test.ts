// French has a space before `: ; ! ?` and within « » that must not break: U+00A0, or the narrow U+202F before `; ! ?`.
// Only French has such spaces, so the rule applies to every text.
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { filesBelow, type SourceFile } from './files.ts';

/** The files with display texts: screens, customers' pages and emails. */
const FOLDERS = ['dashboard/src', 'server/src/web', 'server/src/alerts', 'server/src/people'];
/** A punctuation mark followed directly by a word is part of a URL: `?dt=`. */
const BREAKABLE = /\u0020[:»]|«\u0020|[\u0020\u00a0][;!?](?!\w)/;

test('no line breaks before a sign of French', () => {
  const files = FOLDERS.flatMap((folder) => filesBelow(folder, /\.tsx?$/));
  expect(files.flatMap(breakable)).toEqual([]);
});

test('nor in the catalogue', () => {
  const lines = filesBelow('locales/fr', /\.json$/).flatMap(({ path, text }) =>
    text.split('\n').map((line) => [path, line.replace(/^ *"\w+": /, '')] as const),
  );
  expect(
    lines.filter(([, text]) =>
      BREAKABLE.test(text.replaceAll(/[{,] ?\w+, (?:plural|number),?/g, '')),
    ),
  ).toEqual([]);
});

function breakable({ path, text }: SourceFile): string[] {
  const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  return textsOf(tree, text).flatMap((said) => (BREAKABLE.test(said) ? [`${path}: ${said}`] : []));
}

/** Text in quotes, and around the values of templates. */
function textsOf(node: object, text: string): string[] {
  const { type, start, end } = node as { type?: string; start: number; end: number };
  if (type === 'Literal' || type === 'TemplateElement') return [text.slice(start, end)];
  const within = Object.values(node).filter((value) => typeof value === 'object' && value !== null);
  return within.flatMap((each) => textsOf(each, text));
}
