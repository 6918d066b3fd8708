// The kinds of alerts. docs/operations.md and the dashboard explain each one and what to do.

export const ALERT_KINDS = [
  'clock_skew',
  'callback_delivery_failed',
  'node_unreachable',
  'node_excluded',
  'node_behind',
  'backup_old',
  'backup_failed',
  'wal_archiving_failed',
  'backup_destination_claimed',
  'automatic_refund_failed',
  'deposit_reversed',
  'deposit_amount_changed',
  'unmatched_balance_increase',
  'token_received',
  'token_amount_mismatch',
  'token_balance_unverified',
  'audit_finding',
  'insolvent',
  'external_holdings_unconfirmed',
  'network_fee_overspend',
  'payouts_paused',
  'hot_wallet_low_balance',
  'hot_wallet_below_mark',
  'insufficient_gas',
  'waiting_for_finality',
  'recipient_rejects_payment',
  'foreign_spend',
  'transfer_txid_changed',
  'transfer_failed_on_chain',
  'transfer_amount_mismatch',
  'transfer_rejected',
  'nonce_gap',
  'rejected_by_signer',
  'signer_unavailable',
  'quarantine',
  'unrecognized_spend',
  'database_rolled_back',
  'database_replaced',
  'paid_after_cancellation',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

/**
 * Money may be lost, or nothing is received or sent, until a person acts. All other kinds can wait until the morning.
 */
const CRITICAL: readonly AlertKind[] = [
  'clock_skew',
  'deposit_reversed',
  'audit_finding',
  'insolvent',
  'payouts_paused',
  'foreign_spend',
  'transfer_amount_mismatch',
  'signer_unavailable',
  'rejected_by_signer',
  'quarantine',
  'unrecognized_spend',
  'paid_after_cancellation',
  'database_rolled_back',
  'database_replaced',
  'hot_wallet_low_balance',
  'node_unreachable',
  // Acknowledged data is stored nowhere else, and a second instance may be running with the same keys.
  'node_behind',
  'backup_destination_claimed',
];

export const ALERT_SEVERITIES = ['critical', 'warning'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export function severityOf(kind: AlertKind): AlertSeverity {
  return CRITICAL.includes(kind) ? 'critical' : 'warning';
}
