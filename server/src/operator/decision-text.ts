// What a policy decided, in words.
import type { Decision } from '../policy/policy.ts';

export function resultText(decision: Pick<Decision, 'outcome' | 'rule' | 'approvals'>): string {
  const { outcome, rule: name, approvals } = decision;
  const what = outcome === 'hold' && approvals > 0 ? `hold for ${approvals}` : outcome;
  return `${what} (${name})`;
}

export function decisionText(decision: Decision): string {
  const version = decision.version === 0 ? 'built-in policy' : `policy ${decision.version}`;
  return `${resultText(decision)}, ${version}`;
}

/** For who shows it in words of his own. */
export function shownDecision(decision: Decision) {
  const { outcome, rule: name, version, approvals, reason } = decision;
  const looks_like = decision.looksLike ?? null;
  return { outcome, rule: name, version, approvals, reason, looks_like };
}
