// Texts of audit findings: which invariant does not hold, in the language of the person.
import { useTexts } from './texts.ts';

/** A code from a newer version has no text here. */
export function useInvariantText(): (code: string) => string {
  const texts: Readonly<Record<string, unknown>> = useTexts('invariants');
  return (code) => String(texts[code] ?? code.replaceAll('_', ' '));
}
