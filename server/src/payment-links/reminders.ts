// Reminders of donors: subscriptions that a donor confirms by a link in an email, so that nobody can subscribe another
// person. The gift pays for the first period, so the first request comes a month or a year later.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { countObjects } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { insistOnConfirmationCaps, queueMail } from '../mails/outbox.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { cancelSubscription } from '../subscriptions/cancel.ts';
import { periodEnd } from '../subscriptions/decide-subscription.ts';
import {
  findSubscription,
  insertSubscription,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
} from '../subscriptions/store-subscriptions.ts';
import { composeConfirmation } from './confirmation-mail.ts';
import { findLink, type LinkRow, linkState } from './links.ts';

/** A donation whose donor wants to be reminded. */
export interface WantedReminder {
  readonly project_id: string;
  readonly payment_link_id: string;
  readonly period: 'month' | 'year';
  /** ID of the subscription. */
  readonly id: string;
  readonly is_given: boolean;
  readonly email: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly language: Locale | null;
}

const SELECT = `select d.project_id, d.payment_link_id, d.reminder_period as period, d.reminder_id as id, d.is_given,
    c.payer_email as email, c.price_amount as amount, c.price_currency as currency,
    coalesce(c.language, c.payer_language) as language
  from donations d join checkouts c on c.project_id = d.project_id and c.id = d.id
  where d.reminder_id is not null and d.reminder_period is not null and c.payer_email is not null`;

const findWanted = (sql: Sql, id: string) =>
  firstRow(sql.query<WantedReminder>(`${SELECT} and d.reminder_id = $1`, [id]));

/** Asks donors whose checkout is completed now. One email each. The caller holds the ledger lock. */
export async function askToConfirm(
  tx: Tx,
  { projectId, checkoutIds }: { projectId: string; checkoutIds: readonly string[] },
): Promise<void> {
  if (checkoutIds.length === 0 || tx.instance.config.smtpUrl === null) return;
  const wanted = await tx.query<WantedReminder>(
    `${SELECT} and d.project_id = $1 and d.id = any($2::uuid[])`,
    [projectId, checkoutIds],
  );
  if (wanted.length === 0) return;
  const project = defined(await loadProject(tx, projectId), 'its project exists');
  for (const reminder of wanted) {
    const link = defined(await linkOf(tx, reminder), 'links are not deleted');
    if (await hasRoom(tx, reminder))
      await queueMail(tx, composeConfirmation(tx.instance, { project, link, reminder }));
  }
}

/** A mailbox or project with too many emails today gets no further one, and the gift counts all the same. */
async function hasRoom(tx: Tx, { project_id: projectId, email }: WantedReminder): Promise<boolean> {
  try {
    await insistOnConfirmationCaps(tx, { projectId, to: email });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const linkOf = (sql: Sql, { project_id: projectId, payment_link_id: id }: WantedReminder) =>
  findLink(sql, projectId, id);

/** `ask`: not confirmed. `on`: this one, or an earlier one of the same donor. `over`: nothing to remind of. */
export type ReminderStep = 'ask' | 'on' | 'stopped' | 'over';

export interface Reminder {
  readonly step: ReminderStep;
  readonly project: Project;
  readonly link: LinkRow;
  readonly wanted: WantedReminder;
  /** Once confirmed. */
  readonly subscription: SubscriptionRow | null;
}

/** Null for an unknown ID. */
export async function findReminder(sql: Sql, id: string, now: Date): Promise<Reminder | null> {
  const wanted = await findWanted(sql, id);
  if (wanted === null) return null;
  const project = defined(await loadProject(sql, wanted.project_id), 'its project exists');
  const link = defined(await linkOf(sql, wanted), 'links are not deleted');
  const own = await findSubscription(sql, wanted.project_id, id);
  const subscription = own ?? (await otherReminder(sql, wanted));
  return { step: stepOf({ wanted, link, subscription, now }), project, link, wanted, subscription };
}

function stepOf({
  wanted,
  link,
  subscription,
  now,
}: Pick<Reminder, 'wanted' | 'link' | 'subscription'> & { readonly now: Date }): ReminderStep {
  if (subscription !== null) return subscription.status === 'active' ? 'on' : 'stopped';
  const state = linkState(link, now);
  return wanted.is_given && state !== 'off' && state !== 'over' ? 'ask' : 'over';
}

/** One donor has at most one for a donation. */
function otherReminder(sql: Sql, wanted: WantedReminder): Promise<SubscriptionRow | null> {
  const { project_id: projectId, payment_link_id: linkId, email } = wanted;
  return firstRow(
    sql.query<SubscriptionRow>(
      `select ${SUBSCRIPTION_COLUMNS} from subscriptions where project_id = $1 and payment_link_id = $2 and status = 'active'
         and lower(payer_email) = lower($3) order by id limit 1`,
      [projectId, linkId, email],
    ),
  );
}

/** A repetition changes nothing. */
export async function confirmReminder(app: App, { wanted }: Reminder): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, wanted.project_id);
    const found = defined(await findReminder(tx, wanted.id, tx.now), 'it was found before');
    if (found.step !== 'ask') return;
    const row = subscriptionOf(tx, found);
    await insertSubscription(tx, row, row.current_period_ends_at);
    await countObjects(tx, row.project_id, { objectType: 'subscription', added: 1 });
  });
}

function subscriptionOf({ now }: Tx, { wanted, link }: Reminder): SubscriptionRow {
  const schedule = { starts_at: wholeSeconds(now), period: wanted.period, period_quantity: 1 };
  const startsAt = periodEnd(schedule, 1);
  return {
    ...schedule,
    project_id: wanted.project_id,
    id: wanted.id,
    payment_link_id: link.id,
    language: wanted.language,
    custom_id: null,
    status: 'active',
    name: link.terms.name,
    amount: wanted.amount,
    currency: wanted.currency,
    starts_at: startsAt,
    period_index: 0,
    current_period_starts_at: now,
    current_period_ends_at: startsAt,
    // The gift that asked for it.
    current_period_paid: true,
    payer_email: wanted.email,
    payer_name: null,
    product_name: null,
    product_description: null,
    success_redirect_url: null,
    unsuccess_redirect_url: null,
    created_at: now,
    cancelled_at: null,
  };
}

function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / SECOND) * SECOND);
}

/** A repetition changes nothing. */
export async function stopReminder(app: App, { project, subscription }: Reminder): Promise<void> {
  if (subscription?.status !== 'active') return;
  try {
    await cancelSubscription(app, project, subscription.id);
  } catch (error) {
    // Stopped in the meantime.
    if (!(error instanceof AppError && error.code === 'invalid_status')) throw error;
  }
}
