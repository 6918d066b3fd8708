// Details of a customer, and of a subscription. Sums cover only the newest objects, so that a customer with thousands
// of payments costs the same as one with a single payment.
import type { App } from '../../app.ts';
import { pageOfChannels, presentChannel } from '../../channels/present.ts';
import { hasChannelOf, newestPaymentsOf } from '../../channels/store-channels.ts';
import { notFound } from '../../core/errors.ts';
import { customersByTime, customersThatBegin } from '../../customers/customer.ts';
import { type Brought, newestInvoicesOf } from '../../invoices/store-invoices.ts';
import { newestMail } from '../../mails/outbox.ts';
import { findProject } from '../../projects/create.ts';
import { pageOfSubscriptions } from '../../subscriptions/present.ts';
import { sendAgain } from '../../subscriptions/request-payment.ts';
import { findSubscription } from '../../subscriptions/store-subscriptions.ts';
import type { HandlersOf } from '../operator.ts';
import { moneyOf, requestedPage, requestedSpan, shownPage } from '../present.ts';
import type { customersOperations } from './contract.ts';

const SCANNED_MAX = 500;
const EMAILS_MAX = 5;

interface Amount {
  readonly amount: bigint;
  readonly currency: string;
}

export const customersHandlers: HandlersOf<typeof customersOperations> = {
  async 'customers.list'(app, { project, begins = '', order = 'id', ...input }) {
    const requested = { beginning: begins, span: requestedSpan(input), ...requestedPage(input) };
    if (order === 'id') return customersThatBegin(app.db, project, requested);
    return customersByTime(app.db, project, { ...requested, isOldest: order === 'oldest' });
  },
  async 'channels.list'(app, input) {
    const page = await pageOfChannels(app.db, {
      projectId: input.project,
      status: input.status ?? null,
      coin: input.coin ?? null,
      customerId: input.customer_id ?? null,
      customId: input.custom_id ?? null,
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => ({
      ...presentChannel(app, row),
      created_at: row.created_at,
    }));
  },
  async 'subscriptions.list'(app, input) {
    const page = await pageOfSubscriptions(app.db, {
      projectId: input.project,
      status: input.status ?? null,
      currency: input.currency ?? null,
      payerEmail: input.payer_email ?? null,
      customId: input.custom_id ?? null,
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => ({
      ...row,
      price: moneyOf(app, row.amount, row.currency),
    }));
  },
  async 'customers.show'(app, { project, customer_id: id }) {
    const limit = SCANNED_MAX + 1;
    const [customers, hasChannel, invoices, payments] = await Promise.all([
      app.db.query<{ currency: string; created_at: Date }>(
        'select currency, created_at from customers where project_id = $1 and id = $2',
        [project, id],
      ),
      hasChannelOf(app.db, project, id),
      newestInvoicesOf(app.db, project, { of: 'customer_id', id, limit }),
      newestPaymentsOf(app.db, project, { customerId: id, limit }),
    ]);
    const [customer] = customers;
    const isKnown = hasChannel || invoices.length > 0 || payments.length > 0;
    if (customer === undefined && !isKnown) throw notFound();
    const scanned = [invoices.slice(0, SCANNED_MAX), payments.slice(0, SCANNED_MAX)] as const;
    const credited = scanned[1].filter(({ status }) => status === 'completed');
    const onHold = scanned[1].filter(({ status }) => status === 'on_hold');
    return {
      id,
      project_id: project,
      currency: customer?.currency ?? null,
      created_at: customer?.created_at ?? null,
      payer_emails: emailsOf(scanned[0]),
      paid: sums(app, [
        ...pricesOf(scanned[0]),
        ...credited.map((row) => ({
          amount: row.received_amount,
          currency: row.received_currency,
        })),
      ]),
      held: sums(app, [
        ...unresolvedOf(scanned[0]),
        ...onHold.map((row) => ({ amount: row.paid_amount, currency: row.paid_currency })),
      ]),
      looked_at: scanned[0].length + scanned[1].length,
      is_all: invoices.length < limit && payments.length < limit,
    };
  },
  async 'subscriptions.show'(app, { project, subscription_id: id }) {
    const found = await findSubscription(app.db, project, id);
    if (found === null) throw notFound();
    const limit = SCANNED_MAX + 1;
    const of = 'subscription_id';
    const invoices = await newestInvoicesOf(app.db, project, { of, id, limit });
    const scanned = invoices.slice(0, SCANNED_MAX);
    const mail = await newestMail(app.db, { projectId: project, referenceId: id });
    return {
      ...found,
      mail: mail && { ...mail, next_attempt_at: mail.due_at },
      paid: sums(app, pricesOf(scanned)),
      held: sums(app, unresolvedOf(scanned)),
      looked_at: scanned.length,
      is_all: invoices.length < limit,
    };
  },
  async 'subscriptions.resend'(app, { project, subscription_id: id }) {
    await sendAgain(app, await findProject(app, project), id);
    return { id };
  },
};

function pricesOf(invoices: readonly Brought[]): Amount[] {
  return invoices
    .filter(({ status }) => status === 'completed')
    .map((row) => ({ amount: row.price_amount, currency: row.price_currency }));
}

function unresolvedOf(invoices: readonly Brought[]): Amount[] {
  return invoices
    .filter(({ status }) => status === 'unresolved')
    .map((row) => ({ amount: row.paid_amount, currency: row.pay_currency }));
}

/** Newest first, without duplicates. */
function emailsOf(invoices: readonly Brought[]): string[] {
  const given = invoices.flatMap(({ payer_email: email }) => (email === null ? [] : [email]));
  const each = new Map([...given].reverse().map((email) => [email.toLowerCase(), email]));
  return [...each.values()].reverse().slice(0, EMAILS_MAX);
}

/** One per currency, in the order of the currencies. */
function sums(app: App, amounts: readonly Amount[]) {
  const totals = new Map<string, bigint>();
  for (const { amount, currency } of amounts)
    totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  return [...totals]
    .filter(([, amount]) => amount > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => moneyOf(app, amount, currency));
}
