// Recomputes due invoices from their facts. Idempotent, so the next run makes up for a missed notification.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { depositsOfOwners } from '../deposits/deposit.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { reschedule, runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import { storeSteps } from './complete-assessed.ts';
import { planStep } from './plan-step.ts';
import { resolveAutomatically } from './resolve.ts';
import {
  INVOICES_WORKER,
  type InvoiceRow,
  lockInvoices,
  rescheduleInvoice,
} from './store-invoices.ts';

const BATCH_MAX = 500;

export const invoiceWorker: Worker = {
  name: INVOICES_WORKER,
  pollMilliseconds: 1000,
  due: () => '(select min(due_at) from invoices) <= $1',
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from invoices where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      const project = defined(await loadProject(app.db, projectId), 'an invoice has a project');
      await runApart(
        rows.map((row) => row.id),
        (ids) => reconcileAndResolve(app, project, ids),
        (id, error) =>
          reschedule(app, { id, error }, (dueAt) =>
            rescheduleInvoice(app.db, { projectId, id, dueAt }),
          ),
      );
    }
    return due.length;
  },
};

async function reconcileAndResolve(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<void> {
  const unresolved = await reconcileInvoices(app, project, ids);
  for (const invoice of unresolved) await resolveAutomatically(app, project, invoice);
}

/** Returns the invoices whose automatic resolution is due. */
function reconcileInvoices(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<InvoiceRow[]> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const now = tx.now;
    const locked = await lockInvoices(tx, project.id, ids);
    const invoices = locked.filter((row) => row.due_at !== null && row.due_at <= now);
    const deposits = groupBy(
      await depositsOfOwners(
        tx,
        invoices.map((row) => row.id),
      ),
      (row) => row.owner_id,
    );
    const steps = invoices.map((invoice) =>
      planStep(tx.instance, project, { invoice, deposits: deposits.get(invoice.id) ?? [], now }),
    );
    await storeSteps(tx, { projectId: project.id, steps });
    return steps.filter((step) => step.resolvesNow).map((step) => step.after);
  });
}
