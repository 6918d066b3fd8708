// What a proof of everything looks at beside what is new and what is open: all that adds up many rows, or would be
// missed by going from row to row.
import type { Sql } from '../db/database.ts';
import { type AuditFinding, askTogether } from './audit.ts';
import type { Invariants } from './invariants.ts';
import { provePostings } from './prove-postings.ts';
import type { AuditMark } from './prove-project.ts';
import { proveStatements } from './prove-statements.ts';

/** Of a project whose rows were all proven: its totals, and that its mark is what the books say at its place. */
export async function proveTotals(
  db: Sql,
  projectId: string,
  mark: AuditMark,
): Promise<AuditFinding[]> {
  const { findings } = await provePostings(db, projectId, { ...mark, most: 0 });
  const statements = await proveStatements(db, projectId, { ...mark, most: 0 });
  const totals = await askTogether(db, { invariants: TOTALS, where: 'true', values: [projectId] });
  return [...findings, ...statements.findings, ...totals];
}

const TOTALS: Invariants = {
  'the counts of the transaction list are the counts of its rows': `
    select $1::uuid as project_id, '-infinity'::timestamptz as bucket, currency, reference_type, status,
      total - hours as off_by
    from (select currency, reference_type, status, risk_level,
        coalesce(sum(n) filter (where bucket = '-infinity'), 0) as total,
        coalesce(sum(n) filter (where bucket > '-infinity'), 0) as hours
      from transaction_counts where project_id = $1 group by currency, reference_type, status, risk_level) c
    where total <> hours`,
  // One look for each account that is named, however many entries it has.
  'every entry is of an account that there is': `
    with recursive named as (
      (select account_id from ledger_entries where project_id = $1 order by account_id limit 1)
      union all
      select (select e.account_id from ledger_entries e
        where e.project_id = $1 and e.account_id > n.account_id order by e.account_id limit 1)
      from named n where n.account_id is not null)
    select $1::uuid as project_id, account_id from named n
    where account_id is not null and not exists (
      select 1 from ledger_accounts a where a.project_id = $1 and a.id = n.account_id)`,
};
