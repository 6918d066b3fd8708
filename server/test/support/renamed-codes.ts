// The codes that migrations renamed since version 214: what an earlier database stores, and the current name.
import type { Sql } from '../../src/db/database.ts';

/** Kinds of alerts. */
export const ALERT_KINDS: Readonly<Record<string, string>> = {
  clock_wrong: 'clock_skew',
  callback_given_up: 'callback_delivery_failed',
  node_silent: 'node_unreachable',
  node_not_used: 'node_excluded',
  wal_not_stored: 'wal_archiving_failed',
  backup_place_claimed: 'backup_destination_claimed',
  declaration_old: 'external_holdings_unconfirmed',
  return_refused: 'automatic_refund_failed',
  deposit_changed: 'deposit_amount_changed',
  payment_without_transaction: 'unmatched_balance_increase',
  token_paid_less: 'token_amount_mismatch',
  token_unmeasured: 'token_balance_unverified',
  network_fees_lost: 'network_fee_overspend',
  payouts_stopped: 'payouts_paused',
  hot_wallet_short: 'hot_wallet_low_balance',
  gas_short: 'insufficient_gas',
  payouts_await_final: 'waiting_for_finality',
  payee_refuses: 'recipient_rejects_payment',
  spent_elsewhere: 'foreign_spend',
  unknown_spend: 'unrecognized_spend',
  transfer_changed: 'transfer_txid_changed',
  transfer_moved_otherwise: 'transfer_amount_mismatch',
  transfer_refused: 'transfer_rejected',
  numbers_held_up: 'nonce_gap',
  signer_refused: 'rejected_by_signer',
  no_signer: 'signer_unavailable',
  database_went_back: 'database_rolled_back',
  database_moved: 'database_replaced',
  cancelled_but_paid: 'paid_after_cancellation',
  audit: 'audit_finding',
};

/** Why a payout waits. */
export const WAIT_REASONS: Readonly<Record<string, string>> = {
  hot_wallet_short: 'hot_wallet_low_balance',
  payouts_stopped: 'payouts_paused',
  no_signer: 'signer_unavailable',
  collecting_coins: 'consolidating_funds',
  short_of_gas: 'insufficient_gas',
  cannot_be_planned: 'transaction_build_failed',
  awaits_final_blocks: 'waiting_for_finality',
  signer_refuses: 'rejected_by_signer',
  lacked_funds: 'reverted_insufficient_funds',
  not_carried_out: 'reverted',
  refused_for_good: 'rejected_permanently',
  being_voided: 'cancelling',
  network_refuses: 'rejected_by_network',
};

/** Why a withdrawal was canceled or is on hold, and why the network would not pay the recipient. */
export const DETAILS: Readonly<Record<string, string>> = {
  too_dear: 'price_above_limit',
  price_over: 'price_expired',
  asked_by_merchant: 'requested_by_merchant',
  looks_like_known: 'lookalike_address',
  above_setting: 'above_transaction_limit',
  maybe_paid: 'possibly_paid',
  xrp_unwanted: 'xrp_disallowed',
  not_authorised: 'not_authorized',
  takes_no_payments: 'payments_not_accepted',
};

/** One resolved alert for each renamed kind, with a message that was not sent yet. */
export async function raiseOldKinds({ query }: Sql): Promise<void> {
  const kinds = Object.keys(ALERT_KINDS);
  await query(
    `insert into ledger_alarms (id, kind, facts, created_at, cleared_at, cleared_reason)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, kind,
       jsonb_build_object('subject', 'old ' || kind), '2026-11-28T14:00:00Z', '2026-11-28T14:00:00Z', 'old'
     from unnest($1::text[]) with ordinality of_kind (kind, n)`,
    [kinds],
  );
  const raised = kinds.map((kind, n) => ({ alarm_id: n, kind, subject: `old ${kind}` }));
  await query(
    `insert into alarm_messages (id, destination_id, content, status, due_at, created_at)
     select gen_random_uuid(), id, $1, 'pending', now(), now() from alarm_destinations`,
    [JSON.stringify({ raised, repeated: [], resolved: [] })],
  );
}

/** Keys of an alert's data. */
export const ALERT_KEYS: Readonly<Record<string, string>> = {
  cleared_at: 'resolved_at',
  cleared_reason: 'resolved_reason',
  known_at: 'acknowledged_at',
  known_by: 'acknowledged_by',
};

/** Keys of an audit log entry's data. */
export const ACTION_KEYS: Readonly<Record<string, string>> = { face: 'source', outcome: 'result' };

/** Keys of a payout pause. */
export const PAUSE_KEYS: Readonly<Record<string, string>> = {
  lifted_at: 'resumed_at',
  lifted_reason: 'resumed_reason',
};

/** Keys of the states before and after an operation, in an entry of the audit log. */
export const BEFORE_KEYS: Readonly<Record<string, string>> = { payout_stops: 'payout_pauses' };
export const AFTER_KEYS: Readonly<Record<string, string>> = { taken_at: 'delivered_at' };

/** Keys of a withdrawal's data. */
export const WAIT_KEYS: Readonly<Record<string, string>> = {
  wait_said: 'wait_message',
  wait_about: 'wait_subject',
};

/** Operations. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  'alarms.acknowledge': 'alerts.acknowledge',
  'alarms.clear': 'alerts.resolve',
  'alarms.destinations.add': 'alerts.destinations.add',
  'alarms.test': 'alerts.test',
  'withdrawals.rehearse': 'withdrawals.dry-run',
  'withdrawals.refuse': 'withdrawals.reject',
  'withdrawals.void': 'withdrawals.cancel-by-replacement',
  'corrections.refuse': 'corrections.reject',
  'payouts.stop': 'payouts.pause',
  'payouts.stops': 'payouts.pauses',
  'callbacks.log': 'callbacks.deliveries',
  'callbacks.resend': 'callbacks.retry',
  'callbacks.resend-failed': 'callbacks.retry-failed',
  'deposits.decided': 'deposits.resolutions',
  'invoices.illicit': 'invoices.high-risk',
  'wallet.top-up': 'wallet.deposit-address',
  'wallet.sizes': 'wallet.utxo-stats',
  'solvency.declare': 'solvency.record-holding',
  'solvency.declarations': 'solvency.holdings',
  'users.link': 'users.sign-in-link',
  'members.link': 'members.sign-in-link',
  'subscriptions.send-again': 'subscriptions.resend',
  'projects.change': 'projects.update',
  'channel-payments.return': 'channel-payments.refund',
  'session.ways': 'session.sign-in-methods',
};

/** Types of objects in the audit log. */
export const OBJECT_TYPES: Readonly<Record<string, string>> = {
  alarm: 'alert',
  alarm_destination: 'alert_destination',
  payout_stop: 'payout_pause',
};

/** One audit log entry for each renamed operation, about an alert. */
export async function noteOldActions({ query }: Sql): Promise<void> {
  await query(
    `insert into journal (id, at, actor_kind, actor, face, operation, object_type, object_id, input, before)
     select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, '2026-11-28T13:00:00Z', 'user', 'old',
       'screen', operation, 'alarm', 'x',
       case when operation like 'alarms.%' then '{"alarm_id": "x"}' else '{}' end::jsonb, '{"kind": "x", "cleared": false, "known_by": null}'
     from unnest($1::text[]) with ordinality of_name (operation, n)`,
    [Object.keys(OPERATIONS)],
  );
}

/** Renamed jobs, old to new, each with a failure to recognize it by. */
export const JOBS: Readonly<Record<string, string>> = {
  alarms: 'alerts',
  'alarm-post': 'alert-delivery',
  'cleaning-uses': 'spent-output-cleanup',
  'forgetting-callbacks': 'callback-retention',
  'packing-callbacks': 'callback-compaction',
  'silent-nodes': 'node-availability',
  'late-times': 'schedule-correction',
  'hear-btc': 'listen-btc',
};

/** The failures by job name, read before a job runs. */
export async function failuresOfJobs({ query }: Sql): Promise<Record<string, string>> {
  const jobs = await query<{ name: string; last_error: string }>(
    `select name, last_error from schedules where last_error like 'old %'`,
  );
  return Object.fromEntries(jobs.map(({ name, last_error: error }) => [name, error]));
}

/** One audit log entry for the end of a payout pause. */
export async function noteOldResume({ query }: Sql): Promise<void> {
  await query(
    `insert into journal (id, at, actor_kind, actor, face, operation, object_type, object_id, input, before)
     values ('00000000-0000-7000-9000-aaaaaaaaaaaa', '2026-11-28T13:00:00Z', 'user', 'resumer', 'screen', 'payouts.resume',
       'payout_stop', 'x', '{"stop_id": "x", "reason": "y"}', '{"cause": "person", "lifted": false}')`,
  );
}

export async function scheduleOldJobs({ query }: Sql): Promise<void> {
  await query(
    `insert into schedules (name, due_at, last_error) select name, 'infinity', 'old ' || name
     from unnest($1::text[]) as of_name (name) on conflict (name) do update set last_error = excluded.last_error`,
    [Object.keys(JOBS)],
  );
}

/** A person who selected notifications of alerts, and received one. */
export async function chooseOldNotices({ query }: Sql): Promise<void> {
  await query(
    `with person as (insert into users (id, name, role, created_at)
       values ('00000000-0000-7000-a000-000000000001', 'old', 'auditor', now()) returning id)
     insert into notices (user_id, kinds, told, due_at)
     select id, '{alarms,deposits_unmatched}',
       '[{"kind": "alarms", "ids": ["x"]}, {"kind": "deposits_unmatched", "ids": []}]', 'infinity' from person`,
  );
}

export function withNewKeys(
  keys: Readonly<Record<string, string>>,
  row: object,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [keys[key] ?? key, value]));
}
