// Why a network would not pay a recipient now, in the page's language.
import { useTexts } from './texts.ts';

/** Null for a code without a text here. */
export function usePayeeText(): (code: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useTexts('reasons').payee;
  return (code) => (typeof code === 'string' ? (t[code] ?? null) : null);
}
