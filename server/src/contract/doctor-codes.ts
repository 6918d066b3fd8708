// The doctor's checks. The dashboard has its own text for each, and what to do when it fails.

export const DOCTOR_CODES = [
  ...([
    'database',
    'database_role',
    'clock',
    'workers',
    'chain',
    'rates',
    'node',
    'signer',
  ] as const),
  ...(['cover', 'solvency', 'output_sums', 'books', 'payout_stops', 'alarms'] as const),
  ...(['alarm_destinations', 'backups', 'network_costs'] as const),
  ...(['tokens', 'contested_payments', 'small_payments', 'fresh_payouts'] as const),
  ...(['deposits_unassessed', 'invoices_overdue', 'channel_payments_overdue'] as const),
  ...(['withdrawals_unsent', 'withdrawals_on_hold', 'withdrawals_unconfirmed'] as const),
  ...(['quotes_unexpired', 'callbacks_given_up'] as const),
  ...(['wallets', 'derivation', 'addresses'] as const),
] as const;

export type DoctorCode = (typeof DOCTOR_CODES)[number];
