// The journal of the policy: every change, every rejection by a rule, and every decision about withdrawals on hold.
// Append-only, enforced by a trigger.

import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest, type Span } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import type { POLICY_JOURNAL_STEPS } from '../operator/policy/contract.ts';

export type PolicyJournalStep = (typeof POLICY_JOURNAL_STEPS)[number];

export interface PolicyJournalEntry {
  readonly projectId: string;
  readonly step: PolicyJournalStep;
  readonly withdrawalId?: string;
  readonly approverId?: string;
  readonly facts: object;
}

export async function writePolicyJournal(
  tx: Tx,
  entries: readonly PolicyJournalEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `insert into policy_journal (project_id, id, step, withdrawal_id, approver_id, facts, created_at)
     select t.*, $7 from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::jsonb[]) as t`,
    [
      entries.map(({ projectId }) => projectId),
      entries.map(() => tx.newId()),
      entries.map(({ step }) => step),
      entries.map(({ withdrawalId }) => withdrawalId ?? null),
      entries.map(({ approverId }) => approverId ?? null),
      entries.map(({ facts }) => JSON.stringify(facts)),
      tx.now,
    ],
  );
}

export interface PolicyJournalRow {
  readonly id: string;
  readonly created_at: Date;
  readonly step: PolicyJournalStep;
  readonly withdrawal_id: string | null;
  readonly approver: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

const LIST_MAX = 200;

export function readPolicyJournal(
  sql: Sql,
  projectId: string,
  withdrawalId: string | null,
): Promise<PolicyJournalRow[]> {
  return sql.query<PolicyJournalRow>(
    `select j.id, j.created_at, j.step, j.withdrawal_id, a.name as approver, j.facts
     from policy_journal j
     left join approvers a on a.project_id = j.project_id and a.id = j.approver_id
     where j.project_id = $1 and ($2::uuid is null or j.withdrawal_id = $2)
     order by j.id desc limit ${LIST_MAX}`,
    [projectId, withdrawalId],
  );
}

export interface PolicyJournalFilter extends PageRequest {
  readonly step: PolicyJournalStep | null;
  readonly withdrawalId: string | null;
  readonly span: Span;
}

/** Newest first. Errors: 404. */
export function pageOfPolicyJournal(
  sql: Sql,
  projectId: string,
  { step, withdrawalId, span, ...page }: PolicyJournalFilter,
): Promise<NewestPage<PolicyJournalRow>> {
  return newestPage<PolicyJournalRow>(sql, {
    ...page,
    table: 'policy_journal',
    alias: 'j',
    projectId,
    columns: 'j.id, j.created_at, j.step, j.withdrawal_id, a.name as approver, j.facts',
    joins: 'left join approvers a on a.project_id = j.project_id and a.id = j.approver_id',
    indexed: [[withdrawalId, (place) => `j.withdrawal_id = ${place}`]],
    filters: [[step, (place) => `j.step = ${place}`]],
    span: { ...span, column: 'created_at' },
  });
}
