// The public API returns the codes that contract/refusals.ts lists; the dashboard translates all of them.

export const ERROR_CODES = [
  'bad_request',
  'request_timeout',
  'request_header_fields_too_large',
  'unauthenticated',
  'unauthorized',
  'forbidden',
  'ip_not_allowed',
  'cross_origin_forbidden',
  'https_required',
  'step_up_needed',
  'setup_required',
  'no_step_up_method',
  'wrong_credentials',
  'otp_required',
  'wrong_code',
  'too_many_tries',
  'link_expired',
  'wrong_passkey',
  'passkey_counter_mismatch',
  'passkeys_need_a_name',
  'no_sso',
  'sso_failed',
  'last_sign_in_method',
  'last_owner',
  'owner_required',
  'self_approval_forbidden',
  'already_approved',
  'own_correction',
  'approvals_missing',
  'needs_approval',
  'not_reconciled',
  'unknown_spends',
  'list_changed',
  'not_in_a_block',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'invalid',
  'invalid_status',
  'duplicate_custom_id',
  'conflict',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'request_replayed',
  'already_committed',
  'already_sent',
  'already_cancelled',
  'not_committed',
  'commit_window_expired',
  'not_yours_to_cancel',
  'quarantine',
  'cannot_be_sent',
  'not_signed',
  'cannot_be_voided',
  'not_offered',
  'insufficient_funds',
  'high_risk_address',
  'refund_too_small',
  'rate_limit_exceeded',
  'internal_error',
  'outcome_unknown',
  'service_unavailable',
  'rates_unavailable',
  'network_fees_unavailable',
  'risk_unavailable',
] as const;

/** Only the command line and the network simulator use these codes. */
export type ElsewhereCode =
  | ('no_credentials' | 'no_till' | 'not_told' | 'refused')
  | ('unknown_chain' | 'not_replaceable' | 'not_in_mempool' | 'not_foreign' | 'no_outputs')
  | ('no_proofs' | 'no_failures' | 'wrong_outputs' | 'no_partial_payments' | 'no_tags')
  | (
      | 'invalid_address'
      | 'wrong_amount'
      | 'no_tokens'
      | 'wrong_count'
      | 'no_rewards'
      | 'wrong_depth'
    );

export type ErrorCode = (typeof ERROR_CODES)[number];
