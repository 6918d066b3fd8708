// Applies the project's automatic resolution to an unresolved invoice (wire.md (d)). The `unresolved` callback is sent
// first.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { newIdOf } from '../core/slots.ts';
import { refundAddressOf } from '../customers/return-addresses.ts';
import { openAlert } from '../ledger/alerts.ts';
import { type Project, resolutionOf } from '../projects/project.ts';
import { uncompared } from '../withdrawals/payout-doubts.ts';
import { recalculate } from './recalculate.ts';
import { refundInvoice } from './refund.ts';
import type { InvoiceRow } from './store-invoices.ts';

export const RESOLUTION_RETRY_AFTER = 30 * SECOND;

/** The customer's address is unusable, and a retry would not change that. */
const FINAL_REFUSALS = ['invalid', 'high_risk_address', 'refund_too_small'];

export async function resolveAutomatically(
  app: App,
  project: Project,
  invoice: InvoiceRow,
): Promise<void> {
  // After a database rollback, an earlier refund may be missing.
  if (uncompared(app).includes(invoice.pay_currency))
    return checkAgain(app, invoice, new Date(app.clock.now() + RESOLUTION_RETRY_AFTER));
  const context = invoice.status_context;
  const resolution = context === null ? 'nothing' : resolutionOf(project, context);
  const caller = { project, objectId: newIdOf(project.id, app) };
  try {
    if (resolution === 'refund') await refundInvoice(app, caller, { invoice_id: invoice.id });
    if (resolution === 'refund_to_customer') await refundToCustomer(app, caller, invoice);
    if (resolution === 'recalculate') {
      await recalculate(app, caller, { invoice_id: invoice.id, force_commit: true });
    }
  } catch (error) {
    // No rate is available, or a person has resolved the invoice. The next run skips a finished invoice.
    if (!(error instanceof AppError)) throw error;
    app.log.warn({ code: error.code, invoice_id: invoice.id }, 'automatic resolution postponed');
    if (FINAL_REFUSALS.includes(error.code)) await leaveToPerson(app, invoice, error);
    else await checkAgain(app, invoice, new Date(app.clock.now() + RESOLUTION_RETRY_AFTER));
  }
}

/** Without a customer address for the coin, the invoice stays unresolved until a payment or a person changes it. */
async function refundToCustomer(
  app: App,
  caller: { project: Project; objectId: string },
  invoice: InvoiceRow,
): Promise<void> {
  const address = await refundAddressOf(app.db, {
    projectId: invoice.project_id,
    customerId: invoice.customer_id,
    coin: defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered'),
  });
  if (address === null) await checkAgain(app, invoice, null);
  else await refundInvoice(app, caller, { invoice_id: invoice.id, address });
}

async function leaveToPerson(app: App, invoice: InvoiceRow, error: AppError): Promise<void> {
  await checkAgain(app, invoice, null);
  await openAlert(app, {
    kind: 'automatic_refund_failed',
    subject: invoice.id,
    facts: { project_id: invoice.project_id, invoice_id: invoice.id, code: error.code },
  });
}

async function checkAgain(app: App, invoice: InvoiceRow, at: Date | null): Promise<void> {
  // Keeps an earlier due time that was set in the meantime.
  await app.db.query(
    `update invoices set due_at = $3
     where project_id = $1 and id = $2 and status = 'unresolved'
       and due_at is not distinct from $4`,
    [invoice.project_id, invoice.id, at, invoice.due_at],
  );
}
