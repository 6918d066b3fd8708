// Why the signer is unreachable, in the page's language.
import { useTexts } from './texts.ts';

/** Null for a cause without a text here. `about`: a path or an error message. */
export function useAwayCause(): (
  code: unknown,
  facts: { readonly about?: unknown },
) => string | null {
  const { signer } = useTexts('reasons');
  return (code, { about }) => {
    const text = typeof code === 'string' ? signer[code as keyof typeof signer] : undefined;
    if (text === undefined) return null;
    return typeof text === 'string' ? text : text({ about: `${about ?? ''}` });
  };
}
