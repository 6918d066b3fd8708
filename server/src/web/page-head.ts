// How every hosted page begins: its language, and that nobody indexes it or learns where its reader came from.
import { directionOf, type Locale, languageTag } from '../core/languages.ts';
import { type Html, html } from './html.ts';

/** Where the style sheet and the script are. */
export interface AssetLinks {
  readonly style: string;
  readonly script: string;
  /** The path of the site, before those of pages and logos. */
  readonly site: string;
}

interface Head {
  readonly locale: Locale;
  readonly title: string | Html;
  readonly links: AssetLinks;
}

/** Up to what the page alone has in its head. */
export function pageHead({ locale, title, links }: Head): Html {
  return html`<!doctype html>
<html lang="${languageTag(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${links.style}">`;
}
