// Builds the documents into server/dist/site: pages as they are, and files that are named after their content,
// each also compressed. The service puts its own address into the pages and compresses them when they are asked
// for (server/src/web/site-files.ts). Run by scripts/build.js.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';
import { NOTICES, noticesOf } from '../scripts/notices.js';
import { openApiDocument } from '../server/src/contract/openapi.ts';
import { operations } from '../server/src/contract/operations.ts';
import { packageVersion } from '../server/src/core/places.ts';
import { addressOf, OWN_ADDRESS } from './addresses.ts';
import { type ApiPage, apiPages, type Dialect } from './api/pages.ts';
import { contributorsPage } from './contributors.ts';
import { documentPages, type Page } from './documents.ts';
import { keywords } from './keywords.ts';
import { type Files, layout, type MenuLink } from './layout.ts';
import { API, menu } from './menu.ts';
import { type SearchEntry, searchIndex } from './search.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'server/dist/site');
const made = join(root, 'server/dist/site.made');
const ASSETS = '/docs/assets';
const CHANGES = '/docs/changes';

await build();

async function build(): Promise<void> {
  rmSync(made, { recursive: true, force: true });
  mkdirSync(join(made, 'assets'), { recursive: true });
  const documents = documentPages(root, (path) =>
    asset(path.split('/').at(-1) ?? '', readFileSync(join(root, path))),
  );
  const api = [...referenceOf(1), ...referenceOf(2)];
  const searched = searchedPages(documents, api);
  const { code, moduleIds } = await script();
  const files: Files = {
    style: asset('site.css', readFileSync(join(import.meta.dirname, 'style.css'))),
    icon: asset('icon.svg', readFileSync(join(root, 'dashboard/src/icon.svg'))),
    script: asset('site.js', Buffer.from(code)),
    index: asset('search.json', Buffer.from(searchIndex(searched.flatMap(entriesOf)))),
    anchors: asset('anchors.json', Buffer.from(JSON.stringify(anchorsOf(api)))),
    notices: asset(NOTICES, Buffer.from(noticesOf(moduleIds))),
  };
  const links = menuLinks(documents, api);
  const contributors = contributorsPage(documents);
  for (const page of [...documents, contributors, ...api])
    write(`pages${page.address}.html`, layout(page, { menu: links, files }));
  rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
}

function isFirst({ address }: ApiPage): boolean {
  return !address.startsWith('/docs/api-2');
}

function referenceOf(dialect: Dialect): ApiPage[] {
  const title = 'Chaintill merchant API';
  const document = openApiDocument(Object.values(operations), {
    title,
    version: packageVersion(),
    dialect,
  });
  return apiPages({ ...document, servers: [{ url: OWN_ADDRESS }] }, dialect);
}

/** The address of a file that is named after its content. */
function asset(name: string, content: Buffer): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  const extension = extname(name);
  const path = `assets/${name.slice(0, -extension.length)}-${hash}${extension}`;
  write(path, content);
  if (extension !== '.png') {
    write(`${path}.br`, brotliCompressSync(content));
    write(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
  return `${ASSETS}/${path.slice('assets/'.length)}`;
}

function write(path: string, content: string | Buffer): void {
  const file = join(made, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function script(): Promise<OutputChunk> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'browser/main.ts'),
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0];
}

/** What readers look for: not the history of changes, and of the two versions of the reference the first. */
function searchedPages(documents: readonly Page[], api: readonly ApiPage[]): (Page | ApiPage)[] {
  const forUsers = documents.filter(({ isForUsers, address }) => isForUsers && address !== CHANGES);
  return [...forUsers, ...api.filter(isFirst)];
}

function entriesOf({ address, title, headings, texts }: Page | ApiPage): SearchEntry[] {
  const below = headings.filter(({ level }) => level > 1);
  const places = [
    { address, title, text: texts[''] ?? texts[headings[0]?.id ?? ''] ?? '' },
    ...below.map(({ id, text }) => ({
      address: `${address}#${id}`,
      title: text,
      text: texts[id] ?? '',
    })),
  ];
  return places.map((place) => ({
    ...place,
    page: title,
    keywords: keywords[place.address] ?? '',
  }));
}

/** Each heading of the reference, as it was on the one page that it had before. */
function anchorsOf(pages: readonly ApiPage[]): Record<string, string> {
  return Object.fromEntries(
    pages
      .filter(isFirst)
      .flatMap(({ address, headings }) => headings.map(({ id }) => [id, address])),
  );
}

function menuLinks(
  documents: readonly Page[],
  api: readonly ApiPage[],
): (readonly [string, readonly MenuLink[]])[] {
  const below = (address: string) =>
    [...documents, ...api].filter(
      (page) => page.address.startsWith(`${address}/`) && address !== '/docs',
    );
  return menu.map(({ title, entries }) => [
    title,
    entries.map((entry) => {
      const address = entry.source === API ? '/docs/api' : addressOf(entry.source);
      const own = below(address).map((page) => ({ title: page.title, address: page.address }));
      return { title: entry.title, address, below: own };
    }),
  ]);
}
