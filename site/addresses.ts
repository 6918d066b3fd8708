// Where each document is on the site, and where its links lead.
import { posix } from 'node:path';
import { HOME, menu } from './menu.ts';

/** Stands in the pages for the address of the service that serves them, which puts its own there. */
export const OWN_ADDRESS = 'https://address-of-this-till.invalid';

const NAMED: Readonly<Record<string, string>> = {
  [HOME]: '/docs',
  'client/README.md': '/docs/client',
  'SECURITY.md': '/docs/security',
  'CHANGELOG.md': '/docs/changes',
  'README.md': '/docs',
};

const forUsers = new Set(menu.flatMap(({ entries }) => entries.map(({ source }) => source)));

/** `docs/money.md` is at `/docs/money`; what is not in the menu below `/docs/contributors`. */
export function addressOf(source: string): string {
  const named = NAMED[source];
  if (named !== undefined) return named;
  const path = source.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');
  return forUsers.has(source) ? `/docs/${path}` : `/docs/contributors/${path.toLowerCase()}`;
}

/** Headings as GitHub names them, so that a link is right there and here. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** The documents of the site, each with the pages that it is shown on. */
export interface Places {
  /** Whether the document is on the site. */
  has(source: string): boolean;
  /** The page of an anchor in a document that is split; else the document's own. */
  page(source: string, anchor: string): string;
}

/** Of a link that this program wrote: an address of the site. */
const IN_SITE = 'site:';

/** Null: what it names is a file of the repository, which the site does not have. */
export function linkFrom(source: string, href: string, places: Places): string | null {
  if (href.startsWith(IN_SITE)) return href.slice(IN_SITE.length);
  if (/^[a-z]+:/.test(href)) return href;
  const [file = '', anchor = ''] = href.split('#');
  const target = file === '' ? source : posix.normalize(posix.join(posix.dirname(source), file));
  const own = OF_THE_SERVICE[target];
  if (own !== undefined) return own;
  if (!places.has(target)) return null;
  const page = places.page(target, anchor);
  return anchor === '' ? page : `${page}#${anchor}`;
}

/** Files of the repository, and the pages that are made from them. */
const OF_THE_SERVICE: Readonly<Record<string, string>> = {
  'docs/openapi.json': '/docs/api',
  'docs/openapi-2.json': '/docs/api-2',
};
