// Changes texts of the catalog for a test: nothing stored or compared may depend on them.
import { areasOf } from '../../scripts/text-types.ts';
import type { Locale } from '../../src/core/languages.ts';
import { localesFolder } from '../../src/core/places.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import type { Texts } from '../../src/core/texts/types.ts';

export const REWORDED = 'reworded: ';

interface Branch {
  [key: string]: unknown;
}

/** Adds a word before every English text of the area, in this process. Returns a function that restores them. */
export function rewordTexts(area: keyof Texts): () => void {
  return reword(textsOf(area, 'en') as unknown as Branch, REWORDED);
}

/**
 * Adds a word before every text of every area in these languages, in this process. Returns a function that restores
 * them.
 */
export function rewordCatalogue(languages: readonly Locale[], word: string): () => void {
  const areas = languages.flatMap((language) =>
    areasOf(localesFolder, language).map((area) => textsOf(area as keyof Texts, language)),
  );
  const ends = areas.map((texts) => reword(texts as unknown as Branch, word));
  return () => {
    for (const end of ends) end();
  };
}

function reword(branch: Branch, word: string): () => void {
  const before = { ...branch };
  const ends = Object.entries(before).flatMap(([key, text]) => {
    if (typeof text === 'object' && text !== null) return [reword(text as Branch, word)];
    branch[key] =
      typeof text === 'function' ? (values: unknown) => `${word}${text(values)}` : `${word}${text}`;
    return [];
  });
  return () => {
    Object.assign(branch, before);
    for (const end of ends) end();
  };
}
