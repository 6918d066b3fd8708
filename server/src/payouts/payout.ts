// Payouts: what is sent of a withdrawal, made when it was committed or released from hold. A row of its own, which the
// files of this folder alone write (move-payout.ts, store-waits.ts); the withdrawal follows, along its own table
// (withdrawals/follow-payout.ts). The merchant's `completed` stays where a reorganisation takes a block back: the
// payout is sent, or waits, once more.
import { defineStatuses } from '../core/statuses.ts';

export type PayoutStatus = 'waiting' | 'planned' | 'sent' | 'failed' | 'confirmed' | 'cancelled';

/** The trigger `payouts_moves` holds the database to the same. */
export const payoutStatuses = defineStatuses<PayoutStatus>('payout', {
  // Confirmed at once where it is paid within the books (plan/pay-in-books.ts), or was found on the chain.
  waiting: ['planned', 'confirmed', 'cancelled'],
  // Cancelled while nothing of it is signed.
  planned: ['waiting', 'sent', 'failed', 'confirmed', 'cancelled'],
  // Waiting again when it is proved that its transfer can never confirm (follow/give-up.ts).
  sent: ['waiting', 'failed', 'confirmed'],
  failed: ['waiting', 'sent', 'confirmed', 'cancelled'],
  // A reorganisation took its block.
  confirmed: ['waiting', 'sent'],
  cancelled: [],
});
