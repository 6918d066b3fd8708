// French has a space before `: ; ! ?` and within « », at which no line ends: U+00A0, the narrow U+202F before `; ! ?`.
// Only French writes one there, so what is said in any language is held to it.
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { filesBelow, type SourceFile } from './files.ts';

/** Where what people read is: screens, the payer's pages and mails. */
const FOLDERS = ['dashboard/src', 'server/src/web', 'server/src/alerts', 'server/src/people'];
/** A sign that a word follows at once is one of an address: `?dt=`. */
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

/** What stands in quotes, and around the values of templates. */
function textsOf(node: object, text: string): string[] {
  const { type, start, end } = node as { type?: string; start: number; end: number };
  if (type === 'Literal' || type === 'TemplateElement') return [text.slice(start, end)];
  const within = Object.values(node).filter((value) => typeof value === 'object' && value !== null);
  return within.flatMap((each) => textsOf(each, text));
}
