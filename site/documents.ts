// The documents of the repository as pages: which there are, where each is, and what is searched in them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { addressOf, anchorOf, linkFrom, type Places } from './addresses.ts';
import { type Heading, render } from './markdown.ts';
import { menu, SPLIT } from './menu.ts';

export interface Page {
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The text below each heading, by its id; the beginning has the empty id. */
  readonly texts: Readonly<Record<string, string>>;
  readonly isForUsers: boolean;
}

interface Part {
  readonly source: string;
  readonly address: string;
  readonly text: string;
}

const BESIDE = ['client/README.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];

/** `picture`: the address of a picture of the repository. */
export function documentPages(root: string, picture: (path: string) => string): Page[] {
  const sources = [...markdownBelow(root, 'docs'), ...BESIDE];
  const parts = sources.flatMap((source) =>
    partsOf(source, readFileSync(join(root, source), 'utf8')),
  );
  const places = placesOf(parts);
  const listed = new Set(menu.flatMap(({ entries }) => entries.map(({ source }) => source)));
  return parts.map(({ source, address, text }) => {
    const rendered = render(text, {
      link: (href) => linkFrom(source, href, places),
      picture: (path) => picture(posix.normalize(posix.join(posix.dirname(source), path))),
    });
    const { html, headings } = rendered;
    const title = headings[0]?.text ?? source;
    return { address, title, html, headings, texts: textsOf(text), isForUsers: listed.has(source) };
  });
}

function markdownBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && existsSync(join(root, path)))
    .sort();
}

/** A document that is split is its beginning with a list of its tasks, and each task. */
function partsOf(source: string, text: string): Part[] {
  const address = addressOf(source);
  if (!SPLIT.includes(source)) return [{ source, address, text }];
  const [start = '', ...tasks] = text.split(/^(?=## )/m);
  const parts = tasks.map((task) => {
    const title = /^## (.+)$/m.exec(task)?.[1] ?? '';
    return { source, title, address: `${address}/${anchorOf(title)}`, text: raised(task) };
  });
  const list = parts.map(({ title, address: to }) => `- [${title}](site:${to})`).join('\n');
  return [{ source, address, text: `${start}\n${list}\n` }, ...parts];
}

/** A heading of the second level is the title of the page now. */
function raised(text: string): string {
  return text.replace(/^#(#+ )/gm, '$1');
}

function placesOf(parts: readonly Part[]): Places {
  const known = new Set(parts.map(({ source }) => source));
  const pages = new Map<string, string>();
  for (const { source, address, text } of parts)
    for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
      const key = `${source}#${anchorOf(heading.replaceAll('`', ''))}`;
      if (!pages.has(key)) pages.set(key, address);
    }
  return {
    has: (source) => known.has(source),
    page: (source, anchor) => pages.get(`${source}#${anchor}`) ?? addressOf(source),
  };
}

/** What is searched: words, without the marks of markdown. */
function textsOf(text: string): Record<string, string> {
  const texts: Record<string, string> = {};
  let id = '';
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? null : /^#{1,6} (.+)$/.exec(line);
    if (heading !== null) id = anchorOf((heading[1] ?? '').replaceAll('`', ''));
    else texts[id] = `${texts[id] ?? ''} ${line.replace(/\]\([^)]*\)|[`*|[\]]/g, ' ')}`;
  }
  return texts;
}
