// Shared SQL of channels and channel payments.
import type { Page } from '../contract/operation.ts';
import { DAY } from '../core/clock.ts';
import { defineStatuses } from '../core/statuses.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { interval, lateInSlices } from '../workers/pull-in.ts';

export interface ChannelRow {
  readonly project_id: string;
  readonly id: string;
  readonly status: 'enabled' | 'disabled';
  readonly name: string;
  readonly description: string | null;
  readonly receiver_currency: string;
  readonly pay_currency: string;
  readonly network: string;
  readonly address: string;
  readonly tag: number | null;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly created_at: Date;
}

type ChannelPaymentStatus = 'pending' | 'on_hold' | 'completed' | 'refunded' | 'cancelled';

export const channelPaymentStatuses = defineStatuses<ChannelPaymentStatus>('channel payment', {
  pending: ['completed', 'on_hold', 'cancelled'],
  on_hold: ['completed', 'refunded'],
  completed: [],
  refunded: [],
  cancelled: [],
});

export const CANCEL_AFTER = 14 * DAY;

export const lateChannelPayments = lateInSlices({
  table: 'channel_payments',
  update: 'update channel_payments t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: `t.due_at = t.created_at + ${interval(CANCEL_AFTER)}`,
  delayMax: RESCHEDULED_FOR,
});

/** On hold because of its risk (not because the channel is disabled), or found to be high-risk later. */
export function needsOperator(
  { status_context: context, risk }: Pick<ChannelPaymentRow, 'status_context' | 'risk'>,
  deposit?: { readonly risk: StoredRisk | null },
): boolean {
  return (
    context !== 'channel_disabled' || [risk, deposit?.risk].some((one) => one?.level === 'high')
  );
}

export interface ChannelPaymentRow {
  readonly project_id: string;
  readonly id: string;
  readonly channel_id: string;
  readonly deposit_id: string;
  readonly status: ChannelPaymentStatus;
  readonly status_context: 'illicit_resource' | 'channel_disabled' | null;
  readonly txid: string;
  readonly paid_amount: bigint;
  readonly paid_currency: string;
  readonly received_amount: bigint;
  readonly received_currency: string;
  readonly fee: bigint;
  readonly rate: string | null;
  readonly refund_address: string | null;
  readonly coin_withdrawal_id: string | null;
  readonly address: string;
  readonly tag: number | null;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly risk: StoredRisk | null;
  readonly created_at: Date;
  readonly due_at: Date | null;
}

export const CHANNEL_PAYMENTS_WORKER = 'channel-payments';

export const CHANNEL_COLUMNS = `project_id, id, status, name, description, receiver_currency, pay_currency, network,
  address, tag, custom_id, customer_id, created_at`;

export const PAYMENT_COLUMNS = `project_id, id, channel_id, deposit_id, status, status_context, txid, paid_amount,
  paid_currency, received_amount, received_currency, fee, rate, refund_address, coin_withdrawal_id,
  address, tag, custom_id, customer_id, risk, created_at, due_at`;

const SELECT = `select ${CHANNEL_COLUMNS} from channels`;

export const findChannel = (sql: Sql, projectId: string, id: string) =>
  firstRow(sql.query<ChannelRow>(`${SELECT} where project_id = $1 and id = $2`, [projectId, id]));

export const findChannelByCustomId = (sql: Sql, projectId: string, customId: string) =>
  firstRow(
    sql.query<ChannelRow>(`${SELECT} where project_id = $1 and custom_id = $2`, [
      projectId,
      customId,
    ]),
  );

/** Needs no project, because the ID is unguessable: the hosted page has no project. */
export const findChannelById = (sql: Sql, id: string) =>
  firstRow(sql.query<ChannelRow>(`${SELECT} where id = $1`, [id]));

/** Newest first. */
export function listChannels(
  sql: Sql,
  projectId: string,
  { customerId, after, limit }: { customerId: string | null; after: string | null; limit: number },
): Promise<Page<ChannelRow>> {
  return readPage<ChannelRow>(sql, projectId, {
    table: 'channels',
    columns: CHANNEL_COLUMNS,
    given: { customer_id: customerId },
    counted: 'channel',
    after,
    limit,
  });
}

export async function channelsById(
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChannelRow>> {
  const rows = await sql.query<ChannelRow>(
    `select ${CHANNEL_COLUMNS} from channels where project_id = $1 and id = any($2::uuid[]) order by id limit 100000`,
    [projectId, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findPayment(
  sql: Sql,
  projectId: string,
  ids: { channelId: string; id: string },
): Promise<ChannelPaymentRow | null> {
  const rows = await sql.query<ChannelPaymentRow>(
    `select ${PAYMENT_COLUMNS} from channel_payments where project_id = $1 and channel_id = $2 and id = $3`,
    [projectId, ids.channelId, ids.id],
  );
  return rows[0] ?? null;
}

/** Without its channel's ID. */
export const findChannelPayment = (sql: Sql, projectId: string, id: string) =>
  firstRow(
    sql.query<ChannelPaymentRow>(
      `select ${PAYMENT_COLUMNS} from channel_payments where project_id = $1 and id = $2`,
      [projectId, id],
    ),
  );

/** Newest first. The index on one channel's payments counts the total. */
export function listPayments(
  sql: Sql,
  projectId: string,
  { channelId, after, limit }: { channelId: string; after: string | null; limit: number },
): Promise<Page<ChannelPaymentRow>> {
  return readPage<ChannelPaymentRow>(sql, projectId, {
    table: 'channel_payments',
    columns: PAYMENT_COLUMNS,
    given: { channel_id: channelId },
    counted: null,
    after,
    limit,
  });
}

export async function reschedulePayment(
  sql: Sql,
  { projectId, id, dueAt }: { projectId: string; id: string; dueAt: Date },
): Promise<void> {
  await sql.query(
    `update channel_payments set due_at = $3 where project_id = $1 and id = $2 and due_at is not null`,
    [projectId, id, dueAt],
  );
}

type Brought = Pick<
  ChannelPaymentRow,
  'status' | 'paid_amount' | 'paid_currency' | 'received_amount' | 'received_currency'
>;

export function newestPaymentsOf(
  sql: Sql,
  projectId: string,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<Brought[]> {
  return sql.query<Brought>(
    `select status, paid_amount, paid_currency, received_amount, received_currency from channel_payments
     where project_id = $1 and customer_id = $2 order by id desc limit $3`,
    [projectId, customerId, limit],
  );
}

/** Also counts channels without payments. */
export async function hasChannelOf(
  sql: Sql,
  projectId: string,
  customerId: string,
): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from channels where project_id = $1 and customer_id = $2 limit 1',
    [projectId, customerId],
  );
  return rows.length > 0;
}
