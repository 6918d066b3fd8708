// Requests that a rule of the policy refuses: the error, and the entry in the policy journal.
import { type AppError, invalid, rule } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import type { Condition, Rule } from '../policy/policy.ts';
import { writePolicyJournal } from '../policy/policy-journal.ts';
import type { Refused } from './decide-steps.ts';

const LIMITS: readonly Condition['kind'][] = ['amountAbove', 'sumAbove', 'countAbove'];
const FIELDS: Readonly<Partial<Record<Condition['kind'], string>>> = {
  coin: 'received_currency',
  customer: 'customer_id',
  feeLevel: 'network_fee_level',
  beneficiaryMissing: 'beneficiary',
};

/**
 * 422 `invalid`, as wire.md (f) recommends for limits: `limit_exceeded` on the requested amount when the rule compares
 * amounts or counts, otherwise `refused_by_policy` on the field of the rule's first condition.
 */
export function refusedByRule({ name, when }: Rule, amountField: string): AppError {
  if (when.some(({ kind }) => LIMITS.includes(kind))) {
    return invalid(rule.limitExceeded(amountField, name));
  }
  const [first] = when;
  const field = first === undefined ? undefined : FIELDS[first.kind];
  return invalid(rule.refusedByPolicy(field ?? 'address', name));
}

/** A rejected request leaves no withdrawal row, so the policy journal records what was requested. */
export function journalRefusals(tx: Tx, refused: readonly Refused[]): Promise<void> {
  const entries = refused.map(({ row, judgement }) => ({
    projectId: row.project_id,
    step: 'refused_by_rule' as const,
    withdrawalId: row.id,
    facts: {
      decision: judgement.decision,
      coin: row.received_currency,
      amount: row.received_amount.toString(),
      address: row.address,
      tag: row.tag,
      value: judgement.value.toString(),
      value_currency: judgement.currency.code,
      api_key: row.api_key,
      customer_id: row.customer_id,
      custom_id: row.custom_id,
      risk_level: row.risk?.level ?? null,
      fee_level: row.network_fee_level,
      has_beneficiary: row.beneficiary !== null,
    },
  }));
  return writePolicyJournal(tx, entries);
}
