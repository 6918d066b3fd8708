// Finds or creates the invoice for a subscription's current period, in the coin that the payer selected.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { MINUTE } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { formatAmount } from '../core/money.ts';
import { newIdOf } from '../core/slots.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { emit } from '../events/emit.ts';
import { createInvoice } from '../invoices/create.ts';
import { findInvoice } from '../invoices/store-invoices.ts';
import { lockLedger } from '../ledger/post.ts';
import { withdrawMails } from '../mails/outbox.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import { decideSubscription } from './decide-subscription.ts';
import { presentSubscription } from './present.ts';
import { requestPayment } from './request-payment.ts';
import { statusesOf, UNPAID } from './status.ts';
import {
  findSubscriptionById,
  lockSubscriptions,
  SUBSCRIPTIONS_WORKER,
  type SubscriptionRow,
  updateSubscription,
} from './store-subscriptions.ts';

const BATCH_MAX = 200;
const FAILURE_RETRY_AFTER = MINUTE;

/** The trigger of migration 0005 contains the name too. */
export const subscriptionWorker: Worker = {
  name: SUBSCRIPTIONS_WORKER,
  pollMilliseconds: 1000,
  due: () => '(select min(due_at) from subscriptions) <= $1',
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from subscriptions where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      const project = defined(await loadProject(app.db, projectId), 'a subscription has a project');
      await runApart(
        rows.map((row) => row.id),
        (ids) => billSubscriptions(app, project, ids),
        (id, error) => reschedule(app, { projectId, id, error }),
      );
    }
    return due.length;
  },
};

async function reschedule(
  app: App,
  { projectId, id, error }: { projectId: string; id: string; error: unknown },
): Promise<void> {
  app.log.error({ err: error, subscription_id: id }, 'subscription not billed, retrying later');
  await app.db.query(
    'update subscriptions set due_at = $3 where project_id = $1 and id = $2 and due_at is not null',
    [projectId, id, new Date(app.clock.now() + FAILURE_RETRY_AFTER)],
  );
}

export function billSubscriptions(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<void> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const rows = await lockSubscriptions(tx, project.id, ids);
    const progress = await statusesOf(tx, project, ids);
    const now = tx.now;
    for (const row of rows.filter((item) => item.status === 'active')) {
      const own = progress.get(row.id) ?? UNPAID;
      await bill(tx, {
        project,
        row,
        decision: decideSubscription(row, { ...own, now }),
      });
    }
  });
}

async function bill(
  tx: Tx,
  {
    project,
    row,
    decision,
  }: {
    project: Project;
    row: SubscriptionRow;
    decision: ReturnType<typeof decideSubscription>;
  },
): Promise<void> {
  const { after, events } = decision;
  await updateSubscription(tx, { before: row, after, dueAt: decision.dueAt });
  // A period that is paid or has ended needs no more payment requests.
  if (events.length > 0) await withdrawMails(tx, { projectId: project.id, referenceId: row.id });
  if (decision.requestsPayment) await requestPayment(tx, { project, row: after });
  await emit(
    tx,
    project.id,
    events.map((item) => ({
      type: 'Subscription',
      event: item.event,
      objectId: row.id,
      data: presentSubscription(tx.instance, item.row),
    })),
  );
}

/** Null when nothing is due. Errors: 404 for an unknown subscription, 503 `rates_unavailable`. */
export async function payPeriod(
  app: App,
  subscriptionId: string,
  coin: string,
): Promise<string | null> {
  const seen = await bringUpToDate(app, subscriptionId);
  if (seen === null) throw notFound();
  const { project } = seen;
  const freshId = newIdOf(project.id, app);
  const claimed = await app.db.transaction((tx) =>
    claimInvoice(tx, { project, subscriptionId, coin, freshId }),
  );
  if (claimed === null) return null;
  if (!claimed.isMade) await makeInvoice(app, project, { ...claimed, coin });
  return claimed.invoiceId;
}

/** The current state, even if the worker has not processed the subscription yet. */
export async function bringUpToDate(
  app: App,
  subscriptionId: string,
): Promise<{ row: SubscriptionRow; project: Project } | null> {
  const before = await findSubscriptionById(app.db, subscriptionId);
  if (before === null) return null;
  const project = defined(await loadProject(app.db, before.project_id), 'its project exists');
  if (before.status === 'active' && before.current_period_ends_at.getTime() <= app.clock.now())
    await billSubscriptions(app, project, [before.id]);
  const row = defined(await findSubscriptionById(app.db, subscriptionId), 'it stays');
  return { row, project };
}

interface ClaimedInvoice {
  readonly row: SubscriptionRow;
  readonly invoiceId: string;
  readonly isMade: boolean;
}

/** Under the subscription's lock: two clicks, or a click after a crash, get the same invoice. */
async function claimInvoice(
  tx: Tx,
  requested: { project: Project; subscriptionId: string; coin: string; freshId: string },
): Promise<ClaimedInvoice | null> {
  const { project, subscriptionId, coin, freshId } = requested;
  const [row] = await lockSubscriptions(tx, project.id, [subscriptionId]);
  const now = tx.now;
  if (row === undefined || row.status !== 'active' || row.current_period_paid) return null;
  if (row.current_period_ends_at <= now) return null;
  const progress = await statusesOf(tx, project, [row.id]);
  const { isPaid, incomingInvoice } = progress.get(row.id) ?? UNPAID;
  if (isPaid) return null;
  // A payer who has paid and returns sees that payment, not another request.
  if (incomingInvoice !== null) return { row, invoiceId: incomingInvoice, isMade: true };
  const last = await lastClaim(tx, row, coin);
  if (last !== null) {
    const invoice = await findInvoice(tx, project.id, last);
    if (invoice === null) return { row, invoiceId: last, isMade: false };
    if (invoice.status === 'new' && invoice.expires_at > now)
      return { row, invoiceId: last, isMade: true };
  }
  await tx.query(
    `insert into subscription_invoices (project_id, subscription_id, period_index, invoice_id, pay_currency)
     values ($1, $2, $3, $4, $5)`,
    [project.id, row.id, row.period_index, freshId, coin],
  );
  return { row, invoiceId: freshId, isMade: false };
}

async function lastClaim(tx: Tx, row: SubscriptionRow, coin: string): Promise<string | null> {
  const rows = await tx.query<{ invoice_id: string }>(
    `select invoice_id from subscription_invoices
     where project_id = $1 and subscription_id = $2 and period_index = $3 and pay_currency = $4
     order by seq desc limit 1`,
    [row.project_id, row.id, row.period_index, coin],
  );
  return rows[0]?.invoice_id ?? null;
}

async function makeInvoice(
  app: App,
  project: Project,
  requested: { row: SubscriptionRow; invoiceId: string; coin: string },
): Promise<void> {
  const { row } = requested;
  const currency = defined(app.currencies.get(row.currency), 'currency is registered');
  const coin = defined(app.coins.get(requested.coin), 'it was chosen of those that are offered');
  const subscription = { id: row.id, periodEndsAt: row.current_period_ends_at };
  await createInvoice(
    app,
    { project, objectId: requested.invoiceId, subscription },
    {
      price_amount: formatAmount(row.amount, currency),
      price_currency: row.currency,
      pay_currency: coin.asset.code,
      network: coin.network,
      custom_id: undefined,
      customer_id: undefined,
      name: row.product_name ?? row.name,
      description: row.product_description ?? undefined,
      metadata: undefined,
      success_redirect_url: row.success_redirect_url ?? undefined,
      unsuccess_redirect_url: row.unsuccess_redirect_url ?? undefined,
      payer_email: row.payer_email,
      expires_in: undefined,
      language: undefined,
    },
  );
}

/** The newest unfinished invoice of the current period that has received a payment, or null. */
export async function startedInvoice(sql: Sql, row: SubscriptionRow): Promise<string | null> {
  const rows = await sql.query<{ id: string }>(
    `select i.id from subscription_invoices p
     join invoices i on i.project_id = p.project_id and i.id = p.invoice_id
     where p.project_id = $1 and p.subscription_id = $2 and p.period_index = $3
       and i.paid_amount > 0 and i.status in ('new', 'unresolved')
     order by p.seq desc limit 1`,
    [row.project_id, row.id, row.period_index],
  );
  return rows[0]?.id ?? null;
}
