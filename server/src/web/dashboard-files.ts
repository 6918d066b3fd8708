// The build output of the dashboard (dashboard/vite.config.ts), read once at startup and served from memory: its page,
// and files named after their content, each also compressed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { escapeText } from '../core/escape-text.ts';
import { packageFolder } from '../core/places.ts';
import type { CodedFile, Coding } from './codings.ts';

export interface DashboardFiles {
  /** The page, with the nonce of this response and the path of the site. */
  page(answer: { nonce: string; site: string }): string;
  /** Keyed by name below `/dashboard/assets/`. */
  readonly assets: ReadonlyMap<string, CodedFile>;
}

const FOLDER = join(packageFolder, '../dashboard/dist');
/** Placeholder in the build for the nonce, the path of the site, and the prefix of file names. */
const PLACE = 'NONCE-OF-THIS-ANSWER';
const SITE = 'PATH-OF-THIS-SITE';
const FILES = '="./assets/';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** The last build read, shared by several servers in one process. */
let loaded: { readonly text: string; readonly files: DashboardFiles } | null = null;

/** Null when it was not built. A different build has a different page, because the page names its files. */
export function loadDashboard(): DashboardFiles | null {
  const page = join(FOLDER, 'index.html');
  if (!existsSync(page)) return null;
  const text = readFileSync(page, 'utf8');
  if (loaded?.text !== text) loaded = { text, files: readFiles(text) };
  return loaded.files;
}

function readFiles(text: string): DashboardFiles {
  const folder = join(FOLDER, 'assets');
  const names = readdirSync(folder).filter((name) => extname(name) in CONTENT_TYPES);
  return {
    page: ({ nonce, site }) =>
      text
        .replaceAll(PLACE, nonce)
        .replaceAll(SITE, escapeText(site))
        .replaceAll(FILES, `="${escapeText(site)}/dashboard/assets/`),
    assets: new Map(names.map((name) => [name, readBuilt(join(folder, name))])),
  };
}

/** A file of a build and its compressed versions. */
export function readBuilt(path: string): CodedFile {
  const body = readFileSync(path);
  const compressed = [
    ['br', `${path}.br`],
    ['gzip', `${path}.gz`],
  ] as const;
  const found = compressed.flatMap(([coding, file]) =>
    existsSync(file) ? [[coding, readFileSync(file)] as const] : [],
  );
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    bodies: new Map<Coding, Buffer>([...found, ['identity', body]]),
    version: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}
