// Holds: money that stays in the account but is no longer available, from the creation of a withdrawal
// to its end. The vocabulary of two-phase money: hold → post | release | expire (docs/glossary.md).
import { assert } from '../core/assert.ts';
import type { Tx } from '../db/database.ts';

export interface NewHold {
  /** The object that the money waits for; it has one hold. */
  readonly referenceId: string;
  readonly currency: string;
  /** In the currency's smallest unit, above zero. */
  readonly amount: bigint;
}

/** Reserves amounts of the project's available accounts. Refused whole by the constraint when one is short. */
export async function hold(
  tx: Tx,
  projectId: string,
  facts: { holds: readonly NewHold[]; now: Date },
): Promise<void> {
  const { holds, now } = facts;
  if (holds.length === 0) return;
  const rows = await tx.query<{ n: number }>(
    `with input as (
       select * from unnest($2::uuid[], $3::text[], $4::numeric[]) as t(reference_id, currency, amount)
     ), accounts as (
       update ledger_accounts a set held = a.held + s.amount
       from (select currency, sum(amount) as amount from input group by currency) s
       where a.project_id = $1 and a.kind = 'available' and a.currency = s.currency
       returning a.id, a.currency
     ), stored as (
       insert into ledger_holds (project_id, reference_id, account_id, amount, status, created_at)
       select $1, i.reference_id, a.id, i.amount, 'open', $5
       from input i join accounts a using (currency) returning 1
     )
     select count(*)::int as n from stored`,
    [
      projectId,
      holds.map((item) => item.referenceId),
      holds.map((item) => item.currency),
      holds.map((item) => item.amount.toString()),
      now,
    ],
  );
  assert(rows[0]?.n === holds.length, 'no account to hold money in');
}

/**
 * Ends open holds: the amounts are available again, or (`posted`) about to be posted away in the same
 * transaction. The number of holds that were open, so that each can be ended once only.
 */
export async function endHolds(
  tx: Tx,
  projectId: string,
  facts: {
    referenceIds: readonly string[];
    status: 'posted' | 'released' | 'expired';
    now: Date;
  },
): Promise<number> {
  if (facts.referenceIds.length === 0) return 0;
  const rows = await tx.query<{ n: number }>(
    `with ended as (
       update ledger_holds set status = $3, ended_at = $4
       where project_id = $1 and reference_id = any($2::uuid[]) and status = 'open'
       returning account_id, amount
     ), freed as (
       update ledger_accounts a set held = a.held - s.amount
       from (select account_id, sum(amount) as amount from ended group by account_id) s
       where a.project_id = $1 and a.id = s.account_id returning 1
     )
     select (select count(*) from ended)::int as n, (select count(*) from freed)`,
    [projectId, facts.referenceIds, facts.status, facts.now],
  );
  return rows[0]?.n ?? 0;
}
