// Audit facts whose text depends on a code, in the page's language.
import { useTexts } from './texts.ts';

type Facts = Readonly<Record<string, unknown>>;

interface FactTexts {
  /** The reason: the text of a code, or what a person wrote. */
  readonly reasonIn: (facts: Facts) => string | null;
  /** The rule: a built-in one by its code, or the merchant's name. */
  readonly ruleIn: (facts: Facts) => string | null;
}

export function useFactTexts(): FactTexts {
  const { cancel, decision, rules } = useTexts('reasons');
  return {
    reasonIn: (facts) =>
      textOf(cancel, facts['cancel_code']) ??
      textOf(decision, facts['decision_code']) ??
      stringIn(facts['reason']),
    ruleIn: (facts) => textOf(rules, facts['rule_code']) ?? stringIn(facts['rule']),
  };
}

const textOf = (texts: Readonly<Record<string, string>>, code: unknown): string | null =>
  typeof code === 'string' ? (texts[code] ?? null) : null;

const stringIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
