// Changes the English texts of an area of the catalogue for a test: nothing stored or compared may depend on them.
import { textsOf } from '../../src/core/texts/texts.ts';
import type { Texts } from '../../src/core/texts/types.ts';

export const REWORDED = 'reworded: ';

interface Branch {
  [key: string]: unknown;
}

/** Puts a word before every text of the area, in this process; the function puts them back. */
export function rewordTexts(area: keyof Texts): () => void {
  return reword(textsOf(area, 'en') as unknown as Branch);
}

function reword(branch: Branch): () => void {
  const before = { ...branch };
  const ends = Object.entries(before).flatMap(([key, text]) => {
    if (typeof text === 'object' && text !== null) return [reword(text as Branch)];
    branch[key] =
      typeof text === 'function'
        ? (values: unknown) => `${REWORDED}${text(values)}`
        : `${REWORDED}${text}`;
    return [];
  });
  return () => {
    Object.assign(branch, before);
    for (const end of ends) end();
  };
}
