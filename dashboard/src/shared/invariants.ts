// Texts of audit findings: which invariant is violated, in the person's language.
import { useTexts } from './texts.ts';

/** A code from a newer version has no text here. */
export function useInvariantText(): (code: string) => string {
  const texts: Readonly<Record<string, unknown>> = useTexts('invariants');
  return (code) => String(texts[code] ?? code.replaceAll('_', ' '));
}
