// What becomes of each table with rows of a project when it moves: copied whole, or it stays. Every table with a
// project has its line here; a test compares them with the schema.

import { isFinal } from '../deposits/final.ts';
import { isNobodys } from '../deposits/nobodys.ts';

export interface CopiedTable {
  readonly table: string;
  /** The column that names the project, where it is another. */
  readonly key?: 'id' | 'project_id';
  /** In which order rows are stored, and compared. */
  readonly order: string;
  /** SQL, of a row `t`: which of its rows; all unless told. */
  readonly where?: string;
  /** Numbers that the other database gives anew, in the same order. */
  readonly leftOut?: readonly string[];
  /**
   * SQL, of a row `t`: a JSON object of what is otherwise in the other cell. `:cell` is the one that it leaves,
   * `:depths` the depth by coin that is enough for any amount.
   */
  readonly otherwise?: string;
}

/** Before the books. In an order in which each finds what it refers to. */
export const FIRST: readonly CopiedTable[] = [
  { table: 'projects', key: 'id', order: 'id' },
  { table: 'ledgers', order: 'project_id' },
  { table: 'customers', order: 'id' },
  { table: 'api_keys', order: 'id' },
  { table: 'callback_endpoints', order: 'id' },
  { table: 'approvers', order: 'id' },
  { table: 'project_members', order: 'user_id' },
  { table: 'policies', order: 'version' },
  { table: 'policy_journal', order: 'id' },
  { table: 'destinations', order: 'coin, destination' },
];

/** The books: accounts come empty, and are moved by their postings (copy-books.ts). */
export const ACCOUNTS: CopiedTable = { table: 'ledger_accounts', order: 'id' };
export const POSTINGS: CopiedTable = { table: 'ledger_postings', order: 'seq' };

/**
 * Where no block of the other cell's chains is: one that nothing undoes, as far as that cell can see
 * (deposits/learn.ts). What is in no block, or may be undone yet, is in none there, so that what is credited of it is
 * money at risk, and is told of again.
 */
const DEPOSIT = `jsonb_build_object(
  'block_height', case when t.status = 'confirmed' and ${isFinal('t', ':depths')} then 0 end,
  'block_hash', case when t.status = 'confirmed' and ${isFinal('t', ':depths')} then 'cell' end,
  'cell', coalesce(t.cell, :cell), 'is_in_wallet', true, 'assess_at', null, 'token', null, 'told', null)`;

export const LAST: readonly CopiedTable[] = [
  { table: 'ledger_holds', order: 'reference_id' },
  { table: 'exchange_transfers', order: 'id' },
  { table: 'deposits', order: 'id', otherwise: DEPOSIT, where: `not (${isNobodys('t')})` },
  { table: 'deposit_decisions', order: 'created_at, seq', leftOut: ['seq'] },
  { table: 'invoices', order: 'id' },
  { table: 'invoice_recalculations', order: 'id' },
  { table: 'coin_withdrawals', order: 'id' },
  { table: 'invoice_refunds', order: 'id' },
  { table: 'channels', order: 'id' },
  { table: 'channel_payments', order: 'id' },
  { table: 'subscriptions', order: 'id' },
  { table: 'subscription_invoices', order: 'seq', leftOut: ['seq'] },
  // Their transfers stay with the coins.
  { table: 'payouts', order: 'withdrawal_id', otherwise: `'{"transfer_id": null}'::jsonb` },
  { table: 'payout_stops', order: 'id' },
  { table: 'corrections', order: 'id' },
  { table: 'account_transactions', order: 'id' },
  { table: 'booked_totals', order: 'account_id' },
  { table: 'transaction_counts', order: 'bucket, currency, reference_type, status, risk_level' },
  { table: 'transaction_sums', order: 'account_id, level, block' },
  { table: 'object_counts', order: 'object_type' },
  { table: 'events', order: 'seq', leftOut: ['seq'] },
  { table: 'deliveries', order: 'seq', leftOut: ['seq'] },
  { table: 'delivery_attempts', order: 'delivery_id, attempt' },
  { table: 'mails', order: 'id' },
  { table: 'idempotency_keys', order: 'key' },
  { table: 'used_signatures', order: 'signature' },
  { table: 'request_log', order: 'id' },
];

export const COPIED: readonly CopiedTable[] = [...FIRST, ACCOUNTS, POSTINGS, ...LAST];

/** Copied as what it says, not as it is stored (copy-packs.ts). */
export const PACKS = 'callback_packs';

/** Of the cell, not of the project. */
export const STAYING: Readonly<Record<string, string>> = {
  addresses: 'they belong to the wallets of this cell, which tells of what comes to them',
  transfers: 'they spent coins of this cell',
  transfer_costs: 'they are of transfers of this cell',
  transfer_payments: 'they are of transfers of this cell',
  transfer_voids: 'they are of transfers of this cell',
  unknown_spends: 'somebody spent coins of this cell',
  journal: 'what people of this cell did',
  journal_outcomes: 'how that ended',
  personal_tokens: 'they are of people of this cell, who make others where the project is',
  audit_marks:
    'up to where this cell has proven the books: the other one proves them from their first row on',
  day_sums: 'added up again from the postings',
  hour_sums: 'added up again from the postings',
  project_moves: 'where the project is open',
};
