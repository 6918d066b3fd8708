// The icons of the hosted pages, as inline SVG in the color of the surrounding text. They are decorative: each is next
// to text with the same meaning.
import { type Html, trustedMarkup } from './html.ts';

const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  alert: 'M12 8v5M12 16.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18c-5-5-5-13 0-18z',
  back: 'M7 7l-4 5 4 5M3 12h13a5 5 0 0 1 5 5v1',
  cross: 'M7 7l10 10M17 7L7 17',
  wallet:
    'M4 7h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7zM4 7a2 2 0 0 1 2-2h10v2M16 13v.01',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): Html {
  return trustedMarkup(
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`,
  );
}
