// The rights of the service's role on each table, and why it needs them. The role owns nothing, so the database
// rejects everything else, such as altering or truncating a table. Every new table needs a line: `appends` unless its
// rows are updated, `changes` unless they are deleted. The owner grants exactly these rights after each migration
// (service-role.ts). server/test/db/grants.test.ts compares them with the tables and with the service's statements.
export type Right = 'select' | 'insert' | 'update' | 'delete';

export interface Grant {
  readonly rights: readonly Right[];
  /** All columns if omitted. */
  readonly columns?: readonly string[];
  readonly why: string;
}

const reads = (why: string): Grant => ({ rights: ['select'], why });
/** Rows never change. */
const appends = (why: string): Grant => ({ rights: ['select', 'insert'], why });
/** Rows are never deleted. */
const changes = (why: string, columns?: readonly string[]): Grant => ({
  rights: ['select', 'insert', 'update'],
  why,
  ...(columns === undefined ? {} : { columns }),
});
/** Rows are never updated. */
const replaces = (why: string): Grant => ({ rights: ['select', 'insert', 'delete'], why });
const deletes = (why: string): Grant => ({
  rights: ['select', 'insert', 'update', 'delete'],
  why,
});

const books: Readonly<Record<string, Grant>> = {
  ledgers: changes('counts postings; the row is the lock of a ledger'),
  ledger_accounts: changes(
    'balances change with their entries; the identity of an account never changes',
    ['balance', 'held', 'entry_seq'],
  ),
  ledger_postings: appends('postings with their two entries; a correction is another posting'),
  day_sums: appends('sums of each past day; verified when stored (trigger)'),
  hour_sums: replaces('sums of each hour of today (trigger); deleted when the day has its own'),
  ledger_entries: reads('a view of the two entries of each posting'),
  ledger_holds: changes('opened once, ended once'),
  audit_marks: changes('up to which posting the ledger of a project is verified'),
  audit_runs: changes('the progress of a full audit'),
  alerts: changes('raised, and resolved by a person or when the cause has ended'),
  payout_pauses: changes('begins and ends once (trigger)'),
  solvency_declarations: appends('external holdings that the operator recorded'),
  corrections: changes('requested or booked; decided once (trigger)', [
    'status',
    'decided_by',
    'decided_by_name',
    'decided_at',
    'refused_because',
  ]),
  checkouts: changes('status and progress; what was asked never changes', [
    'status',
    'status_context',
    'completed_at',
    'payments_reported',
    'payer_email',
    'payer_language',
    'due_at',
  ]),
  payout_batches: changes('status, quote, approvals and progress; the file never changes', [
    'status',
    'sent_by',
    'sent_by_name',
    'sent_at',
    'tried_at',
    'ended_at',
    'quote',
    'wait_code',
    'approvals',
    'due_at',
  ]),
  payout_batch_rows: changes('checked once, taken once (trigger)', [
    'status',
    'problems',
    'coin',
    'sends',
    'currency',
    'charged',
    'is_held',
    'withdrawal_id',
    'approvals',
  ]),
  payout_batch_approvals: appends('approvals of a batch'),
  further_fiats: appends('fiat currencies that were ever switched on'),
  payment_links: changes('terms, on or off, and pieces; the address never changes', [
    'is_active',
    'stock',
    'taken',
    'paid_late',
    'expires_at',
    'terms',
  ]),
  terminals: changes('settings, on or off, and numbers; address and currency never change', [
    'name',
    'is_active',
    'terms',
    'sale_count',
    'close_count',
  ]),
  terminal_items: changes('what staff sell, and pieces (trigger)', [
    'name',
    'category',
    'pricing',
    'price_amount',
    'tax_percent',
    'is_active',
    'position',
    'stock',
    'taken',
    'paid_late',
    'picture',
  ]),
  terminal_pictures: deletes('pictures of items; newer ones push out old ones'),
  terminal_staff: changes('name, PIN, and what they may do', [
    'name',
    'pin_hash',
    'may_close',
    'is_active',
  ]),
  terminal_sessions: changes('what the display shows, and the end', [
    'cart',
    'checkout_id',
    'ended_at',
  ]),
  terminal_sales: changes('counted by one close (trigger)', ['close_number']),
  terminal_sale_items: appends('the pieces that a sale takes'),
  terminal_closes: appends('totals of a period'),
  donations: changes('shown or hidden; texts never change', ['is_hidden']),
  link_payments: reads('what links brought; only triggers write it'),
  shop_keys: changes('used and revoked; what a key may do never changes', [
    'used_at',
    'revoked_at',
  ]),
  shop_invoices: changes('what a shop asked for, its marks, and what it was told', [
    'metadata_text',
    'order_id',
    'is_archived',
    'marked',
    'told',
  ]),
  shop_webhooks: changes('changed and removed by shops', [
    'url',
    'is_enabled',
    'repeats',
    'events',
    'secret_sealed',
    'removed_at',
  ]),
  shop_deliveries: deletes('sent until acknowledged; deleted a month later'),
  checkout_invoices: appends('which invoices belong to a checkout'),
  account_transactions: changes('rows of the list get a status and are posted once (trigger)', [
    'amount',
    'fee',
    'status',
    'status_context',
    'risk',
    'risk_level',
    'booked_at',
    'booked_seq',
    'booked_balance',
  ]),
  booked_totals: changes('sums beside the list'),
  transaction_counts: changes('counts beside the list'),
  transaction_sums: changes('sums beside the list'),
  object_counts: changes('totals of lists; the full audit compares them with the rows'),
};

const merchants: Readonly<Record<string, Grant>> = {
  projects: changes('settings'),
  project_logos: deletes('uploaded logos; newer ones push out old ones'),
  payer_domains: deletes('set, checked and removed by people'),
  api_keys: changes('used, revoked', ['used_at', 'revoked_at']),
  approvers: changes('the date of removal; the user who signs in'),
  callback_endpoints: changes('address, secret, enabled or disabled'),
  customers: changes('currency and addresses'),
  policies: appends('every version is kept'),
  policy_journal: appends('approvals and rejections, with the approver'),
  destinations: deletes('people remove destinations from the list'),
  risk_entries: deletes('an import replaces the whole list'),
  subscriptions: changes('status and next due date'),
  subscription_invoices: appends('the invoice of each period'),
};

const moneyIn: Readonly<Record<string, Grant>> = {
  addresses: changes('assigned, retired'),
  address_jumps: appends('each time that address numbers skipped ahead'),
  forgotten_numbers: changes('which skipped numbers had addresses, until these are watched', [
    'is_doubted',
    'derived_at',
  ]),
  wallets: changes('the number of derived addresses'),
  wallet_seeds: replaces('a seed moves to a separate signer'),
  derivation_vectors: appends('addresses derived from the keys at the first start'),
  signer_head: changes("the last line of the signer's journal that was received"),
  chain_cursors: changes('advances with each block'),
  chain_blocks: deletes('reorganizations and retention delete blocks'),
  deposits: changes('seen, confirmed, assessed, credited'),
  deposit_decisions: appends('decisions of people about unmatched payments'),
  transaction_spends: replaces('inputs of transactions; deleted after a retention period'),
  unknown_tokens: replaces('reorganizations and retention delete rows'),
  unknown_tokens_omitted: deletes('daily counts; deleted after a retention period'),
  invoices: changes('status'),
  invoice_recalculations: changes('committed'),
  invoice_refunds: appends('each refund'),
  refund_claims: changes('claimed and decided once (trigger)', [
    'status',
    'address',
    'claimed_at',
    'decided_by',
    'decided_at',
    'reason',
    'rule_value',
  ]),
  channels: changes('name, enabled or disabled'),
  channel_payments: changes('status'),
};

const moneyOut: Readonly<Record<string, Grant>> = {
  coin_withdrawals: changes('status'),
  payouts: changes('waiting, sent, in a block'),
  exchange_transfers: changes('committed or expired'),
  transfers: changes('signed, sent, confirmed, booked'),
  transfer_log: appends('everything that was signed and sent, and the responses'),
  transfer_costs: appends('the network cost of a transfer, by project'),
  transfer_payments: appends('the withdrawals that a transfer pays'),
  transfer_voids: appends('transactions that spend the same inputs to the wallet itself'),
  wallet_outputs: changes('spent, confirmed, removed by a reorganization'),
  wallet_output_sums: replaces('sums of outputs'),
  wallet_senders: changes('sequence numbers'),
  unknown_payments: changes('reviewed by a person'),
  unknown_spends: changes('reviewed by a person'),
  quarantines: deletes('ended by a person; findings stay in unknown_spends'),
};

const messages: Readonly<Record<string, Grant>> = {
  events: replaces('callbacks as sent bytes; deleted after a retention period (triggers)'),
  deliveries: deletes('attempts; deleted with their event (triggers)'),
  delivery_attempts: replaces('each attempt; deleted with its event (trigger)'),
  callback_packs: deletes(
    'delivered callbacks, compacted; restored for a retry; deleted after a retention period (triggers)',
  ),
  mails: changes('attempts'),
  alert_destinations: deletes('enabled, disabled, results of deliveries; people remove rows'),
  alert_notifications: deletes('notifications sent to a destination, until the resolution is sent'),
  alert_messages: deletes('attempts; deleted after a month'),
  people_mails: changes('attempts; the content is deleted when the email is sent'),
};

const people: Readonly<Record<string, Grant>> = {
  journal: appends('the operation, the person and the object'),
  journal_results: appends('results of operations'),
  users: changes('role, deactivation, display settings, identity at the provider', [
    'role',
    'disabled_at',
    'language',
    'number_format',
    'time_zone',
    'theme',
    'sso_subject',
    'email_confirmed_at',
  ]),
  notices: changes('chosen email notifications, and those that were sent'),
  list_choices: changes('saved views and hidden columns of a person, by list', ['views', 'hidden']),
  proposals: changes('prepared decisions; decided once (trigger)', [
    'status',
    'decided_by',
    'decided_by_name',
    'decided_at',
    'reason',
    'outdated_code',
    'result',
    'withdrawal_id',
  ]),
  object_notes: appends('notes of people; a correction is another note'),
  object_assignees: deletes('one person per object; replaced, removed'),
  project_members: deletes('roles change and members leave'),
  sign_in_links: changes('used once', ['used_at', 'redeemed_at']),
  sessions: changes('last activity, step-up, end', [
    'token_hash',
    'seen_at',
    'proved_at',
    'proved_by',
    'ended_at',
  ]),
  passkeys: deletes('used, renamed, removed'),
  passwords: deletes('changed, removed'),
  totp_secrets: deletes('each code is valid once; replaced, removed'),
  recovery_codes: deletes('each is valid once; replaced as a set'),
  sign_in_challenges: replaces('answered once'),
  known_browsers: replaces('deleted after a retention period'),
  sign_in_tries: deletes('counted; deleted after an hour'),
  personal_tokens: changes('used, revoked', ['used_at', 'revoked_at']),
};

const machinery: Readonly<Record<string, Grant>> = {
  migrations: reads('applied only by the owner role'),
  instance_settings: changes('mode, cell, rates, fees, sandbox clock'),
  process_marks: deletes('each process updates its own; rows of ended processes are deleted'),
  backups: appends('verified backups'),
  backup_history: changes('the history of the database; a restore begins a new one'),
  backups_begun: appends('each backup, before it starts'),
  backup_refusals: deletes(
    'destinations in use by another history; deleted when this one stores there',
  ),
  wal_archive: deletes(
    'up to when the log of the embedded database is archived; deleted when archiving ends',
  ),
  schedules: changes('leases of recurring jobs'),
  steps_back: appends('each time that the database was rolled back'),
  request_log: replaces('requests of API clients; deleted after some days'),
  idempotency_keys: deletes('responses are kept for a day'),
  used_signatures: replaces('kept while their date is valid; deleted when the request failed'),
};

const sandbox: Readonly<Record<string, Grant>> = {
  sandbox_risk_instructions: changes('results of the simulated risk provider'),
  'simulation.chains': changes('height'),
  'simulation.settings': changes('fees, and whether the node is down'),
  'simulation.blocks': changes('orphaned by a reorganization'),
  'simulation.transactions': changes('mined, replaced'),
  'simulation.accounts': changes('sums of received and sent amounts'),
  'simulation.outputs': appends('outputs of transactions'),
  'simulation.token_transfers': appends('transfers of unknown token contracts'),
  'simulation.spends': replaces('a replacement spends the same inputs'),
  'simulation.payment_references': appends('make a retry pay once'),
};

/** Keyed by table; tables outside the schema `public` include their schema. */
export const grants: Readonly<Record<string, Grant>> = {
  ...books,
  ...merchants,
  ...moneyIn,
  ...moneyOut,
  ...messages,
  ...people,
  ...machinery,
  ...sandbox,
};
