// Checkouts: the list, and what one has received.
import type { App } from '../../app.ts';
import { pageOfCheckouts } from '../../checkouts/list-checkouts.ts';
import { type Progress, progressOf } from '../../checkouts/progress.ts';
import { resendReceipt } from '../../checkouts/resend-receipt.ts';
import { type CheckoutRow, findCheckout } from '../../checkouts/store-checkouts.ts';
import { unitOf } from '../../coins/price-unit.ts';
import { defined } from '../../core/assert.ts';
import { notFound } from '../../core/errors.ts';
import { formatAmount } from '../../core/money.ts';
import type { DepositRow } from '../../deposits/deposit.ts';
import { explorerUrlOf } from '../../deposits/explorer.ts';
import { newestMail } from '../../mails/outbox.ts';
import { findProject } from '../../projects/create.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, requestedSpan, shownPage } from '../present.ts';
import type { checkoutsOperations } from './contract.ts';

export const checkoutsHandlers: HandlersOf<typeof checkoutsOperations> = {
  'checkouts.list'(app, input) {
    return app.db.snapshot(async (sql) => {
      const page = await pageOfCheckouts(sql, {
        projectId: input.project,
        status: input.status ?? null,
        context: input.context ?? null,
        currency: input.currency ?? null,
        customerId: input.customer_id ?? null,
        linkId: input.payment_link_id ?? null,
        hasPayment: input.paid === true ? true : null,
        span: requestedSpan(input),
        ...requestedPage(input),
      });
      const rows = await progressOf(sql, app, page.rows);
      return shownPage({ ...page, rows }, (progress) => shown(app, progress));
    });
  },
  'checkouts.show'(app, { project, checkout_id: id }) {
    return app.db.snapshot(async (sql) => {
      const found = await findCheckout(sql, project, id);
      if (found === null) throw notFound();
      const [read] = await progressOf(sql, app, [found]);
      const progress = defined(read ?? null, 'one for each');
      const { checkout, invoices, deposits, decision } = progress;
      const mail = await newestMail(sql, { projectId: project, referenceId: id });
      const payments = invoices
        .flatMap((invoice) => deposits.get(invoice.id) ?? [])
        .toSorted((one, other) => one.first_seen_at.getTime() - other.first_seen_at.getTime());
      return {
        ...shown(app, progress),
        remaining: priced(app, checkout, decision.remaining),
        receipt_mail: mail && { ...mail, next_attempt_at: mail.due_at },
        payments: payments.map((deposit) => paymentOf(app, deposit)),
      };
    });
  },
  async 'checkouts.resend-receipt'(app, { project, checkout_id: id }) {
    await resendReceipt(app, await findProject(app, project), id);
    return { id };
  },
};

function shown(app: App, { checkout, decision }: Progress) {
  return {
    ...checkout,
    context: checkout.status_context,
    price: priced(app, checkout, checkout.price_amount),
    paid: priced(app, checkout, decision.paid),
  };
}

/** In the unit of the price, as its page shows it: satoshis. */
function priced(app: App, checkout: CheckoutRow, amount: bigint) {
  const unit = unitOf(app.currencies, checkout);
  return { amount: formatAmount(amount, unit), currency: unit.code };
}

function paymentOf(app: App, deposit: DepositRow) {
  const coin = defined(app.knownCoins.get(deposit.coin), 'the coin is registered');
  return {
    ...deposit,
    invoice_id: defined(deposit.owner_id, 'a payment to an invoice'),
    amount: { amount: formatAmount(deposit.amount, coin), currency: coin.asset.code },
    network: coin.network,
    explorer_url: explorerUrlOf(app, coin, deposit.txid),
    seen_at: deposit.first_seen_at,
  };
}
