// Texts for the parts of an audit-log entry, which the log stores as codes.
import type { JournaledOperation, JournalObject } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';

type Labels = Readonly<Record<string, string>>;

/** A code that had another name in an earlier release is shown unchanged. */
export function usePartText() {
  const t = useTexts('journal');
  const operations: Readonly<Record<JournaledOperation, string>> = useTexts('operations');
  const objects: Readonly<Record<JournalObject, string>> = t.objects;
  const text = (labels: Labels) => (code: string) => labels[code] ?? code.replaceAll('_', ' ');
  return {
    operation: text(operations),
    face: text(t.interfaces),
    kind: text(t.kinds),
    proof: text(t.credentials),
    object: text(objects),
  };
}
