// The name of a rule. Merchants name their own rules. Built-in rules have a code (server/src/policy/rule-codes.ts) and
// a name in the page's language.
import { useTexts } from './texts.ts';

/** Keyed by code. */
export type RuleNames = Readonly<Record<string, string>>;

export const useRuleNames = (): RuleNames => useTexts('reasons').rules;

/** The name of a decision's rule. */
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
