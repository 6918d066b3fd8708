// What the books record for each payment, for tests that claim that it was credited exactly once: the transaction list
// that merchants read next to the ledger's own entries.
import type { Client } from '../../../client/src/client.ts';
import { createLog } from '../../src/core/log.ts';
import { type ConnectionFacts, openDatabase } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';

export interface CreditedPayment {
  readonly reference_id: string;
  /** Rows of the transaction list. */
  readonly rows: number;
  /** Ledger entries on the merchant's account. */
  readonly entries: number;
  readonly status: string;
  /** In the smallest unit: the amount of the row, and the sum of the entries. */
  readonly listed: bigint;
  readonly booked: bigint;
}

/** Every invoice and channel payment of a project, by id. */
export async function creditedPayments(
  facts: ConnectionFacts,
  projectId: string,
): Promise<Map<string, CreditedPayment>> {
  const db = openDatabase(facts, createLog('silent'));
  try {
    const rows = await db.query<CreditedPayment>(
      `select t.reference_id, t.rows::int as rows, t.status, t.listed, coalesce(e.entries, 0)::int as entries,
         coalesce(e.booked, 0) as booked
       from (select reference_id, count(*) as rows, min(status) as status, sum(amount) as listed
         from account_transactions where project_id = $1 and reference_type in ('Invoice', 'ChannelPayment')
         group by reference_id) t
       left join (select p.reference_id, count(*) as entries, sum(e.amount) as booked
         from ledger_postings p
         join ledger_entries e on e.project_id = p.project_id and e.posting_seq = p.seq
         join ledger_accounts a on a.project_id = e.project_id and a.number = e.account and a.kind = 'available'
         where p.project_id = $1 group by p.reference_id) e on e.reference_id = t.reference_id
       order by t.reference_id`,
      [projectId],
    );
    return new Map(rows.map((row) => [row.reference_id, row]));
  } finally {
    await db.close();
  }
}

/** Undelivered callbacks of a project, as `event status attempts`. */
export async function undelivered(facts: ConnectionFacts, projectId: string): Promise<string[]> {
  const db = openDatabase(facts, createLog('silent'));
  try {
    const rows = await db.query<{ text: string }>(
      `select v.event || ' ' || d.status || ' ' || d.attempts as text from deliveries d
       join events v on v.project_id = d.project_id and v.id = d.event_id
       where d.project_id = $1 and d.status <> 'delivered' order by d.seq`,
      [projectId],
    );
    return rows.map((row) => row.text);
  } finally {
    await db.close();
  }
}

/** Withdrawals of a project that are neither paid nor canceled, by status. */
export async function unpaidWithdrawals(
  facts: ConnectionFacts,
  projectId: string,
): Promise<string[]> {
  const db = openDatabase(facts, createLog('silent'));
  try {
    const rows = await db.query<{ status: string }>(
      `select status from coin_withdrawals
       where project_id = $1 and status not in ('completed', 'cancelled') order by id`,
      [projectId],
    );
    return rows.map((row) => row.status);
  } finally {
    await db.close();
  }
}

/** The findings of the ledger's own audit. */
export async function auditOf(facts: ConnectionFacts): Promise<readonly unknown[]> {
  const db = openDatabase(facts, createLog('silent'));
  try {
    return await auditLedger(db);
  } finally {
    await db.close();
  }
}

export async function balanceOf(api: Client, currency: string): Promise<string | undefined> {
  const { data } = await api.accounts.list();
  return data.find((account) => account.currency === currency)?.balance;
}
