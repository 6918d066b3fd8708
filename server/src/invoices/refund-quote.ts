// Quotes a refund of an unresolved invoice, to the account or to an address at the current network fee.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import type { RefundPrice } from '../core/pricing/payment.ts';
import { loadProject } from '../projects/project.ts';
import { costOfReturn } from '../withdrawals/send-back.ts';
import { lockUnresolved } from './finish.ts';
import { previewAcceptance } from './recalculate.ts';
import { isExcessOnly, lateWorth, priceRow } from './refund.ts';
import { findInvoiceById, type InvoiceRow } from './store-invoices.ts';

interface RefundQuote {
  readonly invoice: InvoiceRow;
  readonly coin: Coin;
  readonly paid: bigint;
  readonly price: RefundPrice;
  /** For an overpaid invoice: the part that is kept and credited. */
  readonly settled: { readonly price: bigint; readonly fee: bigint } | null;
  /** The price and fee of an acceptance at the current rate. Null without a rate. */
  readonly accepted: { readonly price: bigint; readonly fee: bigint } | null;
  readonly networkFee: bigint | null;
  /** Null when the fee is unknown or exceeds the amount. */
  readonly received: bigint | null;
}

/** Errors: 404, 422 `invalid_status`, 503. */
export async function quoteRefund(app: App, invoiceId: string): Promise<RefundQuote> {
  const named = await findInvoiceById(app.db, invoiceId);
  if (named === null) throw notFound();
  const project = defined(await loadProject(app.db, named.project_id), 'an invoice has a project');
  return app.db.transaction(async (tx) => {
    const found = await lockUnresolved(tx, { projectId: project.id, invoiceId });
    const { invoice, paid } = found;
    const { price } = priceRow(tx, project, { found, id: invoiceId });
    const isPart = isExcessOnly(found);
    const worth = isPart ? lateWorth(tx, project, invoice) : null;
    const settled = worth ?? { price: invoice.price_amount, fee: invoice.fee };
    const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
    const cost = costOfReturn(app, coin, price.credit);
    const accepted = previewAcceptance(tx, project, found);
    return { invoice, coin, paid, price, settled: isPart ? settled : null, accepted, ...cost };
  });
}
