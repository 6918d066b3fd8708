// Writes the new state of invoices in the caller's transaction.
import type { Tx } from '../db/tx.ts';
import { storeResults } from '../deposits/result.ts';
import type { Step } from './plan-step.ts';
import { updateInvoices } from './store-invoices.ts';

/** The caller holds the ledger lock and the invoices' locks. */
export async function storeSteps(
  tx: Tx,
  { projectId, steps }: { projectId: string; steps: readonly Step[] },
): Promise<void> {
  await Promise.all([updateRows(tx, projectId, steps), storeResults(tx, projectId, steps)]);
}

/** Updates only the invoice rows. */
export function updateRows(tx: Tx, projectId: string, steps: readonly Step[]): Promise<void> {
  const changes = steps.map(({ before, after }) => ({
    ...after,
    from: before.status,
    from_context: before.status_context,
  }));
  return updateInvoices(tx, { projectId, changes });
}
