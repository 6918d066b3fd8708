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
  ledgers: changes('counts the postings; the row is the lock of the books'),
  ledger_accounts: changes('a balance moves with its entries; an account stays what it is', [
    'balance',
    'held',
    'entry_seq',
  ]),
  ledger_postings: appends(
    'what was booked, with its two entries; a mistake is corrected by another',
  ),
  day_sums: appends(
    'what was booked on a day that is over, added up; proven when stored (trigger)',
  ),
  hour_sums: replaces('the same of an hour of today (trigger); gone when its day is kept'),
  ledger_entries: reads('a view of the two halves of each posting'),
  ledger_holds: changes('opened once, ended once'),
  audit_marks: changes('up to where the books of a project are proven'),
  audit_runs: changes('how far a proof of everything has come'),
  alerts: changes('raised, and resolved by a person or when its cause is gone'),
  payout_pauses: changes('begins and ends once (trigger)'),
  solvency_declarations: appends('what the operator declared to hold elsewhere'),
  corrections: changes('requested or booked; decided once (trigger)', [
    'status',
    'decided_by',
    'decided_by_name',
    'decided_at',
    'refused_because',
  ]),
  account_transactions: changes('rows of the list get a status, and are booked once (trigger)', [
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
  object_counts: changes('the totals of lists; the full audit compares them with the rows'),
};

const merchants: Readonly<Record<string, Grant>> = {
  projects: changes('settings'),
  api_keys: changes('used, revoked', ['used_at', 'revoked_at']),
  approvers: changes('the date of removal; the user who signs in'),
  callback_endpoints: changes('address, secret, on and off'),
  customers: changes('currency and addresses'),
  policies: appends('each version stays'),
  policy_journal: appends('who decided what'),
  destinations: deletes('a listed destination can be taken off the list'),
  risk_entries: deletes('a list of the operator is replaced as a whole'),
  subscriptions: changes('status and next date'),
  subscription_invoices: appends('which invoice was for which period'),
};

const moneyIn: Readonly<Record<string, Grant>> = {
  addresses: changes('given out, retired'),
  address_jumps: appends('each time that the numbers skipped ahead'),
  forgotten_numbers: changes('which of those between had addresses, until they are watched', [
    'is_doubted',
    'derived_at',
  ]),
  wallets: changes('how many addresses were derived'),
  wallet_seeds: replaces('a seed moves to a separate signer'),
  derivation_vectors: appends('what the keys derived at the first start'),
  signer_head: changes('the last line of the signer that was heard'),
  chain_cursors: changes('moves with each block'),
  chain_blocks: deletes('a reorganisation takes blocks away, and old ones are forgotten'),
  deposits: changes('seen, confirmed, assessed, credited'),
  deposit_decisions: appends('what a person decided about money'),
  transaction_spends: replaces('what a transaction uses up; forgotten when it is long over'),
  unknown_tokens: replaces('a reorganization removes them, and old ones are forgotten'),
  unknown_tokens_omitted: deletes('counts of a day; old ones are forgotten'),
  invoices: changes('status'),
  invoice_recalculations: changes('committed'),
  invoice_refunds: appends('each refund'),
  channels: changes('name, on and off'),
  channel_payments: changes('status'),
};

const moneyOut: Readonly<Record<string, Grant>> = {
  coin_withdrawals: changes('status'),
  payouts: changes('waits, is sent, is in a block'),
  exchange_transfers: changes('committed or expired'),
  transfers: changes('signed, sent, confirmed, booked'),
  transfer_log: appends('everything that was signed, sent and answered'),
  transfer_costs: appends('what a transfer cost whom'),
  transfer_payments: appends('which withdrawals a transfer pays'),
  transfer_voids: appends('what was spent to ourselves instead'),
  wallet_outputs: changes('spent, confirmed, gone'),
  wallet_output_sums: replaces('summed up'),
  wallet_senders: changes('sequence numbers'),
  unknown_payments: changes('looked at by a person'),
  unknown_spends: changes('looked at by a person'),
  quarantines: deletes('ended by a person; what was found stays in unknown_spends'),
};

const messages: Readonly<Record<string, Grant>> = {
  events: replaces('callbacks as the bytes that were sent; forgotten after a time (triggers)'),
  deliveries: deletes('attempts; forgotten with their event (triggers)'),
  delivery_attempts: replaces('each attempt; forgotten with its event (trigger)'),
  callback_packs: deletes(
    'what was delivered, packed; taken out to be sent again; forgotten after a time (triggers)',
  ),
  mails: changes('attempts'),
  alert_destinations: deletes('enabled, disabled, results of deliveries; people remove one'),
  alert_notifications: deletes('what a destination was notified of, until its resolution is sent'),
  alert_messages: deletes('attempts; forgotten after a month'),
  people_mails: changes('attempts; what stands in it goes when it is sent'),
};

const people: Readonly<Record<string, Grant>> = {
  journal: appends('who did what, on which object'),
  journal_results: appends('how it ended'),
  users: changes('role, kept out, how the screens look, who he is at the provider', [
    'role',
    'disabled_at',
    'language',
    'number_format',
    'time_zone',
    'theme',
    'sso_subject',
    'email_confirmed_at',
  ]),
  notices: changes('what a person is notified of by mail, and what was sent'),
  project_members: deletes('roles change, and members leave'),
  sign_in_links: changes('used once', ['used_at', 'redeemed_at']),
  sessions: changes('seen, proved, ended', [
    'token_hash',
    'seen_at',
    'proved_at',
    'proved_by',
    'ended_at',
  ]),
  passkeys: deletes('used, renamed, removed'),
  passwords: deletes('changed, removed'),
  totp_secrets: deletes('a code counts once; replaced, removed'),
  recovery_codes: deletes('used once; replaced by new ones'),
  sign_in_challenges: replaces('answered once'),
  known_browsers: replaces('forgotten after a while'),
  sign_in_tries: deletes('counted, and forgotten after an hour'),
  personal_tokens: changes('used, revoked', ['used_at', 'revoked_at']),
};

const machinery: Readonly<Record<string, Grant>> = {
  migrations: reads('applied by the owner alone'),
  instance_settings: changes('mode, cell, rates, fees, the clock of the sandbox'),
  process_marks: deletes('a process raises its own; those of processes long gone are forgotten'),
  backups: appends('the good ones, by whoever made them'),
  backup_history: changes('which life of the database this is; a restore begins another'),
  backups_begun: appends('each backup, before it is made'),
  backup_refusals: deletes('places that another history stores in; ends when this one does'),
  wal_archive: deletes(
    'up to when the log of the embedded database is stored; ends when it is not any more',
  ),
  schedules: changes('who does recurring work until when'),
  steps_back: appends('each time that the database had gone back'),
  request_log: replaces('what programs asked, forgotten after days'),
  idempotency_keys: deletes('answers are kept for a day'),
  used_signatures: replaces('kept while their date counts; given back when a request failed'),
};

const sandbox: Readonly<Record<string, Grant>> = {
  sandbox_risk_instructions: changes('what the simulated risk provider shall answer'),
  'simulation.chains': changes('height'),
  'simulation.settings': changes('fees, and whether the node is down'),
  'simulation.blocks': changes('left behind by a reorganisation'),
  'simulation.transactions': changes('mined, replaced'),
  'simulation.accounts': changes('what blocks brought and took, and those that left'),
  'simulation.outputs': appends('what each transaction pays'),
  'simulation.token_transfers': appends('what contracts without a coin claim'),
  'simulation.spends': replaces('a replacement uses up what the replaced one did'),
  'simulation.payment_references': appends('so that trying again pays once'),
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
