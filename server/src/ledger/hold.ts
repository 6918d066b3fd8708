// Holds: money that stays in the account but is not available, from the creation of a withdrawal until it ends. As in
// a two-phase transfer, a hold is posted, released or expires (docs/glossary.md).
import { assert } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';

export interface NewHold {
  /** Each object has at most one hold. */
  readonly referenceId: string;
  readonly currency: string;
  /** In the currency's smallest unit, above zero. */
  readonly amount: bigint;
}

export type ProjectHold = NewHold & { readonly projectId: string };

/** Reserves amounts in the available accounts. A constraint rejects all of them when one balance is too low. */
export async function hold(
  tx: Tx,
  projectId: string,
  taken: { holds: readonly NewHold[]; now: Date },
): Promise<void> {
  const holds = taken.holds.map((item) => ({ ...item, projectId }));
  await holdAcross(tx, { ...taken, holds });
}

/** The caller holds all ledger locks. */
export async function holdAcross(
  tx: Tx,
  { holds, now }: { holds: readonly ProjectHold[]; now: Date },
): Promise<void> {
  if (holds.length === 0) return;
  const rows = await tx.query<{ n: number }>(
    `with input as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[])
         as t(project_id, reference_id, currency, amount)
     ), accounts as (
       update ledger_accounts a set held = a.held + s.amount
       from (select project_id, currency, sum(amount) as amount from input group by project_id, currency) s
       where a.project_id = s.project_id and a.kind = 'available' and a.currency = s.currency
       returning a.project_id, a.id, a.currency
     ), stored as (
       insert into ledger_holds (project_id, reference_id, account_id, amount, status, created_at)
       select i.project_id, i.reference_id, a.id, i.amount, 'open', $5
       from input i join accounts a using (project_id, currency) returning 1
     )
     select count(*)::int as n from stored`,
    [
      holds.map((item) => item.projectId),
      holds.map((item) => item.referenceId),
      holds.map((item) => item.currency),
      holds.map((item) => item.amount.toString()),
      now,
    ],
  );
  assert(rows[0]?.n === holds.length, 'no account to hold money in');
}

/**
 * Ends open holds: the amounts become available again, or (`posted`) are posted in the same transaction. Returns how
 * many were still open.
 */
export function endHolds(
  tx: Tx,
  projectId: string,
  ended: HoldEnd & { readonly referenceIds: readonly string[] },
): Promise<number> {
  const references = ended.referenceIds.map((id) => ({ projectId, id }));
  return endHoldsAcross(tx, { ...ended, references });
}

interface HoldEnd {
  readonly status: 'posted' | 'released' | 'expired';
  readonly now: Date;
}

/** The caller holds all ledger locks. */
export async function endHoldsAcross(
  tx: Tx,
  ended: HoldEnd & { readonly references: readonly { projectId: string; id: string }[] },
): Promise<number> {
  const { references } = ended;
  if (references.length === 0) return 0;
  const rows = await tx.query<{ n: number }>(
    `with ended as (
       update ledger_holds h set status = $3, ended_at = $4
       from unnest($1::uuid[], $2::uuid[]) as t(project_id, id)
       where h.project_id = t.project_id and h.reference_id = t.id and h.status = 'open'
       returning h.project_id, h.account_id, h.amount
     ), freed as (
       update ledger_accounts a set held = a.held - s.amount
       from (select project_id, account_id, sum(amount) as amount from ended group by project_id, account_id) s
       where a.project_id = s.project_id and a.id = s.account_id returning 1
     )
     select (select count(*) from ended)::int as n, (select count(*) from freed)`,
    [
      references.map((reference) => reference.projectId),
      references.map((reference) => reference.id),
      ended.status,
      ended.now,
    ],
  );
  return rows[0]?.n ?? 0;
}
