// The style sheets of a hosted page: its own, the dark colors, and the merchant's color. All are files of this server,
// because the pages allow no inline styles.
import { createHash } from 'node:crypto';
import { accentStyle, type Scheme } from '../projects/accent.ts';
import type { Merchant } from '../projects/project.ts';
import type { AssetLinks } from './page-parts.ts';

interface StyleLink {
  readonly href: string;
  /** When it applies. Null: always. */
  readonly media: string | null;
}

/** Paper is white, so dark colors are only for screens. */
export function styleLinks(
  merchant: Merchant | undefined,
  links: AssetLinks,
): readonly StyleLink[] {
  const { accent = null, appearance = 'automatic' } = merchant ?? {};
  const dark = appearance === 'dark' ? 'screen' : 'screen and (prefers-color-scheme: dark)';
  const all = [
    { href: links.style, media: null },
    ...colorLink(accent, 'light', links.site).map((href) => ({ href, media: null })),
    { href: links.darkStyle, media: dark },
    ...colorLink(accent, 'dark', links.site).map((href) => ({ href, media: dark })),
  ];
  return appearance === 'light' ? all.filter(({ media }) => media === null) : all;
}

function colorLink(accent: string | null, scheme: Scheme, site: string): readonly string[] {
  if (accent === null) return [];
  const path = `/brand/colors/${accent.slice(1)}-${scheme}.css`;
  return [`${site}${path}?v=${colorVersion(accent, scheme)}`];
}

/** Changes when another release computes other shades. */
export function colorVersion(accent: string, scheme: Scheme): string {
  return createHash('sha256').update(accentStyle(accent, scheme)).digest('hex').slice(0, 16);
}
