// The invariants that the audit verifies, by the code of their violation. Their texts are in the catalog's area
// `invariants`.

export const INVARIANT_CODES = [
  'account_sums_nonzero',
  'last_entry_mismatch',
  'statement_total_mismatch',
  'hold_sum_mismatch',
  'settled_transaction_unbooked',
  'deposits_account_mismatch',
  'withdrawals_account_mismatch',
  'unmatched_deposit_credited',
  'hold_without_quote',
  'transaction_sum_mismatch',
  'transaction_total_count_mismatch',
  'approvals_missing',
  'deposit_return_mismatch',
  'payout_status_mismatch',
  'transfer_cost_unbooked',
  'dead_transfer_cost_booked',
  'refund_withdrawal_mismatch',
  'deposit_posting_mismatch',
  'day_sums_mismatch',
  'hour_sums_mismatch',
  'balance_mismatch',
  'posting_sequence_gap',
  'entry_sequence_broken',
  'booked_transactions_mismatch',
  'statement_mismatch',
  'transaction_block_sum_mismatch',
  'transaction_bucket_count_mismatch',
  'chain_account_mismatch',
  'entry_without_account',
  'verified_entry_changed',
  'statement_sequence_broken',
  'verified_statement_row_changed',
  'list_count_mismatch',
  // Only found by earlier versions.
  'posting_entries_unpaired',
  'object_count_mismatch',
] as const;

export type InvariantCode = (typeof INVARIANT_CODES)[number];
