// Tests the documents: links resolve, the changelog is open for the next change, and no file mentions the machine it
// was written on.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, pathsBelow, root } from './files.ts';

const documents = filesBelow('', /\.md$/);

test('every relative link of a document resolves to a file, and to a heading in it', () => {
  expect(documents.flatMap(({ path, text }) => deadLinks(path, text))).toEqual([]);
});

test('every path of this repository in a document exists', () => {
  const named = /`((?:server|client|packages|bench|deploy|docs|scripts)\/[\w./-]+\.\w+)`/g;
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(named)].flatMap(([, target = '']) =>
      existsSync(join(root, target)) ? [] : [`${path}: ${target}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('every document that the code names exists', () => {
  const named = /\b(docs\/[\w./-]+\.md)\b/g;
  // An applied migration never changes: it names documents as they were then.
  const code = filesBelow('', /\.(ts|js|json)$/).filter(({ path }) => path.includes('/'));
  const missing = code.flatMap(({ path, text }) =>
    [...text.matchAll(named)].flatMap(([, target = '']) =>
      existsSync(join(root, target)) ? [] : [`${path}: ${target}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('the changelog has a place for the next change', () => {
  expect(documents.find(({ path }) => path === 'CHANGELOG.md')?.text).toMatch(
    /^## \[?Unreleased\]?$/m,
  );
});

const DECISIONS = 'docs/decisions/README.md';
const decisions = documents.filter(
  ({ path }) => path.startsWith('docs/decisions/') && path !== DECISIONS,
);

test('each decision has its own number, a context, a decision and its cost', () => {
  const numbers = decisions.map(({ path }) => Number(/\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]));
  expect(numbers.filter((number) => !(number > 0))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const heading of ['Context', 'Decision', 'What we gave up']) {
    const lacking = decisions.filter(({ text }) => !text.includes(`\n## ${heading}\n`));
    expect(lacking.map(({ path }) => path)).toEqual([]);
  }
});

test('the list of decisions has each with its number and title, in order', () => {
  const list = documents.find(({ path }) => path === DECISIONS)?.text ?? '';
  const rows = decisions.map(({ path, text }) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
    return `| ${number} | [${title}](${basename(path)}) |`;
  });
  expect(list.split('\n').filter((line) => /^\| \d/.test(line))).toEqual(rows);
});

test('no file names the machine it was written on', () => {
  // In pieces, so that this file does not match itself.
  const words = [
    ['/wo', 'rk/'],
    ['.lib', 'rary/'],
    ['/tmp/br', 'ief'],
    ['/ro', 'ot/'],
    ['.npm', 'rc'],
  ];
  const pattern = new RegExp(
    words.map((pieces) => pieces.join('').replaceAll('.', '\\.')).join('|'),
  );
  const texts = pathsBelow('').filter(
    (path) => !BINARY.has(extname(path)) && path !== 'package-lock.json',
  );
  const found = texts.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual([]);
});

const BINARY = new Set(['.png', '.ico', '.woff2']);

function deadLinks(path: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(root, target))) return [`${path}: ${link}`];
    if (anchor === undefined || !target.endsWith('.md')) return [];
    return anchorsOf(readFileSync(join(root, target), 'utf8')).has(anchor)
      ? []
      : [`${path}: ${link}`];
  });
}

/** Heading anchors as GitHub generates them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}
