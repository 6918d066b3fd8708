// Audit facts for people: adds the text of each reason or rule code.
import { textsOf } from '../core/texts/texts.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Adds `reason` for a `cancel_code` or a `decision_code`, and `rule` for a `rule_code`. */
export function withTexts(facts: Facts): Facts {
  const { cancel, decision, rules } = textsOf('reasons', 'en');
  const reason = textOf(cancel, facts['cancel_code']) ?? textOf(decision, facts['decision_code']);
  const rule = textOf(rules, facts['rule_code']);
  return { ...facts, ...(reason !== null && { reason }), ...(rule !== null && { rule }) };
}

function textOf(texts: Readonly<Record<string, string>>, code: unknown): string | null {
  return typeof code === 'string' ? (texts[code] ?? null) : null;
}
