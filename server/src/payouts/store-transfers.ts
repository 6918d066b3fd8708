// SQL of transfers. Each status change names the expected statuses, so processes never repeat a step.
import type { App } from '../app.ts';
import type { SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import { defined } from '../core/assert.ts';
import { apiError } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedgers } from '../ledger/post.ts';
import {
  logTransfer,
  storePlan,
  TRANSFER_COLUMNS,
  type TransferRow,
  type TransferStatus,
  totalOf,
  transferStatuses,
} from './transfer.ts';

export interface NewTransfer {
  readonly id: string;
  readonly family: string;
  readonly replaces: string | null;
  readonly purpose: TransferRow['purpose'];
  readonly projectId: string | null;
  readonly plan: TransferPlan;
  readonly feeCap: bigint;
  /** The heights of the best block when the first of its family was planned, and now. */
  readonly plannedHeight: number;
  readonly height: number;
  /** The transfer that this one gets into a block. */
  readonly bumps?: string;
  /** Who bears its fee in equal shares when it pays nobody; the shares of null are divided among the others. */
  readonly bearers?: readonly (string | null)[];
  /** A replacement is inserted already signed: it must never be planned twice. */
  readonly signed?: SignedTransfer;
}

/** Due immediately. */
export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<void> {
  const { plan, signed } = transfer;
  const { origin } = plan;
  const { feeCoin } = defined(tx.instance.coins.get(plan.coin), `${plan.coin} is registered`);
  await tx.query(
    `insert into transfers (coin, id, family, replaces, purpose, project_id, status, plan, sender, number,
       amount, network_fee, fee_cap, planned_height, made_height, raw, txid, created_at, due_at, bumps, fee_coin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20)`,
    [
      plan.coin,
      transfer.id,
      transfer.family,
      transfer.replaces,
      transfer.purpose,
      transfer.projectId,
      signed === undefined ? 'reserved' : 'signed',
      JSON.stringify(storePlan(plan)),
      'sender' in origin ? origin.sender : null,
      'sender' in origin ? origin.number : null,
      totalOf(plan, feeCoin).toString(),
      plan.fee.toString(),
      transfer.feeCap.toString(),
      transfer.plannedHeight,
      transfer.height,
      signed?.raw ?? null,
      signed?.txid ?? null,
      tx.now,
      transfer.bumps ?? null,
      feeCoin,
    ],
  );
  await insertBearers(tx, transfer);
}

interface Reserved
  extends Omit<NewTransfer, 'id' | 'family' | 'replaces' | 'plannedHeight' | 'signed'> {
  readonly id?: string;
  /** For the log. */
  readonly facts: object;
}

/** Inserts the first transfer of a family, not signed yet. */
export async function insertReserved(tx: Tx, reserved: Reserved): Promise<void> {
  const { facts, id = tx.newId(), ...transfer } = reserved;
  const { plan, height: plannedHeight } = transfer;
  await insertTransfer(tx, { ...transfer, id, family: id, replaces: null, plannedHeight });
  const logged = { ...facts, fee: `${plan.fee}` };
  await logTransfer(tx, { coin: plan.coin, id }, { step: 'reserved', facts: logged });
}

async function insertBearers(tx: Tx, { id, plan, bearers = [] }: NewTransfer): Promise<void> {
  if (bearers.length === 0) return;
  await tx.query(
    `insert into transfer_costs (coin, transfer_id, position, project_id)
     select $1, $2, n - 1, project_id
     from unnest($3::uuid[]) with ordinality as bearer (project_id, n)`,
    [plan.coin, id, bearers],
  );
}

/** In equal shares. When no project caused the transfer, the oldest project bears its fee. */
export async function bearersOf(sql: Sql, transfer: TransferRow): Promise<string[]> {
  const rows = await sql.query<{ project_id: string }>(
    `with named as (
       select project_id, position from transfer_costs where coin = $1 and transfer_id = $2
       union all select $3::uuid, 0 where not exists (
         select 1 from transfer_costs where coin = $1 and transfer_id = $2 and project_id is not null)),
     open as (
       select b.project_id, b.position from named b
       where b.project_id is not null),
     paid as (
       select p.project_id, p.output_index as position from transfer_payments p
       where p.coin = $1 and p.transfer_id = $2
         and not exists (select 1 from open)),
     oldest as (
       select p.id as project_id, 0 as position from projects p
       where not exists (select 1 from open) and not exists (select 1 from paid)
       order by p.id limit 1)
     select project_id from (table open union all table paid union all table oldest) bearers order by position`,
    [transfer.coin, transfer.id, transfer.project_id],
  );
  return rows.map((row) => row.project_id);
}

/** Claims transfers whose next step is due, oldest first. After a crash, the claim expires. */
export function claimDue(
  app: App,
  coin: string,
  requested: { until: Date; limit: number },
): Promise<TransferRow[]> {
  return app.db.query<TransferRow>(
    `with due as (
       select id from transfers where coin = $1 and due_at <= $2
       order by created_at, id limit $4 for update skip locked
     ), claimed as (
       update transfers t set due_at = $3 from due
       where t.coin = $1 and t.id = due.id returning t.*)
     select ${TRANSFER_COLUMNS} from claimed order by created_at, id`,
    [coin, new Date(app.clock.now()), requested.until, requested.limit],
  );
}

/** Transfers that the best block may have changed: all that were signed and are not settled. */
export function unsettled(sql: Sql, coin: string, tipHash: string): Promise<TransferRow[]> {
  return sql.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and due_at is not null and txid is not null
       and checked_hash is distinct from $2
     order by created_at, id limit 200`,
    [coin, tipHash],
  );
}

export async function markChecked(sql: Sql, transfer: TransferRow, tipHash: string): Promise<void> {
  await sql.query('update transfers set checked_hash = $3 where coin = $1 and id = $2', [
    transfer.coin,
    transfer.id,
    tipHash,
  ]);
}

/** The caller must lock the ledgers of its projects first. */
export async function lockTransfer(tx: Tx, transfer: TransferRow): Promise<TransferRow> {
  const rows = await tx.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers where coin = $1 and id = $2
     order by coin, id for update`,
    [transfer.coin, transfer.id],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`no transfer ${transfer.id}`);
  return row;
}

/** The replacement family: all transfers that spend the same inputs or number, oldest first, including this one. */
export function lockFamily(tx: Tx, transfer: TransferRow): Promise<TransferRow[]> {
  return tx.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers where coin = $1 and family = $2
     order by created_at, id for update`,
    [transfer.coin, transfer.family],
  );
}

/** `dueAt`: null ends all work on it; with `infinity` it is only followed. */
export interface TransferChange {
  readonly from: readonly TransferStatus[];
  readonly to: TransferStatus;
  readonly dueAt: Date | 'infinity' | null;
  readonly block?: { readonly height: number; readonly hash: string };
  readonly signed?: SignedTransfer;
}

/** Returns false when the transfer is in none of the expected statuses. */
export async function moveTransfer(
  tx: Tx,
  transfer: Pick<TransferRow, 'coin' | 'id'>,
  change: TransferChange,
): Promise<boolean> {
  for (const from of change.from) {
    if (from !== change.to && !transferStatuses.moves[from].includes(change.to)) {
      throw new Error(`a transfer does not move from ${from} to ${change.to}`);
    }
  }
  const moved = await tx.query(
    `update transfers set status = $4, due_at = $5, block_height = $6, block_hash = $7,
       raw = coalesce($8, raw), txid = coalesce($9, txid), checked_hash = null
     where coin = $1 and id = $2 and status = any($3::text[]) returning 1`,
    [
      transfer.coin,
      transfer.id,
      change.from,
      change.to,
      change.dueAt,
      change.block?.height ?? null,
      change.block?.hash ?? null,
      change.signed?.raw ?? null,
      change.signed?.txid ?? null,
    ],
  );
  return moved.length === 1;
}

export interface PaidWithdrawal {
  readonly project_id: string;
  readonly id: string;
  readonly status: string;
  readonly received_amount: bigint;
  readonly network_fee: bigint;
}

/** In the order of the outputs; change comes after them. */
export function paidBy(sql: Sql, transfer: TransferRow): Promise<PaidWithdrawal[]> {
  return sql.query<PaidWithdrawal>(
    `select w.project_id, w.id, w.status, w.received_amount, w.network_fee
     from transfer_payments p
     join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where p.coin = $1 and p.transfer_id = $2 order by p.output_index`,
    [transfer.coin, transfer.id],
  );
}

// Always locked first, in the same order.

/** Of the whole family: at most one member has a cost (follow/book-costs.ts). */
export async function lockLedgersOf(tx: Tx, transfer: TransferRow): Promise<void> {
  const { coin, family } = transfer;
  const touched = await tx.query<{ project_id: string }>(
    `with members as (select id, project_id from transfers where coin = $1 and family = $2)
     select project_id from members where project_id is not null
     union select c.project_id from members m
       join transfer_costs c on c.coin = $1 and c.transfer_id = m.id where c.project_id is not null
     union select p.project_id from members m
       join transfer_payments p on p.coin = $1 and p.transfer_id = m.id
     order by project_id`,
    [coin, family],
  );
  const bearers = await bearersOf(tx, transfer);
  await lockLedgers(tx, [...touched.map((row) => row.project_id), ...bearers]);
}

/** Errors: 409 `already_sent` when a batch transfer was just created for the withdrawal. */
export async function lockLedgersAround(
  tx: Tx,
  withdrawal: { projectId: string; id: string },
): Promise<void> {
  const before = await companions(tx, withdrawal);
  await lockLedgers(tx, [withdrawal.projectId, ...before]);
  const after = await companions(tx, withdrawal);
  if (after.some((id) => id !== withdrawal.projectId && !before.includes(id)))
    throw apiError('already_sent');
}

async function companions(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<string[]> {
  const rows = await tx.query<{ project_id: string }>(
    `select distinct other.project_id from transfer_payments p
     join transfer_payments other on other.coin = p.coin and other.transfer_id = p.transfer_id
     where p.project_id = $1 and p.withdrawal_id = $2 order by other.project_id`,
    [projectId, id],
  );
  return rows.map((row) => row.project_id);
}
