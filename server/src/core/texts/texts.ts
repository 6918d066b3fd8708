// The message catalog, `locales/<language>/<area>.json` (docs/translating.md). Each area of a language is loaded on
// first use. Processes that run for long load all of them at their start.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, languageTag, locales } from '../languages.ts';
import { localesFolder } from '../places.ts';
import { textsFrom } from './format.ts';
import type { Texts } from './types.ts';

const loaded = new Map<string, unknown>();

export function textsOf<Area extends keyof Texts>(area: Area, locale: Locale): Texts[Area] {
  const path = join(localesFolder, locale, `${area}.json`);
  if (!loaded.has(path))
    loaded.set(path, textsFrom(JSON.parse(readFileSync(path, 'utf8')), languageTag(locale)));
  return loaded.get(path) as Texts[Area];
}

/**
 * A release that is installed over a running process has other texts than its code expects, and a process without free
 * file descriptors could not even report that.
 */
export function loadTexts(): void {
  for (const locale of locales)
    for (const file of readdirSync(join(localesFolder, locale)))
      textsOf(file.replace('.json', '') as keyof Texts, locale);
}
