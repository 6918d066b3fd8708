// Payouts: the sending part of a withdrawal, created when the withdrawal is committed or released from hold. A payout
// has its own row, which only the files of this folder write (move-payout.ts, store-waits.ts). The withdrawal follows,
// along its own status table (withdrawals/follow-payout.ts). The merchant still sees `completed` when a reorganization
// removes the block; only the payout returns to sent or waiting.
import { defineStatuses } from '../core/statuses.ts';

export type PayoutStatus = 'waiting' | 'planned' | 'sent' | 'failed' | 'confirmed' | 'cancelled';

/** The trigger `payouts_moves` enforces the same moves in the database. */
export const payoutStatuses = defineStatuses<PayoutStatus>('payout', {
  // Confirmed directly when it is an internal transfer (plan/pay-in-books.ts) or was found on the chain.
  waiting: ['planned', 'confirmed', 'cancelled'],
  // Can be canceled while nothing is signed.
  planned: ['waiting', 'sent', 'failed', 'confirmed', 'cancelled'],
  // Returns to waiting on proof that its transfer can never confirm (follow/give-up.ts).
  sent: ['waiting', 'failed', 'confirmed'],
  failed: ['waiting', 'sent', 'confirmed', 'cancelled'],
  // A reorganization removed its block.
  confirmed: ['waiting', 'sent'],
  cancelled: [],
});
