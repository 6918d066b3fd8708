// Invoices: the list, and the operator's list and release of those that need a decision.

import { illicitInvoices, releaseInvoice, riskySources } from '../../invoices/finish.ts';
import { pageOfInvoices } from '../../invoices/present.ts';
import { quoteRefund } from '../../invoices/refund-quote.ts';
import type { HandlersOf } from '../operator.ts';
import { moneyOf, requestedOrder, requestedPage, requestedSpan, shownPage } from '../present.ts';
import type { invoicesOperations } from './contract.ts';

export const invoicesHandlers: HandlersOf<typeof invoicesOperations> = {
  async 'invoices.list'(app, input) {
    const page = await pageOfInvoices(app.db, {
      projectId: input.project ?? null,
      status: input.status ?? null,
      now: new Date(app.clock.now()),
      context: input.context ?? null,
      coin: input.coin ?? null,
      currency: input.currency ?? null,
      customerId: input.customer_id ?? null,
      subscriptionId: input.subscription_id ?? null,
      payerEmail: input.payer_email ?? null,
      order: requestedOrder(input, { amount: 'price_amount', currency: 'currency' }),
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => ({
      ...row,
      context: row.status_context,
      price: moneyOf(app, row.price_amount, row.price_currency),
      pay: moneyOf(app, row.pay_amount, row.pay_currency),
      paid: moneyOf(app, row.paid_amount, row.pay_currency),
    }));
  },
  async 'invoices.high-risk'(app, { project, ...input }) {
    const requested = { projectId: project ?? null, ...requestedPage(input) };
    const page = await illicitInvoices(app.db, requested);
    const ids = page.rows.map(({ id }) => id);
    const sources = await riskySources(app.db, ids);
    return shownPage(page, (row) => ({
      ...row,
      requested: moneyOf(app, row.pay_amount, row.pay_currency),
      source: sources.get(row.id) ?? null,
    }));
  },
  async 'invoices.preview'(app, { invoice_id: id }) {
    const { invoice, coin, paid, price, settled, accepted, ...sent } = await quoteRefund(app, id);
    const money = (amount: bigint) => moneyOf(app, amount, coin.asset.code);
    const priced = (amount: bigint) => moneyOf(app, amount, invoice.price_currency);
    return {
      id,
      paid: money(paid),
      refunded: money(price.amount),
      fee: money(price.fee),
      credited: money(price.credit),
      settled: settled === null ? null : { price: priced(settled.price), fee: priced(settled.fee) },
      accepted:
        accepted === null ? null : { price: priced(accepted.price), fee: priced(accepted.fee) },
      network_fee: sent.networkFee === null ? null : money(sent.networkFee),
      received: sent.received === null ? null : money(sent.received),
    };
  },
  async 'invoices.release'(app, { invoice_id: id, reason }) {
    return releaseInvoice(app, { id, reason });
  },
};
