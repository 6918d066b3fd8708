// SQL of subscriptions: reading, listing, inserting, and the only update.
import type { Page } from '../contract/operation.ts';
import { DAY } from '../core/clock.ts';
import type { Locale } from '../core/languages.ts';
import { assertMove, defineStatuses } from '../core/statuses.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { Tx } from '../db/tx.ts';
import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { lateInSlices } from '../workers/pull-in.ts';
import { notifyWorker } from '../workers/worker.ts';
import type { Schedule } from './decide-subscription.ts';

export const lateSubscriptions = lateInSlices({
  table: 'subscriptions',
  update: 'update subscriptions t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: 't.due_at = t.current_period_ends_at',
  delayMax: RESCHEDULED_FOR,
});

type SubscriptionStatus = 'active' | 'cancelled';

const subscriptionStatuses = defineStatuses<SubscriptionStatus>('subscription', {
  active: ['cancelled'],
  cancelled: [],
});

/** Minimum time from creation to the first payment (wire.md (g)). */
export const STARTS_AFTER = 3 * DAY;
/** Maximum time from creation to the first payment. A later date is most likely a mistyped year. */
export const STARTS_BEFORE = 3660 * DAY;

export interface SubscriptionRow extends Schedule {
  readonly project_id: string;
  readonly id: string;
  readonly custom_id: string | null;
  readonly status: SubscriptionStatus;
  readonly name: string;
  readonly amount: bigint;
  readonly currency: string;
  /** Identifies the current period, which ends this many periods after `starts_at`. */
  readonly period_index: number;
  readonly current_period_starts_at: Date;
  readonly current_period_ends_at: Date;
  readonly current_period_paid: boolean;
  readonly payer_email: string;
  readonly payer_name: string | null;
  readonly product_name: string | null;
  readonly product_description: string | null;
  readonly success_redirect_url: string | null;
  readonly unsuccess_redirect_url: string | null;
  readonly created_at: Date;
  readonly cancelled_at: Date | null;
  /** Of a donor's reminder: the donation. */
  readonly payment_link_id: string | null;
  /** Of a donor's emails. Null: that of the project. */
  readonly language: Locale | null;
}

export const SUBSCRIPTION_COLUMNS = `project_id, id, custom_id, status, name, amount, currency, period, period_quantity,
  starts_at, period_index, current_period_starts_at, current_period_ends_at, current_period_paid,
  payer_email, payer_name, product_name, product_description, success_redirect_url,
  unsuccess_redirect_url, created_at, cancelled_at, payment_link_id, language`;

const SELECT = `select ${SUBSCRIPTION_COLUMNS} from subscriptions`;

export const findSubscription = (sql: Sql, projectId: string, id: string) =>
  firstRow(
    sql.query<SubscriptionRow>(`${SELECT} where project_id = $1 and id = $2`, [projectId, id]),
  );

export const findSubscriptionByCustomId = (sql: Sql, projectId: string, customId: string) =>
  firstRow(
    sql.query<SubscriptionRow>(`${SELECT} where project_id = $1 and custom_id = $2`, [
      projectId,
      customId,
    ]),
  );

/** Needs no project, because the ID is unguessable: the hosted page has no project. */
export const findSubscriptionById = (sql: Sql, id: string) =>
  firstRow(sql.query<SubscriptionRow>(`${SELECT} where id = $1`, [id]));

export function listSubscriptions(
  sql: Sql,
  projectId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Page<SubscriptionRow>> {
  return readPage<SubscriptionRow>(sql, projectId, {
    table: 'subscriptions',
    columns: SUBSCRIPTION_COLUMNS,
    given: {},
    counted: 'subscription',
    after,
    limit,
  });
}

/** Locks in a fixed order, which avoids deadlocks. */
export function lockSubscriptions(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<SubscriptionRow[]> {
  return tx.query<SubscriptionRow>(
    `select ${SUBSCRIPTION_COLUMNS} from subscriptions where project_id = $1 and id = any($2::uuid[])
     order by id for update`,
    [projectId, ids],
  );
}

/** The only update of a subscription. Runs under the row's lock; a mismatch with the expected status is a bug. */
export async function updateSubscription(
  tx: Tx,
  change: { before: SubscriptionRow; after: SubscriptionRow; dueAt: Date | null },
): Promise<void> {
  const { before, after } = change;
  assertMove(subscriptionStatuses, { from: before.status, to: after.status });
  const updated = await tx.query(
    `update subscriptions set status = $4, period_index = $5, current_period_starts_at = $6,
       current_period_ends_at = $7, current_period_paid = $8, cancelled_at = $9, due_at = $10
     where project_id = $1 and id = $2 and status = $3 returning 1`,
    [
      before.project_id,
      before.id,
      before.status,
      after.status,
      after.period_index,
      after.current_period_starts_at,
      after.current_period_ends_at,
      after.current_period_paid,
      after.cancelled_at,
      change.dueAt,
    ],
  );
  if (updated.length !== 1)
    throw new Error('a subscription is not in the status that was expected');
}

export async function insertSubscription(tx: Tx, row: SubscriptionRow, dueAt: Date): Promise<void> {
  await tx.query(
    `insert into subscriptions (${SUBSCRIPTION_COLUMNS}, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
       $21, $22, $23, $24, $25)`,
    [
      row.project_id,
      row.id,
      row.custom_id,
      row.status,
      row.name,
      row.amount.toString(),
      row.currency,
      row.period,
      row.period_quantity,
      row.starts_at,
      row.period_index,
      row.current_period_starts_at,
      row.current_period_ends_at,
      row.current_period_paid,
      row.payer_email,
      row.payer_name,
      row.product_name,
      row.product_description,
      row.success_redirect_url,
      row.unsuccess_redirect_url,
      row.created_at,
      row.cancelled_at,
      row.payment_link_id,
      row.language,
      dueAt,
    ],
  );
}

export const SUBSCRIPTIONS_WORKER = 'subscriptions';

export async function touchSubscriptions(
  tx: Tx,
  { projectId, subscriptionIds }: { projectId: string; subscriptionIds: readonly string[] },
): Promise<void> {
  await tx.query(
    `update subscriptions set due_at = '-infinity'
     where project_id = $1 and id = any($2::uuid[]) and status = 'active'`,
    [projectId, subscriptionIds],
  );
  await notifyWorker(tx, SUBSCRIPTIONS_WORKER);
}
