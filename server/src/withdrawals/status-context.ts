// Why a withdrawal stands where it stands, for the merchant: `status_context` of the API. The words that the treasury
// stores as its `failure` are for people, and change; what programs read is made of them here.
import type { WITHDRAWAL_CONTEXTS } from '../contract/objects/coin-withdrawals.ts';
import type { WithdrawalRow } from './withdrawal.ts';

export type WithdrawalContext = (typeof WITHDRAWAL_CONTEXTS)[number];

/** How the `failure` of each kind begins; the treasury writes them. */
export const FAILURES = {
  /** Before anything was signed: what the destination lacks, in the network's words. */
  notPayable: 'not payable: ',
  /** It would spend money that only blocks brought that are not final. */
  awaitsFinal: 'waiting for final blocks',
  /** Mined, and nothing was paid. */
  notCarriedOut: 'the network did not carry it out',
  /** Nothing of it is, or ever will be, in the chain. */
  refusedForGood: 'refused for good: ',
  /** A person ends it; its money comes back when that is final. */
  beingVoided: 'being voided: ',
} as const;

const OF_FAILED: readonly (readonly [string, WithdrawalContext])[] = [
  [FAILURES.notCarriedOut, 'payee_refuses'],
  [FAILURES.refusedForGood, 'not_sent'],
  [FAILURES.beingVoided, 'being_cancelled'],
  ['', 'network_refuses'],
];
const OF_PENDING: readonly (readonly [string, WithdrawalContext])[] = [
  [FAILURES.notPayable, 'payee_refuses'],
  ['hot wallet short', 'awaits_coins'],
  ['collecting coins', 'awaits_coins'],
  ['waiting for gas', 'awaits_coins'],
  ['short of gas', 'awaits_coins'],
  [FAILURES.awaitsFinal, 'awaits_blocks'],
  ['network fee above the budget', 'awaits_lower_fees'],
  ['', 'awaits_operator'],
];

/** Null while nothing is in its way. Pure. */
export function contextOf({
  status,
  failure,
}: Pick<WithdrawalRow, 'status' | 'failure'>): WithdrawalContext | null {
  const kinds = status === 'failed' ? OF_FAILED : status === 'pending' ? OF_PENDING : [];
  if (failure === null) return null;
  return kinds.find(([start]) => failure.startsWith(start))?.[1] ?? null;
}
