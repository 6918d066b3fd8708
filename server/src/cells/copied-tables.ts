// What becomes of each table with rows of a project when it moves: copied whole, or it has to be empty, or it stays.
// Every table with a project has its line here; a test compares them with the schema.

export interface CopiedTable {
  readonly table: string;
  /** The column that names the project, where it is another. */
  readonly key?: 'id' | 'project_id';
  /** In which order rows are stored, and compared. */
  readonly order: string;
  /** Numbers that the other database gives anew, in the same order. */
  readonly leftOut?: readonly string[];
}

/** The halves of the books: stored by one statement, as each of them proves the others. */
export const BOOKS: readonly CopiedTable[] = [
  { table: 'ledger_accounts', order: 'id' },
  { table: 'ledger_postings', order: 'seq' },
];

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

export const LAST: readonly CopiedTable[] = [
  { table: 'ledger_holds', order: 'reference_id' },
  { table: 'exchange_transfers', order: 'id' },
  { table: 'account_transactions', order: 'id' },
  { table: 'booked_totals', order: 'account_id' },
  { table: 'transaction_counts', order: 'bucket, currency, reference_type, status, risk_level' },
  { table: 'transaction_sums', order: 'account_id, level, block' },
  { table: 'object_counts', order: 'object_type' },
  { table: 'day_sums', order: 'since' },
  { table: 'hour_sums', order: 'since' },
  { table: 'events', order: 'seq', leftOut: ['seq'] },
  { table: 'deliveries', order: 'seq', leftOut: ['seq'] },
  { table: 'delivery_attempts', order: 'delivery_id, attempt' },
  { table: 'mails', order: 'id' },
  { table: 'idempotency_keys', order: 'key' },
  { table: 'used_signatures', order: 'signature' },
  { table: 'request_log', order: 'id' },
];

export const COPIED: readonly CopiedTable[] = [...FIRST, ...BOOKS, ...LAST];

/** Whose rows are tied to a cell, most to its wallets and chains: a project that has one does not move. */
export const EMPTY: Readonly<Record<string, string>> = {
  invoices: 'payers know addresses of this cell by them',
  invoice_recalculations: 'they are of invoices',
  invoice_refunds: 'they are of invoices',
  callback_packs: 'they keep the order of callbacks of this cell',
  channels: 'payers know addresses of this cell by them, for ever',
  channel_payments: 'they are of channels',
  subscriptions: 'they bill by invoices',
  subscription_invoices: 'they are of invoices',
  addresses: 'they belong to the wallets of this cell',
  deposits: 'their coins are in the wallets of this cell',
  deposit_decisions: 'they are of deposits',
  coin_withdrawals: 'they were paid from the wallets of this cell, or will be',
  payouts: 'they are paid from the wallets of this cell',
  payout_stops: 'a person has to look at this project, or had to',
  transfers: 'they were signed by this cell',
  transfer_costs: 'they are of transfers of this cell',
  transfer_payments: 'they are of transfers of this cell',
  transfer_voids: 'they are of transfers of this cell',
  unknown_spends: 'a person has to look at them',
};

/** Of the cell, not of the project. */
export const STAYING: Readonly<Record<string, string>> = {
  journal: 'what people of this cell did',
  journal_outcomes: 'how that ended',
  personal_tokens: 'they are of people of this cell, who make others where the project is',
  audit_marks:
    'up to where this cell has proven the books: the other one proves them from their first row on',
  project_moves: 'where the project is open',
};
