// What a stored payment is, as a code. Pure.
import type { PaymentFinding } from './contract.ts';
import type { ChannelPaymentState, ObjectRow, StoredDeposit } from './find-stored.ts';

interface Context {
  readonly object: ObjectRow | null;
  readonly channelPayment: ChannelPaymentState | null;
}

export function findingOf(deposit: StoredDeposit, context: Context): PaymentFinding {
  if (deposit.status === 'reversed') return 'reversed';
  if (deposit.status === 'dropped' || deposit.replaced_by !== null) return 'dropped';
  if (deposit.owner_type === 'treasury') return 'own_wallet';
  if (deposit.is_unmatched) return unmatchedAs(deposit);
  if (deposit.decision === 'sent_back') return 'returned';
  if (deposit.status === 'pending') return 'unconfirmed';
  return matchedAs(deposit, context);
}

function unmatchedAs({ reason }: StoredDeposit): PaymentFinding {
  if (reason === 'other_network') return 'wrong_network';
  if (reason === 'other_asset') return 'wrong_asset';
  return reason === 'below_minimum' ? 'below_minimum' : 'unmatched';
}

function matchedAs(
  { credited_at: creditedAt }: StoredDeposit,
  { object, channelPayment }: Context,
): PaymentFinding {
  if (object?.status === 'refunded' || channelPayment?.status === 'refunded') return 'returned';
  if (creditedAt !== null) return 'credited';
  if (object?.status === 'unresolved' || channelPayment?.status === 'on_hold') return 'held';
  return object?.missing ? 'partly_paid' : 'being_processed';
}
