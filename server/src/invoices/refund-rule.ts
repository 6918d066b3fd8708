// The rule of a project that approves refund links when their payer enters an address: up to a value for each, and up
// to a sum in 24 hours (docs/decisions/0220-refund-rule.md). Values are what the account pays, in hundredths of a euro.
import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { DAY } from '../core/clock.ts';
import { type Currency, parseAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { type Project, refundLimitsOf } from '../projects/project.ts';
import { valueOfCharge } from '../withdrawals/plan-refund.ts';

/** Who decided, in place of a person or key. */
export const BY_RULE = 'rule';

export interface RefundRule {
  readonly each: bigint;
  readonly day: bigint;
}

/** Null: a person decides each. Both limits must be set. */
export function ruleOf(instance: Instance, project: Project): RefundRule | null {
  const { each, day } = refundLimitsOf(project);
  const eur = euro(instance);
  const limits = [each, day].map((text) => (text === null ? null : parseAmount(text, eur)));
  const [eachMax, dayMax] = limits;
  if (typeof eachMax !== 'bigint' || typeof dayMax !== 'bigint') return null;
  return { each: eachMax, day: dayMax };
}

/**
 * What it pays. Null: above a limit, so a person decides. The caller holds the ledger lock, which keeps refunds of the
 * same project from passing the sum together. Throws 503 `rates_unavailable`.
 */
export async function valueWithin(
  tx: Tx,
  { each, day }: RefundRule,
  charge: { projectId: string; amount: bigint; currency: string },
): Promise<bigint | null> {
  const value = valueOfCharge(tx.instance, charge, euro(tx.instance));
  if (value > each) return null;
  const spent = await spentByRule(tx, charge.projectId);
  return spent + value > day ? null : value;
}

/** In the last 24 hours, including refunds whose payout was canceled later. */
async function spentByRule(tx: Tx, projectId: string): Promise<bigint> {
  const [row] = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(rule_value), 0) as sum from refund_claims
     where project_id = $1 and rule_value is not null and decided_at > $2`,
    [projectId, new Date(tx.now.getTime() - DAY)],
  );
  return defined(row, 'a sum').sum;
}

function euro({ currencies }: Instance): Currency {
  return defined(currencies.get('EUR'), 'EUR is registered');
}
