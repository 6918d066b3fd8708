// Texts for the codes of reasons, causes and rules. A code of a later release has none: it is null here.
import { textOf } from './code-texts.ts';
import { useTexts } from './i18n.tsx';

type Facts = Readonly<Record<string, unknown>>;

interface FactTexts {
  /** The reason: the text of a code, or what a person wrote. */
  readonly reasonIn: (facts: Facts) => string | null;
  /** The rule: a built-in one by its code, or the merchant's name. */
  readonly ruleIn: (facts: Facts) => string | null;
}

/** Audit facts whose text depends on a code, in the page's language. */
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

/** Null for a code without a text here. */
export function usePayeeText(): (code: unknown) => string | null {
  const { payee } = useTexts('reasons');
  return (code) => textOf(payee, code);
}

type Text = string | ((facts: never) => string);

/** Null for a cause without a text here. */
export function useQuarantineCause(): (code: unknown, facts: Facts) => string | null {
  const texts: Readonly<Record<string, Text>> = useTexts('reasons').quarantine;
  return (code, facts) => filledText(texts, code, facts);
}

/** What a signer of another version wrote is shown verbatim. Null for a code without a text here. */
export function useSignerRefusal(): (code: unknown, facts: Facts) => string | null {
  const texts: Readonly<Record<string, Text>> = useTexts('reasons').signerRefusal;
  return (code, facts) =>
    code === 'unrecognized' ? String(facts['text']) : filledText(texts, code, facts);
}

function filledText(
  texts: Readonly<Record<string, Text>>,
  code: unknown,
  facts: Facts,
): string | null {
  const text = typeof code === 'string' ? texts[code] : undefined;
  if (text === undefined) return null;
  return typeof text === 'string' ? text : text(facts as never);
}

/** Null for a cause without a text here. `about`: a path or an error message. */
export function useAwayCause(): (
  code: unknown,
  facts: { readonly about?: unknown },
) => string | null {
  const { signer } = useTexts('reasons');
  return (code, { about }) => filledText(signer, code, { about: `${about ?? ''}` });
}

export type RuleNames = Readonly<Record<string, string>>;

/**
 * The name of a rule. Merchants name their own rules. Built-in rules have a code (server/src/policy/rule-codes.ts) and
 * a name in the page's language.
 */
export const useRuleNames = (): RuleNames => useTexts('reasons').rules;

export function ruleName(
  { rule, rule_code: code }: { readonly rule: string; readonly rule_code: string | null },
  names: RuleNames,
): string {
  return code === null ? rule : (names[code] ?? rule);
}

/** For a rule in a document. In the built-in policy, version 0, the name of a rule is its code. */
export function nameInDocument(name: string, version: number | null, names: RuleNames): string {
  return version === 0 ? (names[name] ?? name) : name;
}

const stringIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
