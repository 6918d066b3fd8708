// The service's own rules. Their names are in the catalog (locales/<language>/reasons.json).

import { textsOf } from '../core/texts/texts.ts';
import type { RULE_CODES } from '../operator/policy/contract.ts';
import type { Decision } from './policy.ts';

type RuleCode = (typeof RULE_CODES)[number];
type Decided = Pick<Decision, 'outcome' | 'rule' | 'version' | 'code'>;

/** Null: a rule of the merchant. Earlier versions stored other names for the rules of the built-in policy. */
export function ruleCodeOf({ outcome, version, code }: Decided): RuleCode | null {
  if (code !== undefined) return code;
  if (version !== 0) return null;
  return outcome === 'allow' ? 'everything_else' : 'lookalike_address';
}

export function ruleText(decision: Decided): string {
  const code = ruleCodeOf(decision);
  return code === null ? decision.rule : textsOf('reasons', 'en').rules[code];
}
