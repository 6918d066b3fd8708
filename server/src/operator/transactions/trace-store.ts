// Reads what is stored about one object's money: its list rows, its deposits, its transfers, and their postings. Every
// query uses an index and has a limit.
import type { Sql } from '../../db/database.ts';
import type { StoredRisk } from '../../risk/present-risk.ts';
import type { DescriptionCode } from '../../transactions/record.ts';

export interface Reference {
  readonly projectId: string;
  readonly id: string;
}

const ROWS_MAX = 50;
const DEPOSITS_MAX = 100;
const POSTINGS_MAX = 300;

interface Row {
  readonly id: string;
  readonly reference_type: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly fee: bigint | null;
  readonly fee_currency: string | null;
  readonly custom_id: string | null;
  readonly description: string | null;
  readonly description_code: DescriptionCode | null;
  readonly status: string | null;
  readonly created_at: Date;
  readonly booked_at: Date | null;
}

/** Rows of the transaction list, oldest first. */
export function readRowsOf(sql: Sql, { projectId, id }: Reference): Promise<Row[]> {
  return sql.query<Row>(
    `select id, reference_type, currency, amount, fee, fee_currency, custom_id, description, description_code,
       status, created_at, booked_at
     from account_transactions where project_id = $1 and reference_id = $2 order by seq limit ${ROWS_MAX}`,
    [projectId, id],
  );
}

export interface IncomingDeposit {
  readonly id: string;
  readonly coin: string;
  readonly txid: string;
  readonly amount: bigint;
  readonly status: string;
  readonly block_height: number | null;
  readonly confirmations_required: number;
  readonly sources: readonly string[];
  readonly risk: StoredRisk | null;
  readonly is_unmatched: boolean;
  readonly first_seen_at: Date;
  readonly confirmed_at: Date | null;
  readonly booked_at: Date | null;
  readonly credited_at: Date | null;
}

/** The deposits of an invoice or a channel payment, or the deposit itself. Oldest first. */
export function readDeposits(sql: Sql, { projectId, id }: Reference): Promise<IncomingDeposit[]> {
  return sql.query<IncomingDeposit>(
    `select id, coin, txid, amount, status, block_height, confirmations_required, sources, risk, is_unmatched,
       first_seen_at, confirmed_at, booked_at, credited_at
     from deposits where id in (
       select $2::uuid
       union all (select id from deposits where owner_id = $2 and owner_type = 'invoice'
         order by first_seen_at limit ${DEPOSITS_MAX})
       union all select deposit_id from channel_payments where project_id = $1 and id = $2)
     and project_id = $1 order by first_seen_at, id limit ${DEPOSITS_MAX}`,
    [projectId, id],
  );
}

export interface OutgoingWithdrawal {
  readonly id: string;
  readonly coin: string;
  /** Null: nothing was signed. */
  readonly txid: string | null;
  readonly amount: bigint;
  /** The status of the transfer, or of the withdrawal if it has no transfer. */
  readonly status: string;
  readonly block_height: number | null;
  readonly created_at: Date;
}

/**
 * The withdrawal, or the one that returns a refund, a held payment or an unmatched payment, with each of its transfers.
 */
export function readWithdrawals(
  sql: Sql,
  { projectId, id }: Reference,
): Promise<OutgoingWithdrawal[]> {
  return sql.query<OutgoingWithdrawal>(
    `select w.id, w.received_currency as coin, coalesce(t.txid, w.txid) as txid, w.received_amount as amount,
       coalesce(t.status, w.status) as status, t.block_height, coalesce(t.created_at, w.created_at) as created_at
     from coin_withdrawals w
     left join transfer_payments p on p.project_id = w.project_id and p.withdrawal_id = w.id
     left join transfers t on t.coin = p.coin and t.id = p.transfer_id
     where w.project_id = $1 and w.id in (
       select $2::uuid
       union all select withdrawal_id from invoice_refunds where project_id = $1 and id = $2
       union all select coin_withdrawal_id from channel_payments where project_id = $1 and id = $2
       union all select id from coin_withdrawals where deposit_id = $2 and status <> 'cancelled')
     order by created_at, p.transfer_id limit ${ROWS_MAX}`,
    [projectId, id],
  );
}

export interface Line {
  readonly type: string;
  readonly reference_id: string;
  readonly purpose: string;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly created_at: Date;
}

export function readPostings(sql: Sql, projectId: string, ids: readonly string[]): Promise<Line[]> {
  return sql.query<Line>(
    `select p.reference_type as type, p.reference_id, p.purpose, f.kind as "from", t.kind as "to",
       p.currency, p.amount, p.created_at
     from ledger_postings p
     join ledger_accounts f on f.project_id = p.project_id and f.number = p.from_account
     join ledger_accounts t on t.project_id = p.project_id and t.number = p.to_account
     where p.project_id = $1 and p.reference_id = any($2::uuid[]) order by p.seq limit ${POSTINGS_MAX}`,
    [projectId, [...new Set(ids)]],
  );
}

/** The invoice of a refund, or the channel of a payment. */
export async function readOwner(
  sql: Sql,
  { projectId, id }: Reference,
): Promise<{ type: string; id: string } | null> {
  const rows = await sql.query<{ type: string; id: string }>(
    `select 'invoice' as type, invoice_id as id from invoice_refunds where project_id = $1 and id = $2
     union all select 'checkout', checkout_id from invoices
       where project_id = $1 and id = $2 and checkout_id is not null
     union all select 'channel', channel_id from channel_payments where project_id = $1 and id = $2
     union all select owner_type, owner_id from deposits
       where id = $2 and project_id = $1 and owner_type in ('invoice', 'channel')`,
    [projectId, id],
  );
  return rows[0] ?? null;
}
