// Completes fully paid invoices in the transaction that stores the assessment of their deposits. Changes are computed
// before it, so that the ledger lock is held only briefly. Other effects: reconcile.ts.
import type { App } from '../app.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { refuseChanged, VERSION, type Versioned, versionsOf } from '../db/versions.ts';
import {
  type AssessedDeposit,
  assessmentsOf,
  type DepositRow,
  depositsOfOwnersNow,
  refuseChangedDeposits,
} from '../deposits/deposit.ts';
import { storeResults } from '../deposits/result.ts';
import type { Project } from '../projects/project.ts';
import { planStep, type Step } from './plan-step.ts';
import { INVOICE_COLUMNS, type InvoiceRow, updateInvoices } from './store-invoices.ts';

export interface CompletedInvoices {
  readonly steps: readonly Step[];
  readonly invoices: readonly (InvoiceRow & Versioned)[];
  readonly deposits: readonly (DepositRow & Versioned)[];
}

export async function planCompletedInvoices(
  app: App,
  project: Project,
  assessed: readonly AssessedDeposit[],
): Promise<CompletedInvoices> {
  const ids = [...new Set(assessed.flatMap(({ deposit }) => deposit.owner_id ?? []))];
  const [invoices, rows] = await Promise.all([
    readInvoices(app.db, project.id, ids),
    depositsOfOwnersNow(app.db, ids),
  ]);
  const found = assessmentsOf(rows, assessed);
  const deposits = groupBy(
    rows.map((row) => ({ ...row, ...found.get(row.id) })),
    (row) => row.owner_id,
  );
  const now = new Date(app.clock.now());
  const steps = invoices
    .map((invoice) =>
      planStep(app, project, { invoice, deposits: deposits.get(invoice.id) ?? [], now }),
    )
    .filter(isCompletion)
    .map((step) => ({
      ...step,
      marks: step.marks.map((mark) => ({ ...mark, assessment: found.get(mark.id) })),
    }));
  const completed = new Set(steps.map(({ after }) => after.id));
  return {
    steps,
    invoices: invoices.filter(({ id }) => completed.has(id)),
    deposits: rows.filter(({ owner_id: owner }) => completed.has(owner ?? '')),
  };
}

/** Stores only the invoice rows; the caller stores the rest and holds the ledger lock. Throws Overtaken. */
export async function storeCompletedInvoices(
  tx: Tx,
  projectId: string,
  { steps, invoices, deposits }: CompletedInvoices,
): Promise<void> {
  if (steps.length === 0) return;
  const [unchanged] = await Promise.all([
    tx.query<{ n: number }>(UNCHANGED, [projectId, ...versionsOf(invoices)]),
    refuseChangedDeposits(tx, { rows: deposits, owners: invoices.map(({ id }) => id) }),
    updateRows(tx, projectId, steps),
  ]);
  refuseChanged(unchanged, invoices.length);
}

function isCompletion({ before, after }: Step): boolean {
  return before.status === 'new' && after.status === 'completed';
}

function readInvoices(
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<(InvoiceRow & Versioned)[]> {
  return sql.query(
    `select ${INVOICE_COLUMNS}, ${VERSION} from invoices where project_id = $1 and id = any($2::uuid[])
     order by id limit 100000`,
    [projectId, ids],
  );
}

const UNCHANGED = `
select count(*)::int as n from unnest($2::uuid[], $3::text[]) as t(id, row_version)
cross join lateral (select 1 from invoices i
  where i.project_id = $1 and i.id = t.id and i.xmin::text = t.row_version offset 0) same`;

/** The caller holds the ledger lock and the invoices' locks. */
export async function storeSteps(
  tx: Tx,
  { projectId, steps }: { projectId: string; steps: readonly Step[] },
): Promise<void> {
  await Promise.all([updateRows(tx, projectId, steps), storeResults(tx, projectId, steps)]);
}

function updateRows(tx: Tx, projectId: string, steps: readonly Step[]): Promise<void> {
  const changes = steps.map(({ before, after }) => ({
    ...after,
    from: before.status,
    from_context: before.status_context,
  }));
  return updateInvoices(tx, { projectId, changes });
}
