// What the project's settings do by themselves to an unresolved invoice (wire.md (d)): nothing, refund to
// the own coin account, or recalculate at a new rate and settle. The `unresolved` callback goes out first.
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Project } from '../projects/project.ts';
import type { InvoiceRow } from './invoice.ts';
import { recalculate } from './recalculate.ts';
import { refundInvoice } from './refund.ts';

export const RESOLUTION_RETRY_AFTER = 30 * SECOND;

export async function resolveAutomatically(
  app: App,
  project: Project,
  invoice: InvoiceRow,
): Promise<void> {
  const context = invoice.status_context;
  const resolution =
    (context === null ? undefined : project.settings.automaticResolution?.[context]) ?? 'nothing';
  const caller = { project, objectId: newId(app.clock, app.random) };
  try {
    if (resolution === 'refund') await refundInvoice(app, caller, { invoice_id: invoice.id });
    if (resolution === 'recalculate') {
      await recalculate(app, caller, { invoice_id: invoice.id, force_commit: true });
    }
  } catch (error) {
    // No rate at the moment, or somebody resolved it by hand: look again later, a finished one is left alone.
    if (!(error instanceof AppError)) throw error;
    app.log.warn({ code: error.code, invoice_id: invoice.id }, 'automatic resolution postponed');
    await app.db.query(
      `update invoices set due_at = $3 where project_id = $1 and id = $2 and status = 'unresolved'`,
      [project.id, invoice.id, new Date(app.clock.now() + RESOLUTION_RETRY_AFTER)],
    );
  }
}
