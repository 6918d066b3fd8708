// Decides a withdrawal by the first matching rule of the policy. Pure, so that replays run the same code.
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { HOUR } from '../core/clock.ts';
import { isInside } from './local-time.ts';
import type { Condition, Decision, Facts, Policy, Rule, Spent, Window } from './policy.ts';

export function decide(
  policy: Policy,
  withdrawal: Facts,
  spent: (window: Window) => Spent,
): Verdict {
  const matches = (rule: Rule) =>
    rule.when.every((condition) => isMet(condition, withdrawal, spent));
  // The policy parser guarantees that the last rule always matches.
  const rule = defined(policy.rules.find(matches), 'a rule that matches always');
  const { action } = rule;
  const approvals = action.outcome === 'hold' ? action.approvals : 0;
  const decided = { rule: rule.name, version: policy.version, approvals };
  if (action.outcome !== 'allow') {
    const decision = { ...decided, outcome: action.outcome, ...lookalikeOf(rule, withdrawal) };
    return { decision, rule };
  }
  // The setting is older than policies and applies in addition to them: a policy never loosens it.
  if (withdrawal.isAboveSetting) {
    const held = { outcome: 'hold', rule: SETTING, code: 'above_transaction_limit' } as const;
    return { decision: { ...decided, ...held }, rule };
  }
  return { decision: { ...decided, outcome: 'allow' }, rule };
}

export interface Verdict {
  readonly decision: Decision;
  readonly rule: Rule;
}

const SETTING = 'withdrawalMaxEur';

function isMet(condition: Condition, withdrawal: Facts, spent: (window: Window) => Spent): boolean {
  switch (condition.kind) {
    case 'amountAbove':
      return withdrawal.value > condition.amount;
    case 'sumAbove':
      return spent(condition.window).sum + withdrawal.value > condition.amount;
    case 'countAbove':
      return spent(condition.window).count + 1 > condition.count;
    case 'coin':
      return condition.anyOf.has(assetCode(withdrawal.coin));
    case 'key':
      return withdrawal.apiKey !== null && condition.anyOf.has(withdrawal.apiKey);
    case 'customer':
      return withdrawal.customerId !== null && condition.anyOf.has(withdrawal.customerId);
    case 'risk':
      return condition.anyOf.has(withdrawal.riskLevel ?? 'unknown');
    case 'feeLevel':
      return condition.anyOf.has(withdrawal.feeLevel);
    case 'destination':
      return withdrawal.isListed === condition.isListed;
    case 'newerThanHours':
      return (
        withdrawal.knownSince === null ||
        withdrawal.at - withdrawal.knownSince < condition.hours * HOUR
      );
    case 'looksLikeKnown':
      return withdrawal.looksLike !== null;
    case 'outsideHours':
      return !isInside(condition.hours, withdrawal.at);
    case 'beneficiaryMissing':
      return !withdrawal.hasBeneficiary;
  }
}

function lookalikeOf(rule: Rule, { looksLike }: Facts): Pick<Decision, 'looksLike'> {
  const isCondition = rule.when.some(({ kind }) => kind === 'looksLikeKnown');
  return isCondition && looksLike !== null ? { looksLike } : {};
}
