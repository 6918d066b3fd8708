// The kinds of alerts. docs/operations.md and the dashboard explain each one and what to do.

export const ALARM_KINDS = [
  'clock_wrong',
  'callback_given_up',
  'node_silent',
  'node_not_used',
  'node_behind',
  'backup_old',
  'backup_failed',
  'wal_not_stored',
  'backup_place_claimed',
  'return_refused',
  'deposit_reversed',
  'deposit_changed',
  'payment_without_transaction',
  'token_received',
  'token_paid_less',
  'token_unmeasured',
  'audit',
  'insolvent',
  'declaration_old',
  'network_fees_lost',
  'payouts_stopped',
  'hot_wallet_short',
  'gas_short',
  'payouts_await_final',
  'payee_refuses',
  'spent_elsewhere',
  'transfer_changed',
  'transfer_failed_on_chain',
  'transfer_moved_otherwise',
  'transfer_refused',
  'numbers_held_up',
  'signer_refused',
  'no_signer',
  'quarantine',
  'unknown_spend',
  'database_went_back',
  'database_moved',
  'cancelled_but_paid',
] as const;

export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * Money may be lost, or nothing is received or sent, until someone acts. All other kinds can wait until the morning.
 */
const CRITICAL: readonly AlarmKind[] = [
  'clock_wrong',
  'deposit_reversed',
  'audit',
  'insolvent',
  'payouts_stopped',
  'spent_elsewhere',
  'transfer_moved_otherwise',
  'no_signer',
  'signer_refused',
  'quarantine',
  'unknown_spend',
  'cancelled_but_paid',
  'database_went_back',
  'database_moved',
  'hot_wallet_short',
  'node_silent',
  // Acknowledged data is stored nowhere else, and a second instance may be running with the same keys.
  'node_behind',
  'backup_place_claimed',
];

export const ALARM_SEVERITIES = ['critical', 'warning'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

export function severityOf(kind: AlarmKind): AlarmSeverity {
  return CRITICAL.includes(kind) ? 'critical' : 'warning';
}
