// Applies the project's policy (policy/check-withdrawals.ts) to a withdrawal: its attributes, the effect of the
// decision on its row, and the error for a rejection.
import { type AppError, invalid, rule } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { type Attempt, type Judgement, openCheck } from '../policy/check-withdrawals.ts';
import type { Condition, Rule } from '../policy/policy.ts';
import { writePolicyJournal } from '../policy/policy-journal.ts';
import { holdOf } from './hold-reasons.ts';
import type { WithdrawalRow } from './withdrawal.ts';

export function attemptOf(row: WithdrawalRow): Attempt {
  return {
    id: row.id,
    at: row.created_at.getTime(),
    coin: row.received_currency,
    address: row.address,
    tag: row.tag,
    received: row.received_amount,
    apiKey: row.api_key,
    customerId: row.customer_id,
    riskLevel: row.risk?.level ?? null,
    feeLevel: row.network_fee_level,
    hasBeneficiary: row.beneficiary !== null,
  };
}

/** The row with the decision. With a hold reason, it waits for a person once it is committed. */
export function checkedRow(row: WithdrawalRow, judgement: Judgement): WithdrawalRow {
  const { decision, value, currency } = judgement;
  return {
    ...row,
    decision,
    hold: holdOf(decision),
    value,
    value_currency: currency.code,
  };
}

/**
 * For money that is returned (send-back.ts). If a rule rejects it, it waits for the operator: the money has arrived and
 * must not get stuck unnoticed. The caller holds the ledger lock. Errors: 503 `rates_unavailable`.
 */
export async function checkReturn(tx: Tx, row: WithdrawalRow): Promise<WithdrawalRow> {
  const attempt = attemptOf(row);
  const judge = await openCheck(tx, { projectId: row.project_id, attempts: [attempt] });
  const judgement = judge.judge(attempt);
  const { decision } = judgement;
  if (decision.outcome !== 'refuse') return checkedRow(row, judgement);
  return checkedRow(row, { ...judgement, decision: { ...decision, outcome: 'hold' } });
}

const LIMITS: readonly Condition['kind'][] = ['amountAbove', 'sumAbove', 'countAbove'];
/** The request field that a condition is about. */
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
export function journalRefusals(
  tx: Tx,
  refused: readonly { row: WithdrawalRow; judgement: Judgement }[],
): Promise<void> {
  const entries = refused.map(({ row, judgement }) => ({
    projectId: row.project_id,
    step: 'refused_by_rule' as const,
    withdrawalId: row.id,
    facts: {
      decision: judgement.decision,
      ...{ coin: row.received_currency, amount: row.received_amount.toString() },
      ...{ address: row.address, tag: row.tag },
      ...{ value: judgement.value.toString(), value_currency: judgement.currency.code },
      ...{ api_key: row.api_key, customer_id: row.customer_id, custom_id: row.custom_id },
      ...{ risk_level: row.risk?.level ?? null, fee_level: row.network_fee_level },
      has_beneficiary: row.beneficiary !== null,
    },
  }));
  return writePolicyJournal(tx, entries);
}
