// Holds: money that stays in the account but is no longer available, from the creation of a withdrawal
// to its end. The vocabulary of two-phase money: hold → post | release | expire (docs/glossary.md).
import { assert } from '../core/assert.ts';
import type { Tx } from '../db/database.ts';

/** Reserves an amount of the project's available account. Refused by the constraint when it is short. */
export async function hold(
  tx: Tx,
  projectId: string,
  facts: { referenceId: string; currency: string; amount: bigint; now: Date },
): Promise<void> {
  const rows = await tx.query(
    `with account as (
       update ledger_accounts set held = held + $4::numeric
       where project_id = $1 and kind = 'available' and currency = $3 returning id)
     insert into ledger_holds (project_id, reference_id, account_id, amount, status, created_at)
     select $1, $2, id, $4::numeric, 'open', $5 from account returning 1`,
    [projectId, facts.referenceId, facts.currency, facts.amount.toString(), facts.now],
  );
  assert(rows.length === 1, 'no account to hold money in');
}

/**
 * Ends an open hold: the amount is available again, or (`posted`) about to be posted away in the same
 * transaction. False when there is no open hold, so that it can be ended once only.
 */
export async function endHold(
  tx: Tx,
  projectId: string,
  facts: { referenceId: string; status: 'posted' | 'released' | 'expired'; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `with ended as (
       update ledger_holds set status = $3, ended_at = $4
       where project_id = $1 and reference_id = $2 and status = 'open'
       returning account_id, amount)
     update ledger_accounts a set held = held - ended.amount from ended
     where a.project_id = $1 and a.id = ended.account_id returning 1`,
    [projectId, facts.referenceId, facts.status, facts.now],
  );
  return rows.length === 1;
}
