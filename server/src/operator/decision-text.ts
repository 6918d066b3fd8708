// A policy decision in the format of the operator API.
import type { Decision } from '../policy/policy.ts';
import { ruleCodeOf, ruleText } from '../policy/rule-codes.ts';
import { holdOf, holdText } from '../withdrawals/hold-reasons.ts';

export type Decided = Pick<Decision, 'outcome' | 'rule' | 'approvals' | 'version' | 'code'>;

export function resultText(decision: Decided): string {
  const { outcome, approvals } = decision;
  const what = outcome === 'hold' && approvals > 0 ? `hold for ${approvals}` : outcome;
  return `${what} (${ruleText(decision)})`;
}

export function decisionText(decision: Decision): string {
  const version = decision.version === 0 ? 'built-in policy' : `policy ${decision.version}`;
  return `${resultText(decision)}, ${version}`;
}

export function decidedAs(decision: Decided) {
  const { outcome, approvals, version } = decision;
  const ruleOf = { rule: ruleText(decision), rule_code: ruleCodeOf(decision) };
  return { outcome, ...ruleOf, approvals, version };
}

export function shownDecision(decision: Decision) {
  const hold = holdOf(decision);
  const reason = hold === null ? null : holdText(hold);
  return { ...decidedAs(decision), reason, looks_like: decision.looksLike ?? null };
}
