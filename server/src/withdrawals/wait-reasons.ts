// Why a payout is not sent or is stuck: one code of a fixed list, which programs can rely on. `said` keeps the message
// of the network, the signer or a person. Texts for people are made here.
import type { PayeeCode } from '../chains/payee-refusals.ts';
import type { WITHDRAWAL_CONTEXTS } from '../contract/objects/coin-withdrawals.ts';
import { textsOf } from '../core/texts/texts.ts';

export type WithdrawalContext = (typeof WITHDRAWAL_CONTEXTS)[number];

interface WaitFacts {
  /** For people. The upstream message follows it. */
  readonly text: string;
  /** `status_context` of the API. */
  readonly context: WithdrawalContext;
}

/** The same values as `payouts_wait_reason` in the database. */
export const WAIT_REASONS = {
  hot_wallet_short: { text: 'hot wallet short', context: 'awaits_coins' },
  collecting_coins: { text: 'collecting coins', context: 'awaits_coins' },
  // Tokens: the fee funds are on their way to the sender, or there is too little to send any.
  waiting_for_gas: { text: 'waiting for gas', context: 'awaits_coins' },
  short_of_gas: { text: 'short of gas', context: 'awaits_coins' },
  fee_above_budget: { text: 'network fee above the budget', context: 'awaits_lower_fees' },
  cannot_be_planned: { text: 'cannot be planned', context: 'awaits_operator' },
  // For the whole project, until a person has reviewed it (payouts/plan/apply-stops.ts).
  payouts_stopped: { text: 'payouts stopped', context: 'awaits_operator' },
  // It would spend money from blocks that are not final (payouts/plan/await-final.ts).
  awaits_final_blocks: { text: 'waiting for final blocks', context: 'awaits_blocks' },
  no_signer: { text: 'no signer', context: 'awaits_operator' },
  signer_refuses: { text: 'the signer refuses', context: 'awaits_operator' },
  quarantined: { text: 'quarantine', context: 'awaits_operator' },
  // Before anything was signed: what the destination lacks, as the network reports it (payouts/plan/query-network.ts).
  not_payable: { text: 'not payable', context: 'payee_refuses' },
  // Mined but paid nothing, because our own account held too little: it gets another transfer.
  lacked_funds: { text: 'the network did not carry it out', context: 'awaits_operator' },
  // Mined but paid nothing.
  not_carried_out: { text: 'the network did not carry it out', context: 'payee_refuses' },
  // Nothing of it is or ever will be on the chain.
  refused_for_good: { text: 'refused for good', context: 'not_sent' },
  // A person is ending it; it is refunded when the void is final.
  being_voided: { text: 'being voided', context: 'being_cancelled' },
  // Signed, but every node rejects it; it is broadcast again.
  network_refuses: { text: 'refused', context: 'network_refuses' },
} as const satisfies Readonly<Record<string, WaitFacts>>;

export type WaitReason = keyof typeof WAIT_REASONS;

/** What a payout waits for. */
export interface Wait {
  readonly reason: WaitReason;
  /** The message of the network, the signer or a person; null when there is nothing to add. */
  readonly said: string | null;
}

interface StoredWait {
  readonly wait_reason: WaitReason | null;
  readonly said: string | null;
  /** Why the network would not pay the recipient; then `said` is null. */
  readonly refusal: PayeeCode | null;
}

/** English text; null while nothing blocks it. */
export function waitText({ wait_reason: reason, ...row }: StoredWait): string | null {
  if (reason === null) return null;
  const { text } = WAIT_REASONS[reason];
  const said = saidText(row);
  return said === null ? text : `${text}: ${said}`;
}

/** The text of the code, or the message of the network, the signer or a person. */
export function saidText({ said, refusal }: Omit<StoredWait, 'wait_reason'>): string | null {
  return refusal === null ? said : textsOf('reasons', 'en').payee[refusal];
}

/** `status_context` of the API; null while nothing blocks it. Pure. */
export function contextOf(row: {
  readonly status: string;
  readonly wait_reason: WaitReason | null;
}): WithdrawalContext | null {
  const { status, wait_reason: reason } = row;
  if (reason === null || (status !== 'pending' && status !== 'failed')) return null;
  return WAIT_REASONS[reason].context;
}
