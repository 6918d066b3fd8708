// Creates a pending channel payment as soon as a deposit to a channel's address is seen.
import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { columnsOf } from '../db/columns.ts';
import { inParts } from '../db/in-parts.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { emit } from '../events/emit.ts';
import { recordTransactions } from '../transactions/record.ts';
import { notifyWorker } from '../workers/worker.ts';
import { presentChannelPayment } from './present.ts';
import {
  CANCEL_AFTER,
  CHANNEL_PAYMENTS_WORKER,
  type ChannelPaymentRow,
  type ChannelRow,
  channelsById,
  PAYMENT_COLUMNS,
} from './store-channels.ts';

/** The caller holds the ledger locks. */
export async function receiveChannelDeposits(
  tx: Tx,
  deposits: readonly DepositRow[],
): Promise<void> {
  for (const [projectId, group] of groupBy(deposits, (deposit) => deposit.project_id)) {
    if (projectId === null) continue;
    await inParts(group, (part) => receiveOf(tx, projectId, part));
  }
}

async function receiveOf(tx: Tx, projectId: string, deposits: readonly DepositRow[]) {
  const channels = await channelsById(
    tx,
    projectId,
    deposits.map((deposit) => defined(deposit.owner_id, 'owned')),
  );
  const rows = deposits.map((deposit) =>
    toPayment(tx, deposit, defined(channels.get(deposit.owner_id ?? ''), 'the channel exists')),
  );
  const inserted = new Set(await insertPayments(tx, rows));
  await followAmounts(tx, projectId, deposits);
  const fresh = rows.filter((row) => inserted.has(row.id));
  tx.instance.traces?.made('channel_payment', [...inserted]);
  tx.instance.traces?.about(await paymentsOf(tx, projectId, deposits));
  await recordTransactions(tx, projectId, {
    now: tx.now,
    rows: fresh.map((row) => transactionOf(tx.instance, row)),
  });
  const events = fresh.map((row) => ({
    ...({ type: 'ChannelPayment', event: 'created' } as const),
    objectId: row.id,
    data: presentChannelPayment(tx.instance, row),
  }));
  await emit(tx, projectId, events);
}

async function paymentsOf(
  tx: Tx,
  projectId: string,
  deposits: readonly DepositRow[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from channel_payments where project_id = $1 and deposit_id = any($2::uuid[])',
    [projectId, deposits.map((deposit) => deposit.id)],
  );
  return rows.map(({ id }) => id);
}

/** The announced amount may exceed the amount in the block. Nothing was posted yet. */
async function followAmounts(
  tx: Tx,
  projectId: string,
  deposits: readonly DepositRow[],
): Promise<void> {
  const open = deposits.filter((deposit) => deposit.booked_at === null);
  await tx.query(
    `update channel_payments p set paid_amount = t.amount
     from unnest($2::uuid[], $3::numeric[]) as t(deposit_id, amount)
     where p.project_id = $1 and p.deposit_id = t.deposit_id and p.paid_amount <> t.amount`,
    [
      projectId,
      open.map((deposit) => deposit.id),
      open.map((deposit) => deposit.amount.toString()),
    ],
  );
}

export async function touchChannelPayments(
  tx: Tx,
  deposits: readonly DepositRow[],
  now: Date,
): Promise<void> {
  if (deposits.length === 0) return;
  await tx.query(
    `update channel_payments p set due_at = $3
     from unnest($1::uuid[], $2::uuid[]) as t(project_id, deposit_id)
     where p.project_id = t.project_id and p.deposit_id = t.deposit_id`,
    [deposits.map((deposit) => deposit.project_id), deposits.map((deposit) => deposit.id), now],
  );
  await notifyWorker(tx, CHANNEL_PAYMENTS_WORKER);
}

function toPayment(tx: Tx, deposit: DepositRow, channel: ChannelRow): ChannelPaymentRow {
  const now = tx.now.getTime();
  return {
    project_id: channel.project_id,
    id: tx.newId(),
    channel_id: channel.id,
    deposit_id: deposit.id,
    status: 'pending',
    status_context: null,
    txid: deposit.txid,
    paid_amount: deposit.amount,
    paid_currency: deposit.coin,
    received_amount: 0n,
    received_currency: channel.receiver_currency,
    fee: 0n,
    rate: null,
    refund_address: null,
    coin_withdrawal_id: null,
    address: channel.address,
    tag: channel.tag,
    custom_id: channel.custom_id,
    customer_id: channel.customer_id,
    risk: null,
    created_at: new Date(now),
    due_at: new Date(now + CANCEL_AFTER),
  };
}

function transactionOf(instance: Instance, row: ChannelPaymentRow) {
  return {
    nonce: instance.random.bytes(10).toString('hex'),
    currency: row.received_currency,
    referenceType: 'ChannelPayment' as const,
    referenceId: row.id,
    amount: 0n,
    isCounted: false,
    fee: 0n,
    feeCurrency: row.received_currency,
    customId: row.custom_id,
    customerId: row.customer_id,
    description: null,
    status: row.status,
    statusContext: null,
    risk: null,
    riskLevel: null,
  };
}

async function insertPayments(tx: Tx, rows: readonly ChannelPaymentRow[]): Promise<string[]> {
  const inserted = await tx.query<{ id: string }>(
    `insert into channel_payments (${PAYMENT_COLUMNS})
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
       $8::numeric[], $9::text[], $10::numeric[], $11::text[], $12::numeric[], $13::text[], $14::text[],
       $15::uuid[], $16::text[], $17::bigint[], $18::text[], $19::text[], $20::jsonb[],
       $21::timestamptz[], $22::timestamptz[])
     on conflict (project_id, deposit_id) do nothing returning id`,
    [
      ...columnsOf(rows, 'project_id', 'id', 'channel_id', 'deposit_id', 'status'),
      ...columnsOf(rows, 'status_context', 'txid', 'paid_amount', 'paid_currency'),
      ...columnsOf(rows, 'received_amount', 'received_currency', 'fee', 'rate'),
      ...columnsOf(rows, 'refund_address', 'coin_withdrawal_id', 'address', 'tag'),
      ...columnsOf(rows, 'custom_id', 'customer_id'),
      rows.map(() => null),
      ...columnsOf(rows, 'created_at', 'due_at'),
    ],
  );
  return inserted.map((row) => row.id);
}
