// The codes that migration 214 renamed: what a database of an earlier version stores, and what it is called now.
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

/** One resolved alert of each kind that has another name now, and a message that was not sent yet. */
export async function raiseOldKinds({ query }: Sql): Promise<void> {
  const kinds = Object.keys(ALERT_KINDS);
  await query(
    `insert into ledger_alarms (id, kind, facts, created_at, cleared_at, cleared_reason)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, kind,
       jsonb_build_object('subject', 'old ' || kind), '2026-11-28T14:00:00Z', '2026-11-28T14:00:00Z', 'old'
     from unnest($1::text[]) with ordinality of_kind (kind, n)`,
    [kinds],
  );
  const raised = kinds.map((kind) => ({ kind, subject: `old ${kind}` }));
  await query(
    `insert into alarm_messages (id, destination_id, content, status, due_at, created_at)
     select gen_random_uuid(), id, $1, 'pending', now(), now() from alarm_destinations`,
    [JSON.stringify({ raised, repeated: [], resolved: [] })],
  );
}
