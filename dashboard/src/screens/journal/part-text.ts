// Of a line of the journal: what its parts are called, in words. The journal keeps them as codes.
import type { JournalObject } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/texts.ts';

type Words = Readonly<Record<string, string>>;

/** What an earlier release called otherwise is shown by its name. */
export function usePartText() {
  const t = useTexts('journal');
  const objects: Readonly<Record<JournalObject, string>> = t.objects;
  const text = (words: Words) => (code: string) => words[code] ?? code.replaceAll('_', ' ');
  return {
    face: text(t.interfaces),
    kind: text(t.kinds),
    proof: text(t.credentials),
    object: text(objects),
  };
}
