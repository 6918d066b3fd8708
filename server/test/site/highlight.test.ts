// Code on the site is colored when the site is built. The text stays what the document has, so that the copy button
// copies it exactly, and each color is readable in light and dark mode.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { highlight } from '../../../site/highlight.ts';
import { contrast } from '../support/contrast.ts';
import { filesBelow } from '../tidy/files.ts';

const AA = 4.5;
const css = readFileSync(join(import.meta.dirname, '../../../site/style.css'), 'utf8');
const PAGES = join(import.meta.dirname, '../../dist/site/pages');

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

test('a command, a string and a comment get classes', () => {
  expect(highlight('{"paid": true}', 'json')).toContain(
    '<span class="hljs-attr">&quot;paid&quot;</span>',
  );
  expect(highlight('# note', 'sh')).toBe('<span class="hljs-comment"># note</span>');
  expect(highlight('a < b', 'text')).toBe('a &lt; b');
});

test('every code block of the documents has a known language, and keeps its text', () => {
  const blocks = filesBelow('', /\.md$/).flatMap(({ text }) => [
    ...text.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm),
  ]);
  expect(blocks.length).toBeGreaterThan(100);
  for (const [, language = '', code = ''] of blocks)
    if (language !== 'mermaid') expect(textOf(highlight(code, language))).toBe(code);
});

test('a language without a grammar fails the build', () => {
  expect(() => highlight('x', 'cobol')).toThrow('No grammar for "cobol"');
});

test('the classes with a meaning have a color', () => {
  const pages = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .map((path) => readFileSync(join(PAGES, path), 'utf8'));
  const used = new Set(
    pages.flatMap((html) =>
      [...html.matchAll(/class="(hljs-[\w-]+)/g)].map(([, name = '']) => name),
    ),
  );
  expect(used.size).toBeGreaterThan(10);
  const plain = ['hljs-punctuation', 'hljs-property', 'hljs-params', 'hljs-function'];
  const styled = (name: string) => new RegExp(`\\.${name}[,\\s]`).test(css);
  expect([...used].filter((name) => !styled(name) && !plain.includes(name))).toEqual([]);
});

test.each([
  ['light', 0],
  ['dark', 1],
])('in %s mode every color of code has a contrast of 4.5 with its background', (_, scheme) => {
  const block = [...css.matchAll(/:root \{([^}]*)\}/g)][scheme]?.[1] ?? '';
  const colors = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
  const background = colors.find(([, name]) => name === 'side')?.[2] ?? '';
  const ofCode = colors.filter(([, name = '']) => name.startsWith('code-'));
  expect(ofCode.length).toBe(5);
  for (const [, name, color = ''] of ofCode)
    expect([name, contrast(color, background) >= AA]).toEqual([name, true]);
});
