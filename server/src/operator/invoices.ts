// Invoices that hold money of high risk, as the operator sees and releases them.
import type { invoicesOperations } from '../contract/operator/invoices.ts';
import { illicitInvoices, releaseInvoice } from '../invoices/release.ts';
import type { HandlersOf } from './operator.ts';
import { pageAsked } from './paging.ts';
import { moneyOf, shownPage, timeOf } from './present.ts';

export const invoicesHandlers: HandlersOf<typeof invoicesOperations> = {
  async 'invoices.illicit'(app, { project, ...input }) {
    const asked = { projectId: project ?? null, ...pageAsked(input) };
    return shownPage(await illicitInvoices(app.db, asked), (row) => ({
      id: row.id,
      project_id: row.project_id,
      customer_id: row.customer_id,
      asked: moneyOf(app, row.pay_amount, row.pay_currency),
      created_at: timeOf(row.created_at),
    }));
  },
  async 'invoices.release'(app, { invoice_id: id, reason }) {
    const { project_id } = await releaseInvoice(app, { id, reason });
    return { id, project_id };
  },
};
