// Decides what happens to one withdrawal: the first rule of the policy that matches. Pure, so that the same
// code decides today's withdrawals and replays last month's.
import { assetCode } from '../coins/coin.ts';
import { known } from '../core/assert.ts';
import { HOUR } from '../core/clock.ts';
import { isInside } from './local-time.ts';
import type { Condition, Decision, Facts, Policy, Rule, Spent, Window } from './policy.ts';

/** `spent` answers for each window that the policy names. */
export function decide(policy: Policy, facts: Facts, spent: (window: Window) => Spent): Verdict {
  const matches = (rule: Rule) => rule.when.every((condition) => isMet(condition, facts, spent));
  // Reading a policy makes sure that the last rule matches always.
  const rule = known(policy.rules.find(matches), 'a rule that matches always');
  const { action } = rule;
  const approvals = action.outcome === 'hold' ? action.approvals : 0;
  const decided = { rule: rule.name, version: policy.version, approvals };
  if (action.outcome !== 'allow') {
    const decision = { ...decided, outcome: action.outcome, reason: reasonOf(rule, facts) };
    return { decision, rule };
  }
  // The setting is older than policies and stays in force beside them: a policy never loosens it.
  if (facts.isAboveSetting) {
    const held = { outcome: 'hold' as const, rule: SETTING_RULE, reason: ABOVE_SETTING };
    return { decision: { ...decided, ...held }, rule };
  }
  return { decision: { ...decided, outcome: 'allow', reason: null }, rule };
}

export interface Verdict {
  readonly decision: Decision;
  /** The rule that matched. */
  readonly rule: Rule;
}

/** Stands for the rule when the project's setting of that name holds what the rules allow. */
const SETTING_RULE = 'withdrawalMaxEur';
const ABOVE_SETTING = 'above the limit per transaction';

function isMet(condition: Condition, facts: Facts, spent: (window: Window) => Spent): boolean {
  switch (condition.kind) {
    case 'amountAbove':
      return facts.value > condition.amount;
    case 'sumAbove':
      return spent(condition.window).sum + facts.value > condition.amount;
    case 'countAbove':
      return spent(condition.window).count + 1 > condition.count;
    case 'coin':
      return condition.anyOf.has(assetCode(facts.coin));
    case 'key':
      return facts.apiKey !== null && condition.anyOf.has(facts.apiKey);
    case 'customer':
      return facts.customerId !== null && condition.anyOf.has(facts.customerId);
    case 'risk':
      return condition.anyOf.has(facts.riskLevel ?? 'unknown');
    case 'feeLevel':
      return condition.anyOf.has(facts.feeLevel);
    case 'destination':
      return facts.isListed === condition.isListed;
    case 'newerThanHours':
      return facts.knownSince === null || facts.at - facts.knownSince < condition.hours * HOUR;
    case 'looksLikeKnown':
      return facts.looksLike !== null;
    case 'outsideHours':
      return !isInside(condition.hours, facts.at);
    case 'beneficiaryMissing':
      return !facts.hasBeneficiary;
  }
}

/** For people: the rule, and what only the decision knows. */
function reasonOf(rule: Rule, facts: Facts): string {
  const isAlike = rule.when.some(({ kind }) => kind === 'looksLikeKnown');
  return isAlike ? `${rule.name}: looks like ${facts.looksLike ?? 'a known address'}` : rule.name;
}
