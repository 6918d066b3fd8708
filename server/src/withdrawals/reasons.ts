// Why a payout waits, is on hold or was canceled: a code with a detail, and the texts for people.
import type { PayeeCode, PayeeRefusal } from '../chains/transfers.ts';
import type { WITHDRAWAL_CONTEXTS } from '../contract/objects/coin-withdrawals.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { type CANCEL_CODES, PAYEE_CODES } from '../contract/withdrawal-codes.ts';
import { textsOf } from '../core/texts/texts.ts';
import { signerRefusalText } from '../keys/refusal-text.ts';
import type { Decision } from '../policy/policy.ts';

export type WithdrawalContext = (typeof WITHDRAWAL_CONTEXTS)[number];

/** The `status_context` in the API by reason. The same reasons as `payouts_wait_reason` in the database. */
export const WAIT_REASONS = {
  hot_wallet_low_balance: 'waiting_for_funds',
  consolidating_funds: 'waiting_for_funds',
  // Tokens: the funds for the fee are on their way to the sender, or there are too few to send any.
  waiting_for_gas: 'waiting_for_funds',
  insufficient_gas: 'waiting_for_funds',
  fee_above_budget: 'waiting_for_lower_fees',
  transaction_build_failed: 'waiting_for_operator',
  // For the whole project, until a person has reviewed it (payouts/plan/apply-pauses.ts).
  payouts_paused: 'waiting_for_operator',
  // It would spend money from blocks that are not final (payouts/plan/await-final.ts).
  waiting_for_finality: 'waiting_for_finality',
  signer_unavailable: 'waiting_for_operator',
  rejected_by_signer: 'waiting_for_operator',
  quarantined: 'waiting_for_operator',
  // Before signing: the requirement that the destination does not meet (payouts/plan/query-network.ts).
  not_payable: 'recipient_rejects_payment',
  // Mined but paid nothing, because our own account had too little; it gets another transfer.
  reverted_insufficient_funds: 'waiting_for_operator',
  // Mined but paid nothing.
  reverted: 'recipient_rejects_payment',
  // It is not on the chain and never will be.
  rejected_permanently: 'not_sent',
  // A person is voiding it; it is refunded when the void is final.
  cancelling: 'cancelling',
  // Signed, but every node rejects it; it is broadcast again.
  rejected_by_network: 'rejected_by_network',
} as const satisfies Readonly<Record<string, WithdrawalContext>>;

export type WaitReason = keyof typeof WAIT_REASONS;

/** A message of the network or a person verbatim, or a code with its facts. */
export type WaitDetail = PayeeRefusal | SignerRefusal;

export interface Wait {
  readonly reason: WaitReason;
  readonly detail: WaitDetail | null;
}

interface StoredWait {
  readonly wait_reason: WaitReason | null;
  readonly wait_detail: WaitDetail | null;
}

/** English text; null while nothing blocks it. */
export function waitText({ wait_reason: reason, wait_detail: detail }: StoredWait): string | null {
  if (reason === null) return null;
  const text = reasonText(reason);
  return detail === null ? text : `${text}: ${waitMessage(detail)}`;
}

/** English text, without details. */
export function reasonText(reason: WaitReason): string {
  return textsOf('withdrawals', 'en').waits[reason];
}

/** The text of the code, or the message of the network or a person. */
export function waitMessage(detail: WaitDetail): string {
  if ('message' in detail) return detail.message;
  return isPayeeRefusal(detail)
    ? textsOf('reasons', 'en').payee[detail.code]
    : signerRefusalText(detail);
}

function isPayeeRefusal(detail: { readonly code: string }): detail is { readonly code: PayeeCode } {
  return PAYEE_CODES.some((code) => code === detail.code);
}

/** `status_context` of the API; null while nothing blocks it. */
export function contextOf(row: {
  readonly status: string;
  readonly wait_reason: WaitReason | null;
}): WithdrawalContext | null {
  const { status, wait_reason: reason } = row;
  if (reason === null || (status !== 'pending' && status !== 'failed')) return null;
  return WAIT_REASONS[reason];
}

export type CancelCode = (typeof CANCEL_CODES)[number];

/** A string is text that a person wrote. */
export type CancelReason = { readonly code: CancelCode } | string;

/** One of the two is null. */
interface CancelColumns {
  readonly cancel_code: CancelCode | null;
  readonly cancelled_for: string | null;
}

export function cancelColumns(reason: CancelReason | null): CancelColumns {
  if (reason === null) return { cancel_code: null, cancelled_for: null };
  return typeof reason === 'string'
    ? { cancel_code: null, cancelled_for: reason }
    : { cancel_code: reason.code, cancelled_for: null };
}

/** For a journal entry. */
export function cancelFacts({ cancel_code: code, cancelled_for: reason }: CancelColumns) {
  return code === null ? { reason } : { cancel_code: code };
}

/** English text. Null for a withdrawal that was not canceled. */
export function cancelText({ cancel_code: code, cancelled_for: text }: CancelColumns) {
  return code === null ? text : textsOf('reasons', 'en').cancel[code];
}

export type HoldReason =
  | { readonly code: 'rule'; readonly rule: string }
  /** The project setting `withdrawalMaxEur`. */
  | { readonly code: 'above_transaction_limit' }
  | { readonly code: 'lookalike_address'; readonly address: string }
  /** Paid by a transaction that this database does not know (payout-doubts.ts). */
  | { readonly code: 'possibly_paid'; readonly txid: string };

/** Null when the policy allows the withdrawal. */
export function holdOf({ outcome, rule, code, looksLike }: Decision): HoldReason | null {
  if (outcome === 'allow') return null;
  if (code !== undefined) return { code };
  if (looksLike !== undefined) return { code: 'lookalike_address', address: looksLike };
  return { code: 'rule', rule };
}

export function holdText(hold: HoldReason): string {
  const { hold: texts } = textsOf('reasons', 'en');
  switch (hold.code) {
    case 'rule':
      return hold.rule;
    case 'above_transaction_limit':
      return texts.above_transaction_limit;
    case 'lookalike_address':
      return texts.lookalike_address({ address: hold.address });
    case 'possibly_paid':
      return texts.possibly_paid({ txid: hold.txid });
  }
}
