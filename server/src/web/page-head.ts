// The head of every hosted page: its language, no indexing, and no referrer.
import { directionOf, type Locale, languageTag } from '../core/languages.ts';
import { type Html, html } from './html.ts';

/** Locations of the style sheet and the script. */
export interface AssetLinks {
  readonly style: string;
  readonly script: string;
  /** The path of the site, which precedes those of pages and logos. */
  readonly site: string;
}

interface Head {
  readonly locale: Locale;
  readonly title: string | Html;
  readonly links: AssetLinks;
}

/** Everything up to the page-specific part of the head. */
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
