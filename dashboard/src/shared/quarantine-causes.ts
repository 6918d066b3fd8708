// Why coins are in quarantine, in the page's language.
import { useTexts } from './texts.ts';

type Text = string | ((facts: never) => string);
type Facts = Readonly<Record<string, unknown>>;

/** Null for a cause without a text here. */
export function useQuarantineCause(): (code: unknown, facts: Facts) => string | null {
  const texts: Readonly<Record<string, Text>> = useTexts('reasons').quarantine;
  return (code, facts) => {
    const text = typeof code === 'string' ? texts[code] : undefined;
    if (text === undefined) return null;
    return typeof text === 'string' ? text : text(facts as never);
  };
}
