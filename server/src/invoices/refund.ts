// Refunds of unresolved invoices to the merchant's own account of the coin (wire.md (d), (d2)): the whole
// amount, or for an overpaid one the excess alone, with the price credited as if it had been paid right.
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { InvoiceRefund } from '../contract/objects.ts';
import { known } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { priceRefund, type RefundPrice } from '../core/pricing/refund.ts';
import type { Sql, Tx } from '../db/database.ts';
import { lockLedger, type Posting } from '../ledger/post.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { presentStoredRisk, type StoredRisk } from '../risk/present-risk.ts';
import { recordTransactions } from '../transactions/record.ts';
import { finishInvoice, lockUnresolved, type UnresolvedInvoice } from './finish.ts';
import type { InvoiceRow } from './invoice.ts';
import { settlementPostings } from './settle.ts';
import { findInvoice } from './store.ts';

interface RefundRow {
  readonly id: string;
  readonly invoice_id: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly fee: bigint;
  readonly address: string | null;
  readonly txid: string | null;
  readonly risk: StoredRisk | null;
  readonly created_at: Date;
}

type Presented = Static<typeof InvoiceRefund>;

/** Errors: 404, 422 `invalid_status`. */
export async function refundInvoice(
  app: App,
  caller: { project: Project; objectId: string },
  input: { invoice_id: string; address?: string | undefined },
): Promise<Presented> {
  if (input.address !== undefined) throw invalid(rule.unsupported('address'));
  const { project } = caller;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const repeated = await findRefund(tx, project.id, caller.objectId);
    if (repeated !== null) {
      const invoice = known(
        await findInvoice(tx, project.id, repeated.invoice_id),
        'a refund has an invoice',
      );
      return present(app, invoice, repeated);
    }
    const found = await lockUnresolved(tx, app, {
      projectId: project.id,
      invoiceId: input.invoice_id,
    });
    const { row, price } = priceRow(app, project, { found, id: caller.objectId });
    await insertRow(tx, project.id, row);
    await finish(tx, app, { found, price, row });
    return present(app, found.invoice, row);
  });
}

export async function listRefunds(
  app: App,
  project: Project,
  invoiceId: string,
): Promise<Presented[]> {
  const invoice = await findInvoice(app.db, project.id, invoiceId);
  if (invoice === null) throw notFound();
  const rows = await app.db.query<RefundRow>(
    `select ${COLUMNS} from invoice_refunds where project_id = $1 and invoice_id = $2 order by id desc limit 100`,
    [project.id, invoiceId],
  );
  return rows.map((row) => present(app, invoice, row));
}

function priceRow(
  app: App,
  project: Project,
  facts: { found: UnresolvedInvoice; id: string },
): { row: RefundRow; price: RefundPrice } {
  const { invoice, paid, deposits } = facts.found;
  const coin = known(app.currencies.get(invoice.pay_currency), 'currency is registered');
  const price = priceRefund({
    paid,
    kept: isExcessOnly(facts.found) ? invoice.pay_amount : 0n,
    coin,
    feePercent: feePercentOf(app, project, { operation: 'refund', currency: coin.code }),
  });
  return {
    price,
    row: {
      id: facts.id,
      invoice_id: invoice.id,
      amount: price.amount,
      currency: coin.code,
      fee: price.fee,
      address: null,
      txid: null,
      risk: deposits.find((deposit) => deposit.risk !== null)?.risk ?? null,
      created_at: new Date(app.clock.now()),
    },
  };
}

/** Not when a reorganisation took part of it away since, and less is there than was asked for. */
function isExcessOnly({ invoice, paid }: UnresolvedInvoice): boolean {
  return invoice.status_context === 'overpaid' && paid >= invoice.pay_amount;
}

async function finish(
  tx: Tx,
  app: App,
  facts: { found: UnresolvedInvoice; price: RefundPrice; row: RefundRow },
): Promise<void> {
  const { found, price, row } = facts;
  const { invoice } = found;
  const after: InvoiceRow = {
    ...invoice,
    status: isExcessOnly(found) ? 'completed' : 'refunded',
    status_context: null,
    due_at: null,
  };
  const settlement = {
    invoiceId: invoice.id,
    payCurrency: invoice.pay_currency,
    priceCurrency: invoice.price_currency,
    payAmount: invoice.pay_amount,
    price: invoice.price_amount,
    fee: invoice.fee,
  };
  const postings = [
    ...(isExcessOnly(found) ? settlementPostings(settlement) : []),
    ...refundPostings(row, price),
  ];
  await finishInvoice(tx, app, { found, after, postings, event: 'refunded' });
  await recordTransactions(tx, invoice.project_id, {
    now: row.created_at,
    rows: [transactionOf(app, { invoice, row, price })],
  });
}

function refundPostings(row: RefundRow, price: RefundPrice): Posting[] {
  const reference = { referenceType: 'InvoiceRefund', referenceId: row.id, currency: row.currency };
  const postings: Posting[] = [
    { ...reference, purpose: 'credit', from: 'deposits', to: 'available', amount: price.credit },
    { ...reference, purpose: 'fee', from: 'deposits', to: 'fees', amount: price.fee },
  ];
  return postings.filter((posting) => posting.amount > 0n);
}

function transactionOf(
  app: App,
  facts: { invoice: InvoiceRow; row: RefundRow; price: RefundPrice },
) {
  const { invoice, row, price } = facts;
  return {
    nonce: app.random.bytes(10).toString('hex'),
    currency: row.currency,
    referenceType: 'InvoiceRefund' as const,
    referenceId: row.id,
    amount: price.credit,
    isCounted: true,
    fee: price.fee,
    feeCurrency: row.currency,
    customId: invoice.custom_id,
    customerId: invoice.customer_id,
    description: invoice.description,
    status: null,
    statusContext: null,
    risk: row.risk,
    riskLevel: row.risk?.level ?? null,
  };
}

const COLUMNS = 'id, invoice_id, amount, currency, fee, address, txid, risk, created_at';

async function findRefund(sql: Sql, projectId: string, id: string): Promise<RefundRow | null> {
  const rows = await sql.query<RefundRow>(
    `select ${COLUMNS} from invoice_refunds where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

async function insertRow(tx: Tx, projectId: string, row: RefundRow): Promise<void> {
  await tx.query(
    `insert into invoice_refunds (project_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      projectId,
      row.id,
      row.invoice_id,
      row.amount.toString(),
      row.currency,
      row.fee.toString(),
      row.address,
      row.txid,
      row.risk === null ? null : JSON.stringify(row.risk),
      row.created_at,
    ],
  );
}

function present(app: App, invoice: InvoiceRow, row: RefundRow): Presented {
  const coin = known(app.currencies.get(row.currency), 'currency is registered');
  return {
    id: row.id,
    custom_id: invoice.custom_id,
    invoice_id: row.invoice_id,
    amount: formatAmount(row.amount, coin),
    amount_currency: row.currency,
    fee: formatAmount(row.fee, coin),
    fee_currency: row.currency,
    address: row.address,
    txid: row.txid,
    risk: row.risk === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.created_at),
    network: invoice.network,
  };
}
