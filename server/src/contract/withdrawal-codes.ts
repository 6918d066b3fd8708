// The codes of withdrawals: why one waits, was canceled or is not payable, and whether it was sent.
import { SIGNER_REFUSAL_CODES } from './signer-refusals.ts';

/**
 * Why it is not sent or makes no progress, as a code for clients with their own texts; `wait_message` is the original
 * message.
 */
export const WAIT_CODES = [
  'hot_wallet_low_balance',
  'consolidating_funds',
  'waiting_for_gas',
  'insufficient_gas',
  'fee_above_budget',
  'transaction_build_failed',
  'payouts_paused',
  'waiting_for_finality',
  'signer_unavailable',
  'rejected_by_signer',
  'quarantined',
  'not_payable',
  'reverted_insufficient_funds',
  'reverted',
  'rejected_permanently',
  'cancelling',
  'rejected_by_network',
  'above_transaction_limit',
  'held',
  'cancelled',
] as const;

/** Why the service cancels a withdrawal. A person's reason is text and has no code. */
export const CANCEL_CODES = [
  'price_above_limit',
  'price_expired',
  'requested_by_merchant',
] as const;

/** Why the network would not pay the recipient, where Chaintill checks this. */
export const PAYEE_CODES = [
  'account_missing',
  'tag_required',
  'xrp_disallowed',
  'not_authorized',
  'payments_not_accepted',
  'unspendable',
  'token_contract',
  'below_dust',
] as const;

/**
 * The content of `wait_message` when the program wrote it; `wait_subject` is the known address that the
 * destination resembles, or the transaction that may have paid it. `wait_facts` has the facts of a signer's code.
 */
export const WAIT_DETAILS = [
  'lookalike_address',
  'possibly_paid',
  ...CANCEL_CODES,
  ...PAYEE_CODES,
  ...SIGNER_REFUSAL_CODES,
] as const;

/** The broadcast status; for all but the last, `txid` is the transaction. */
export const SENT_CODES = [
  'confirmed',
  'broadcast',
  'unknown',
  'reverted',
  'discovered_on_chain',
  'not_sent',
] as const;
