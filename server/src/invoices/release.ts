// An illicit invoice holds high-risk money. The merchant can neither refund nor recalculate it until the operator has
// released it, as for all high-risk deposits. Releases are stored among the decisions about deposits.
import type { App } from '../app.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { writeDecision } from '../deposits/decisions.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { refuseInQuarantine } from '../deposits/refuse-in-quarantine.ts';
import { depositsOfOwners } from '../deposits/store-deposits.ts';
import { lockLedger } from '../ledger/post.ts';
import type { InvoiceRow } from './invoice.ts';
import { INVOICE_COLUMNS, lockInvoices } from './store-invoices.ts';

/** Invoices that wait for the operator, newest first. Errors: 404. */
export function illicitInvoices(
  sql: Sql,
  filter: PageRequest & { projectId: string | null },
): Promise<NewestPage<InvoiceRow>> {
  return newestPage<InvoiceRow>(sql, {
    ...{ ...filter, table: 'invoices', columns: INVOICE_COLUMNS },
    always: `status = 'unresolved'`,
    filters: [['illicit_resource', (place) => `status_context = ${place}`]],
  });
}

/** The category of the source of each invoice's first high-risk deposit. */
export async function riskySources(
  sql: Sql,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ owner_id: string; source: string }>(
    `select distinct on (owner_id) owner_id, risk ->> 'resource_category' as source from deposits
     where owner_id = any($1::uuid[]) and not is_small and risk ->> 'level' = 'high'
     order by owner_id, first_seen_at, id`,
    [invoiceIds],
  );
  return new Map(rows.map(({ owner_id: id, source }) => [id, source]));
}

/**
 * Called for the operator. From now on, the merchant may resolve the invoice. High-risk money that arrives later needs
 * another release. Errors: 404, 422 `invalid_status` unless it is illicit with money that is not released, and while
 * its coin is in quarantine.
 */
export async function releaseInvoice(
  app: App,
  requested: { id: string; reason: string },
): Promise<InvoiceRow> {
  const [named] = await app.db.query<{ project_id: string }>(
    'select project_id from invoices where id = $1 order by project_id limit 1',
    [requested.id],
  );
  if (named === undefined) throw notFound();
  const { project_id: projectId } = named;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const [invoice] = await lockInvoices(tx, projectId, [requested.id]);
    if (invoice === undefined) throw notFound();
    await refuseInQuarantine(tx, invoice.pay_currency);
    const held = await heldBack(tx, invoice, await depositsOfOwners(tx, [invoice.id]));
    if (held.length === 0)
      throw new AppError({
        code: 'invalid_status',
        status: 422,
        message: 'the invoice holds no money of high risk that waits for a release',
      });
    for (const { id: depositId } of held) {
      const facts = { reason: requested.reason, invoice_id: invoice.id };
      await writeDecision(tx, { depositId, projectId, decision: 'released', facts });
    }
    return invoice;
  });
}

/** For a merchant's API key. Errors: 422 `invalid_status` until the operator has released it. */
export async function refuseUnreleased(
  tx: Tx,
  found: { invoice: InvoiceRow; deposits: readonly DepositRow[] },
): Promise<void> {
  if ((await heldBack(tx, found.invoice, found.deposits)).length === 0) return;
  throw new AppError({
    code: 'invalid_status',
    status: 422,
    message: 'it holds money of high risk: the operator has to release it first',
  });
}

/** The invoice's high-risk deposits that are not released. */
async function heldBack(
  tx: Tx,
  invoice: InvoiceRow,
  deposits: readonly DepositRow[],
): Promise<DepositRow[]> {
  if (invoice.status !== 'unresolved' || invoice.status_context !== 'illicit_resource') return [];
  const risky = deposits.filter(
    (deposit) =>
      isSettled(deposit) &&
      deposit.credited_at === null &&
      !deposit.is_unmatched &&
      deposit.risk?.level === 'high',
  );
  const rows = await tx.query<{ deposit_id: string }>(
    `select distinct deposit_id from deposit_decisions
     where deposit_id = any($1::uuid[]) and decision = 'released'`,
    [risky.map(({ id }) => id)],
  );
  const released = new Set(rows.map((row) => row.deposit_id));
  return risky.filter(({ id }) => !released.has(id));
}
