// SQL of channels and channel payments that several commands share.
import type { Page } from '../contract/operation.ts';
import type { Sql } from '../db/database.ts';
import { checkCursor } from '../db/known-cursor.ts';
import type { ChannelPaymentRow, ChannelRow } from './channel.ts';

/** The worker that looks at payments whose time has come. */
export const CHANNEL_PAYMENTS_WORKER = 'channel-payments';

export const CHANNEL_COLUMNS = `project_id, id, status, name, description, receiver_currency, pay_currency, network,
  address, tag, custom_id, customer_id, created_at`;

export const PAYMENT_COLUMNS = `project_id, id, channel_id, deposit_id, status, status_context, txid, paid_amount,
  paid_currency, received_amount, received_currency, fee, rate, refund_address, coin_withdrawal_id,
  address, tag, custom_id, customer_id, risk, created_at, due_at`;

export async function findChannel(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<ChannelRow | null> {
  const rows = await sql.query<ChannelRow>(
    `select ${CHANNEL_COLUMNS} from channels where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

export async function findChannelByCustomId(
  sql: Sql,
  projectId: string,
  customId: string,
): Promise<ChannelRow | null> {
  const rows = await sql.query<ChannelRow>(
    `select ${CHANNEL_COLUMNS} from channels where project_id = $1 and custom_id = $2`,
    [projectId, customId],
  );
  return rows[0] ?? null;
}

/** Any project's channel by its unguessable id: the hosted page knows no project. */
export async function findChannelById(sql: Sql, id: string): Promise<ChannelRow | null> {
  const rows = await sql.query<ChannelRow>(
    `select ${CHANNEL_COLUMNS} from channels where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Newest first. */
export async function listChannels(
  sql: Sql,
  projectId: string,
  filter: { customerId: string | null; after: string | null; limit: number },
): Promise<Page<ChannelRow>> {
  const where = 'project_id = $1 and ($2::text is null or customer_id = $2)';
  await checkCursor(sql, { table: 'channels', projectId, after: filter.after });
  const [rows, total] = await Promise.all([
    sql.query<ChannelRow>(
      `select ${CHANNEL_COLUMNS} from channels where ${where} and ($3::uuid is null or id < $3)
       order by id desc limit $4`,
      [projectId, filter.customerId, filter.after, filter.limit + 1],
    ),
    filter.customerId === null
      ? sql.query<{ n: number }>(
          `select coalesce(sum(n), 0)::bigint as n from object_counts where project_id = $1 and object_type = 'channel'`,
          [projectId],
        )
      : sql.query<{ n: number }>(`select count(*) as n from channels where ${where}`, [
          projectId,
          filter.customerId,
        ]),
  ]);
  return {
    rows: rows.slice(0, filter.limit),
    total: total[0]?.n ?? 0,
    hasMore: rows.length > filter.limit,
  };
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

/** Newest first. The total is counted by index: one channel's payments. */
export async function listPayments(
  sql: Sql,
  projectId: string,
  filter: { channelId: string; after: string | null; limit: number },
): Promise<Page<ChannelPaymentRow>> {
  await checkCursor(sql, { table: 'channel_payments', projectId, after: filter.after });
  const [rows, total] = await Promise.all([
    sql.query<ChannelPaymentRow>(
      `select ${PAYMENT_COLUMNS} from channel_payments
       where project_id = $1 and channel_id = $2 and ($3::uuid is null or id < $3)
       order by id desc limit $4`,
      [projectId, filter.channelId, filter.after, filter.limit + 1],
    ),
    sql.query<{ n: number }>(
      'select count(*) as n from channel_payments where project_id = $1 and channel_id = $2',
      [projectId, filter.channelId],
    ),
  ]);
  return {
    rows: rows.slice(0, filter.limit),
    total: total[0]?.n ?? 0,
    hasMore: rows.length > filter.limit,
  };
}
