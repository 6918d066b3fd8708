// Every code that a refusal can have. The public API gives those of contract/refusals.ts; screens say all of them in
// words of each language.

export const ERROR_CODES = [
  ...(['bad_request', 'request_timeout', 'request_header_fields_too_large'] as const),
  ...([
    'unauthenticated',
    'unauthorized',
    'forbidden',
    'ip_not_allowed',
    'foreign_origin',
  ] as const),
  ...(['not_over_http', 'step_up_needed', 'set_up_needed', 'nothing_to_prove_with'] as const),
  ...(['wrong_credentials', 'code_needed', 'wrong_code', 'too_many_tries', 'link_over'] as const),
  ...(['wrong_passkey', 'copied_passkey', 'passkeys_need_a_name', 'no_sso', 'sso_failed'] as const),
  ...(['last_way', 'last_owner', 'owner_needed', 'own_withdrawal', 'already_approved'] as const),
  ...(['own_correction'] as const),
  ...([
    'approvals_missing',
    'needs_approval',
    'not_reconciled',
    'unknown_spends',
    'another_list',
    'not_in_a_block',
  ] as const),
  ...(['not_found', 'method_not_allowed', 'payload_too_large', 'unsupported_media_type'] as const),
  ...(['invalid', 'invalid_status', 'duplicate_custom_id', 'conflict'] as const),
  ...(['idempotency_key_in_use', 'idempotency_key_reused', 'request_replayed'] as const),
  ...(['already_committed', 'already_sent', 'already_cancelled', 'not_committed'] as const),
  ...(['commit_window_expired', 'not_yours_to_cancel', 'quarantine', 'cannot_be_sent'] as const),
  ...([
    'not_signed',
    'cannot_be_voided',
    'not_offered',
    'insufficient_funds',
    'high_risk_address',
    'refund_too_small',
  ] as const),
  ...(['rate_limit_exceeded', 'internal_error', 'outcome_unknown', 'service_unavailable'] as const),
  ...(['rates_unavailable', 'network_fees_unavailable', 'risk_unavailable'] as const),
] as const;

/** Of the command line alone, and of who plays the simulated network. */
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
